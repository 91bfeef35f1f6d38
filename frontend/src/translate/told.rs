//! What the standards tell of functions of the library that have no model: in which ranges the
//! numbers lie that they yield and write (C11 7.27; POSIX.1-2017).
//!
//! It is assumed behind the call, of what is there then. That the functions are the library's is in
//! the ledger, as for all functions without a body; a program that gives them other types, or their
//! structures another layout, learns nothing.

use super::call::Argument;
use super::place::{At, Spot};
use super::{Result, Translator};
use crate::accounting::follows;
use crate::ir::Function;
use crate::types::{FunctionType, IntKind, Type};
use proofmark_logic::arena::Expr as Term;

/// Where a number lies in a structure, counted in numbers of its type, and its range.
type Member = (u64, i128, i128);

/// `struct tm` (C11 7.27.1p4); seconds as POSIX has them.
const BROKEN_DOWN: &[Member] = &[
    (0, 0, 60),
    (1, 0, 59),
    (2, 0, 23),
    (3, 1, 31),
    (4, 0, 11),
    (6, 0, 6),
    (7, 0, 365),
];
/// `struct timespec`: fewer than a second (C11 7.27.1p4).
const NANOSECONDS: &[Member] = &[(1, 0, 999_999_999)];
/// `struct timeval`.
const MICROSECONDS: &[Member] = &[(1, 0, 999_999)];

/// What is told of a function.
#[derive(Clone, Copy)]
enum Told {
    /// It stores its result where its argument points to, unless that is null.
    Stores,
    /// It yields 0, or -1 if it fails.
    Status,
    /// It yields 0, or less than this argument.
    Below(usize),
    /// Of 0 it writes these numbers to this argument, unless that is null; of -1 it failed.
    StatusOf(usize, &'static [Member]),
    /// If it does not yield this number, such ones are where this argument points to.
    Unless(i128, usize, &'static [Member]),
    /// It yields null, or this argument, where such numbers are.
    Argument(usize, &'static [Member]),
    /// It yields null, or points to such numbers.
    Object(&'static [Member]),
    /// It yields a number of these.
    Between(i128, i128),
    /// It yields a signed number as large as a pointer that is not less than -1.
    Signed,
    /// It yields -1, or a number that is not larger than this argument.
    Count(usize),
    /// The same if the flags in another argument are 0: they may have it tell how much there was.
    Received(usize, usize),
    /// The same, as an `int`.
    Events(usize),
    /// It yields a number that is not larger than this argument.
    Most(usize),
    /// The same of elements of so many bytes: of none, it yields 0 (C11 7.21.8.1p3).
    Elements(usize, usize),
}

/// Functions of POSIX.1-2017 and of Linux by what they yield, each with what it is given: `i` is a
/// number as large as `int`, `w` one as large as a pointer, `o` one as large as an offset in a
/// file, `u` an `unsigned int`, `s` a `size_t`, `p` a pointer, `c` one to characters, and `…` more
/// of any type. Others of these names are not theirs. `recv` may yield more than fits, as with
/// `MSG_TRUNC` it tells how much there was; `fclose` is not among them, which yields the status of
/// a command if the stream is one of `popen`, nor `system`, which yields such a status, nor
/// `ioctl`, `fcntl` and `lseek`, whose results may be less than -1.
const POSIX: &[(Told, &str)] = &[
    (
        Told::Between(-1, 0),
        "access:ci chdir:c chmod:ci chown:cii close:i fchdir:i fchmod:ii fchown:iii fdatasync:i \
         fflush:p fseek:pwi fsync:i ftruncate:io kill:ii lchown:cii link:cc \
         listen:ii lstat:cp mkdir:ci mkfifo:ci pipe:p rename:cc remove:c rmdir:c setegid:i \
         setenv:cci seteuid:i setgid:i setpgid:ii setuid:i shutdown:ii stat:cp fstat:ip symlink:cc \
         truncate:co unlink:c unsetenv:c usleep:i utime:cp bind:ipi connect:ipi \
         epoll_ctl:iipi fstatat:icpi getpeername:ipp getrlimit:ip getrusage:ip getsockname:ipp \
         pipe2:pi socketpair:iiip statvfs:cp fstatvfs:ip sysinfo:p \
         timerfd_gettime:ip",
    ),
    // They return where they failed.
    (
        Told::Between(-1, -1),
        "execl:cc… execlp:cc… execle:cc… execv:cp execvp:cp execve:cpp execvpe:cpp \
         fexecve:ipp",
    ),
    (
        Told::Between(-1, INT_MAX),
        "accept:ipp accept4:ippi creat:ci dup:i dup2:ii dup3:iii epoll_create:i epoll_create1:i \
         eventfd:ii fork: inotify_init: inotify_init1:i open:ci… openat:ici… \
         select:ipppp signalfd:ipi socket:iii timerfd_create:ii uname:p wait:p \
         waitpid:ipi",
    ),
    (Told::Between(0, INT_MAX), "getppid:"),
    (Told::Between(1, INT_MAX), "getpid: gettid:"),
    (Told::Between(0, 1), "isatty:i"),
    (Told::Between(0, 0o777), "umask:i"),
    (
        Told::Count(2),
        "read:ips write:ips pread:ipso pwrite:ipso readlink:ccs send:ipsi sendto:ipsipi",
    ),
    (Told::Signed, "readv:ipi recvmsg:ipi sendmsg:ipi writev:ipi"),
    (Told::Received(2, 3), "recv:ipsi recvfrom:ipsipp"),
    (Told::Events(1), "poll:pwi"),
    (Told::Events(2), "epoll_wait:ipii"),
    (Told::Elements(1, 2), "fread:pssp fwrite:pssp"),
    (Told::Most(0), "sleep:u"),
];
/// Functions of these that fail if their first argument is no descriptor, as negative numbers are
/// none.
const OF_DESCRIPTORS: &str =
    "close fchdir fchmod fchown fdatasync fsync ftruncate listen shutdown \
    bind connect epoll_ctl getpeername getsockname accept accept4 dup read write pread pwrite \
    send sendto readv recvmsg sendmsg writev recv recvfrom epoll_wait";
const INT_MAX: i128 = (1 << 31) - 1;
const LLONG_MAX: i128 = (1 << 63) - 1;
/// Functions with offsets of 64 bits, which have these numbers in their names, in glibc.
const LARGE_FILES: &str = "creat64 fstat64 fstatat64 fstatvfs64 ftruncate64 getrlimit64 lstat64 \
    open64 openat64 pread64 pwrite64 stat64 statvfs64 truncate64";

/// What is told of a function of POSIX, and what it is given.
fn of_posix(name: &str) -> Option<(Told, &'static str)> {
    let all = POSIX.iter();
    let mut all = all.flat_map(|(told, names)| {
        let own = names.split_ascii_whitespace();
        own.filter_map(|own| Some((*told, own.split_once(':')?)))
    });
    let mut large = LARGE_FILES.split_ascii_whitespace();
    let plain = match large.any(|other| other == name) {
        true => name.trim_end_matches("64"),
        false => name,
    };
    all.find_map(|(told, (own, given))| (own == plain).then_some((told, given)))
}

/// Whether a function fails if its first argument is negative.
fn is_of_descriptors(name: &str) -> bool {
    let large = LARGE_FILES.split_ascii_whitespace();
    let mut plain = large.map(|large| (large, large.trim_end_matches("64")));
    let plain = plain.find_map(|(large, plain)| (large == name).then_some(plain));
    let mut all = OF_DESCRIPTORS.split_ascii_whitespace();
    all.any(|own| own == plain.unwrap_or(name))
}

/// What is told of a function, and what it is given.
fn told(name: &str) -> Option<(Told, &'static str)> {
    Some(match name {
        "time" => (Told::Stores, "p"),
        "nanosleep" => (Told::Status, "pp"),
        "strftime" => (Told::Below(1), "cscp"),
        "clock_gettime" | "clock_getres" => (Told::StatusOf(1, NANOSECONDS), "ip"),
        "gettimeofday" => (Told::StatusOf(0, MICROSECONDS), "pp"),
        "timespec_get" => (Told::Unless(0, 0, NANOSECONDS), "pi"),
        "mktime" | "timegm" => (Told::Unless(-1, 0, BROKEN_DOWN), "p"),
        "gmtime_r" | "localtime_r" => (Told::Argument(1, BROKEN_DOWN), "pp"),
        "gmtime" | "localtime" => (Told::Object(BROKEN_DOWN), "p"),
        "fgets" => (Told::Argument(0, &[]), "cip"),
        _ => return of_posix(name),
    })
}

impl Translator<'_> {
    /// Whether something is told of a function, for the ledger.
    pub(super) fn is_told(&self, function: &Function) -> bool {
        told(&function.name).is_some_and(|told| self.has_types(function, told))
    }

    /// Whether what a function without a body yields is no input: nothing is told of it, or of one
    /// of this name and other types.
    pub(super) fn yields_what_follows(&self, function: &Function) -> bool {
        let name = function.name.as_str();
        follows(name) || told(name).is_some() && !self.is_told(function)
    }

    /// Assumes what is told of a function that has returned this.
    pub(super) fn assume_told(
        &mut self,
        function: &Function,
        values: &[Argument],
        result: &Spot,
    ) -> Result<()> {
        let Some((told, given)) = told(&function.name) else {
            return Ok(());
        };
        if !self.has_types(function, (told, given)) {
            return Ok(());
        }
        let value = self.read(result)?;
        let number = |index: usize| match values.get(index) {
            Some(Argument::Scalar(term, _)) => Some(*term),
            Some(_) | None => None,
        };
        if let Some(descriptor) = number(0).filter(|_| is_of_descriptors(&function.name)) {
            self.assume_descriptor(value, descriptor)?;
        }
        let object = |index: usize| {
            let pointee = function.ty.params.as_ref()?.get(index)?.pointee()?;
            Some((number(index)?, pointee.ty.clone()))
        };
        match told {
            Told::Stores => self.assume_stored(value, object(0)),
            Told::Status => self.assume_range(value, (-1, 0)),
            Told::Below(index) => self.assume_below(value, number(index)),
            Told::StatusOf(index, members) => {
                self.assume_range(value, (-1, 0))?;
                self.assume_written(value, -1, object(index), members)
            }
            Told::Unless(failure, index, members) => {
                self.assume_written(value, failure, object(index), members)
            }
            Told::Argument(index, members) => {
                let zero = self.arena.lit(0);
                // Which of both is the input: not where the object is.
                self.otherwise(value, zero, |this| match number(index) {
                    Some(argument) => this.write(result, argument),
                    None => Ok(()),
                })?;
                let value = self.read(result)?;
                self.assume_written(value, 0, object(index), members)
            }
            Told::Object(members) => {
                let pointee = function.ty.result.pointee();
                let object = pointee.map(|pointee| (value, pointee.ty.clone()));
                self.assume_written(value, 0, object, members)
            }
            Told::Between(low, high) => self.assume_range(value, (low, high)),
            Told::Signed => self.assume_range(value, (-1, LLONG_MAX)),
            Told::Received(index, flags) => {
                let flags = number(flags).and_then(|flags| self.arena.as_lit(flags));
                match flags {
                    Some(0) => self.assume_count(value, number(index)),
                    Some(_) | None => self.assume_range(value, (-1, LLONG_MAX)),
                }
            }
            Told::Count(index) | Told::Events(index) => self.assume_count(value, number(index)),
            Told::Most(index) => self.assume_most(value, number(index)),
            Told::Elements(size, count) => self.assume_elements(value, number(size), number(count)),
        }
    }

    /// A value is -1, or the number that was given is a descriptor (POSIX.1-2017, 3.166).
    fn assume_descriptor(&mut self, value: Term, given: Term) -> Result<()> {
        let (failure, zero) = (self.arena.lit(-1), self.arena.lit(0));
        let least = self.arena.le(zero, given);
        if self.arena.interval(given).lo >= 0 {
            return Ok(());
        }
        self.otherwise(value, failure, |this| {
            this.out.assume(least);
            Ok(())
        })
    }

    /// A value is at most a count, and 0 if elements have no size.
    fn assume_elements(
        &mut self,
        value: Term,
        size: Option<Term>,
        count: Option<Term>,
    ) -> Result<()> {
        self.assume_most(value, count)?;
        let zero = self.arena.lit(0);
        self.otherwise(value, zero, |this| {
            if let Some(size) = size {
                let none = this.arena.eq(size, zero);
                let some = this.arena.not(none);
                this.out.assume(some);
            }
            Ok(())
        })
    }

    /// A value is -1, or not less and at most an argument.
    fn assume_count(&mut self, value: Term, most: Option<Term>) -> Result<()> {
        let failure = self.arena.lit(-1);
        let least = self.arena.le(failure, value);
        self.out.assume(least);
        self.otherwise(value, failure, |this| this.assume_most(value, most))
    }

    /// A value is at most an argument.
    fn assume_most(&mut self, value: Term, most: Option<Term>) -> Result<()> {
        if let Some(most) = most {
            let within = self.arena.le(value, most);
            self.out.assume(within);
        }
        Ok(())
    }

    /// A value is where an argument points to, unless that is null.
    fn assume_stored(&mut self, value: Term, object: Option<(Term, Type)>) -> Result<()> {
        let zero = self.arena.lit(0);
        let object = object.filter(|(address, ty)| self.is_accessed(&at(*address, ty)));
        let Some((address, ty)) = object else {
            return Ok(());
        };
        self.otherwise(address, zero, |this| {
            let stored = this.read(&at(address, &ty))?;
            let same = this.arena.eq(stored, value);
            this.out.assume(same);
            Ok(())
        })
    }

    /// A value is 0, or less than an argument.
    fn assume_below(&mut self, value: Term, most: Option<Term>) -> Result<()> {
        let Some(most) = most else { return Ok(()) };
        let zero = self.arena.lit(0);
        self.otherwise(value, zero, |this| {
            let reached = this.arena.le(most, value);
            let below = this.arena.not(reached);
            this.out.assume(below);
            Ok(())
        })
    }

    /// If a value is another one than tells of failure, such numbers are in an object.
    fn assume_written(
        &mut self,
        value: Term,
        failure: i128,
        object: Option<(Term, Type)>,
        members: &[Member],
    ) -> Result<()> {
        let Some(object) = object.filter(|_| !members.is_empty()) else {
            return Ok(());
        };
        let failure = self.arena.lit(failure);
        self.otherwise(value, failure, |this| this.assume_members(object, members))
    }

    /// Whether a function has the types of the library's, as far as something is told of them.
    fn has_types(&self, function: &Function, (told, given): (Told, &str)) -> bool {
        let (types, ty) = (&self.program.types, &function.ty);
        let Some(params) = ty.params.as_ref().filter(|_| self.is_given(ty, given)) else {
            return false;
        };
        let time = Type::Int(IntKind::Long);
        let signed = match types.size_type() {
            Type::Int(IntKind::ULong) => Type::Int(IntKind::Long),
            _ => Type::INT,
        };
        let points_to = |ty: Option<&Type>, members: &[Member]| {
            let pointee = ty.and_then(Type::pointee);
            pointee.is_some_and(|q| {
                let has = members.is_empty() || self.has_members(&q.ty, members);
                !q.volatile && !q.constant && has
            })
        };
        // Where none of the type's numbers is in the range, what is behind a call would be dead.
        match told {
            Told::Stores => {
                let to = params.first().and_then(Type::pointee);
                ty.result == time && to.is_some_and(|q| !q.volatile && !q.constant && q.ty == time)
            }
            Told::Status => ty.result == Type::INT,
            Told::Below(_) => ty.result == types.size_type(),
            Told::StatusOf(index, members) => {
                ty.result == Type::INT && points_to(params.get(index), members)
            }
            Told::Unless(failure, index, members) => {
                let result = if failure == 0 { Type::INT } else { time };
                ty.result == result && points_to(params.get(index), members)
            }
            Told::Argument(index, members) => {
                let own = points_to(Some(&ty.result), members);
                let same = !members.is_empty() || params.get(index) == Some(&ty.result);
                own && same && points_to(params.get(index), members)
            }
            Told::Object(members) => points_to(Some(&ty.result), members),
            Told::Signed | Told::Count(_) | Told::Received(..) => ty.result == signed,
            Told::Elements(..) => ty.result == types.size_type(),
            Told::Most(_) | Told::Between(0, 0o777) => ty.result == Type::Int(IntKind::UInt),
            Told::Between(..) | Told::Events(_) => ty.result == Type::INT,
        }
    }

    /// Whether a function has such parameters.
    fn is_given(&self, ty: &FunctionType, given: &str) -> bool {
        let types = &self.program.types;
        let size = |ty: &Type| types.size_of(ty).ok().filter(|_| ty.is_integer());
        let (int, word) = (size(&Type::INT), size(&types.size_type()));
        let fixed = given.trim_end_matches('…');
        let Some(params) = &ty.params else {
            return false;
        };
        let unsigned = Type::Int(IntKind::UInt);
        let has = |(kind, ty): (char, &Type)| match kind {
            'i' => size(ty) == int,
            'w' => size(ty) == word,
            'o' => size(ty) == word || size(ty) == Some(8),
            'u' => *ty == unsigned,
            's' => *ty == types.size_type(),
            'c' => ty.pointee().is_some_and(|q| q.ty.is_character()),
            // glibc declares addresses of sockets as transparent unions of pointers.
            _ => ty.pointee().is_some() || self.is_any_pointer(ty),
        };
        ty.variadic == (fixed != given)
            && params.len() == fixed.len()
            && fixed.chars().zip(params).all(has)
    }

    /// Whether a type is a union of pointers: so glibc declares addresses of sockets, with an
    /// attribute that makes it a parameter for each of them.
    fn is_any_pointer(&self, ty: &Type) -> bool {
        let Type::Record(id) = ty else { return false };
        let record = self.program.types.record(*id);
        let fields = record.filter(|record| record.union);
        fields
            .and_then(|record| record.fields.as_ref())
            .is_some_and(|fields| {
                !fields.is_empty() && fields.iter().all(|field| field.ty.ty.pointee().is_some())
            })
    }

    /// Whether a structure has signed numbers where the library has them. Those of `struct tm` are
    /// `int`, others `long`.
    fn has_members(&self, ty: &Type, members: &[Member]) -> bool {
        let number = number_of(members);
        let Ok(size) = self.program.types.size_of(&number) else {
            return false;
        };
        let leaves = self.plan.leaves(&self.program.types, ty);
        let has = |offset: u64| {
            let mut leaves = leaves.iter().flat_map(|leaves| leaves.iter());
            leaves.any(|leaf| leaf.ty == number && leaf.bits == (offset * 8, size * 8))
        };
        matches!(ty, Type::Record(_)) && members.iter().all(|(index, ..)| has(index * size))
    }

    /// Numbers in a structure lie in these ranges, if it is at no null pointer.
    fn assume_members(&mut self, (address, ty): (Term, Type), members: &[Member]) -> Result<()> {
        let zero = self.arena.lit(0);
        let number = number_of(members);
        let size = self.program.types.size_of(&number).unwrap_or_default();
        self.otherwise(address, zero, |this| {
            let parts = this.parts(&at(address, &ty)).unwrap_or_default();
            for (part, leaf) in parts {
                let range = members
                    .iter()
                    .find(|(index, ..)| index * size == leaf.offset && leaf.ty == number);
                if let Some((_, low, high)) = range.filter(|_| this.is_accessed(&part)) {
                    let value = this.read(&part)?;
                    this.assume_range(value, (*low, *high))?;
                }
            }
            Ok(())
        })
    }

    /// Whether the program accesses such objects: what it does not look at has no memory map.
    fn is_accessed(&self, spot: &Spot) -> bool {
        let At::Memory { field, .. } = spot.at else {
            return false;
        };
        let key = self.plan.key(&self.program.types, field, &spot.ty);
        self.plan.maps.contains_key(&self.plan.home(key))
    }

    fn assume_range(&mut self, value: Term, (low, high): (i128, i128)) -> Result<()> {
        let (low, high) = (self.arena.lit(low), self.arena.lit(high));
        let (above, below) = (self.arena.le(low, value), self.arena.le(value, high));
        self.out.assume(above);
        self.out.assume(below);
        Ok(())
    }

    /// Code that is run if a value is another one.
    fn otherwise(
        &mut self,
        value: Term,
        one: Term,
        code: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let pos = self.out.pos;
        let (other, join) = (self.out.new_loc(pos), self.out.new_loc(pos));
        let atom = self.arena.eq(value, one);
        self.split(atom, true, join, other);
        self.out.pos = pos;
        self.out.resume(other);
        code(self)?;
        self.out.pos = pos;
        self.out.flow_to(join);
        Ok(())
    }
}

/// The type of the numbers: `struct tm` has more of them than others.
fn number_of(members: &[Member]) -> Type {
    match members.len() {
        1 => Type::Int(IntKind::Long),
        _ => Type::INT,
    }
}

fn at(address: Term, ty: &Type) -> Spot {
    Spot {
        ty: ty.clone(),
        volatile: false,
        at: At::Memory {
            address,
            field: None,
            character: false,
        },
    }
}
