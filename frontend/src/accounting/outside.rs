//! Functions without a body of which nothing is known.

use super::spelling::of_any_spelling;
use super::{
    address_as_number, is_allocator, is_computed, is_library, is_peculiar, moves_blocks, results,
};
use std::collections::HashSet;
use std::sync::LazyLock;

/// What the libraries of glibc 2.36 define for others: `nm -D` of libc, libm, libcrypt, libresolv
/// and their kin. What these functions change is written down.
static GLIBC: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("glibc.txt").split_ascii_whitespace().collect());

/// Functions of POSIX and of other libraries that all systems have, which write to what arguments
/// point to: that is not up to whoever links the program. Other libraries of C have some of these.
const FILLS: &str = "stat fstat lstat fstatat stat64 fstat64 lstat64 fstatat64 __xstat __fxstat \
    __lxstat statx statfs fstatfs statvfs fstatvfs uname sysinfo times ftime getrusage getrlimit \
    setrlimit prlimit getitimer setitimer timer_gettime timer_settime timerfd_gettime \
    timerfd_settime clock_nanosleep adjtime adjtimex getcontext getgroups getresuid getresgid \
    sigemptyset sigfillset sigaddset sigdelset sigaction sigprocmask sigpending sigwait \
    sigwaitinfo sigtimedwait pthread_sigmask signalfd tcgetattr cfmakeraw cfsetispeed \
    cfsetospeed cfsetspeed openpty forkpty getcwd getwd realpath canonicalize_file_name readlink \
    readlinkat gethostname getdomainname getline getdelim getw fread fgets fgetws fscanf vfscanf \
    scanf vscanf sscanf vsscanf read pread pread64 readv preadv recv recvfrom recvmsg recvmmsg \
    accept accept4 getsockname getpeername getsockopt getaddrinfo getnameinfo getifaddrs poll \
    ppoll select pselect epoll_wait epoll_pwait pipe pipe2 socketpair wait wait3 wait4 waitpid \
    waitid memccpy strlcpy strlcat wcslcpy wcslcat explicit_bzero swab strxfrm wcsxfrm mbrtowc \
    mbrlen mbsrtowcs mbsnrtowcs mbstowcs mbtowc wcrtomb wcsrtombs wcsnrtombs wcstombs wctomb \
    swprintf vswprintf sprintf snprintf vsprintf vsnprintf iconv inet_aton inet_pton inet_ntop \
    inet_ntoa_r strerror_r asctime_r ctime_r gmtime_r localtime_r strptime strtok_r strsep \
    getpwnam_r getpwuid_r getgrnam_r getgrgid_r gethostbyname_r gethostbyaddr_r readdir_r \
    ttyname_r getlogin_r getrandom getentropy random_r srandom_r rand_r drand48_r lrand48_r \
    erand48 nrand48 jrand48 regcomp regexec regerror regfree glob globfree wordexp wordfree \
    fgetpos sem_init sem_getvalue pthread_create pthread_join pthread_mutex_init \
    pthread_cond_init pthread_rwlock_init pthread_barrier_init pthread_spin_init \
    pthread_key_create pthread_attr_init pthread_mutexattr_init pthread_condattr_init \
    pthread_getattr_np posix_memalign asprintf vasprintf div ldiv lldiv getopt getopt_long ioctl \
    fcntl fcntl64 __builtin_va_copy va_copy confstr getdents getdents64 getxattr lgetxattr \
    fgetxattr listxattr capget msgrcv msgctl semctl shmctl mq_receive mq_getattr mincore \
    sched_getparam sched_getaffinity getcpu des_setkey encrypt ecvt_r fcvt_r remque insque";

/// Functions of glibc whose results are up to the system or to who runs the program: inputs. Of all
/// others that glibc has, the results follow from their arguments, from what other calls have set,
/// or from tables of the library, or are such that nothing says how far they go. What is told of
/// these (`translate/told.rs`) is all that is true of them.
const SYSTEM: &str =
    "access chdir chmod chown close fchdir fchmod fchown fdatasync fflush fseek fsync \
    ftruncate kill lchown link mkdir mkfifo pipe pipe2 remove rename rmdir setgid seteuid \
    setegid setuid setpgid symlink truncate unlink usleep utime bind connect \
    listen shutdown accept accept4 creat dup fork open openat socket socketpair wait \
    getppid getpid gettid read write pread pwrite readlink send sendto recv recvfrom \
    epoll_create epoll_create1 epoll_ctl eventfd timerfd_create signalfd \
    inotify_init inotify_init1 fread fwrite fgets sleep time rand random lrand48 arc4random \
    getchar getc fgetc getchar_unlocked getc_unlocked fgetc_unlocked nanosleep clock_gettime \
    clock_getres gettimeofday scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf \
    __isoc99_vscanf __isoc99_vfscanf stat lstat fstat fstatat statvfs fstatvfs getrlimit \
    getrusage getsockname getpeername sysinfo timerfd_gettime \
    execl execle execlp execv execve execvp execvpe fexecve getuid geteuid getgid getegid";

/// Those of them, and others, that write what anybody may have written: bytes, and numbers.
const READ: &str = "read pread recv recvfrom fread fgets scanf fscanf vscanf vfscanf \
    __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf getrandom getentropy \
    arc4random_buf time nanosleep clock_gettime clock_getres gettimeofday";

/// Those that return null or the address of a new object: as allocators, but that they do not
/// allocate blocks that somebody may free.
const OPENED: &str = "fopen fdopen popen tmpfile opendir fdopendir getenv secure_getenv";

/// What the result of a function without a body may follow from, besides its arguments.
#[derive(Clone, Copy)]
pub(crate) enum Repeats {
    /// From nothing: it is the same each time.
    Same,
    /// From what streams were given before.
    Streams,
    /// From the seed.
    Seeds,
}

/// What the result of a function follows from if others are called, too (C11 7.21.7.10, 7.22.2.2;
/// POSIX).
pub(crate) fn repeats(name: &str) -> Option<Repeats> {
    match name {
        "getpid" | "getppid" | "gettid" | "getuid" | "geteuid" | "getgid" | "getegid"
        | "getpgrp" | "getsid" | "getpgid" | "getpagesize" | "gethostid" | "sysconf" | "isatty"
        | "getauxval" | "get_nprocs" | "get_nprocs_conf" | "getenv" | "secure_getenv" => {
            Some(Repeats::Same)
        }
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" | "fgetc_unlocked"
        | "getwchar" | "getwc" | "fgetwc" | "fread" | "fgets" | "fgetws" | "getw" => {
            Some(Repeats::Streams)
        }
        "rand" | "random" | "lrand48" => Some(Repeats::Seeds),
        _ => None,
    }
}

/// Whether a function lets a stream yield what it has got.
pub(crate) fn goes_back(name: &str) -> bool {
    let known = "ungetc ungetwc rewind fseek fseeko fseeko64 fsetpos fsetpos64 fmemopen \
        open_memstream";
    known.split_ascii_whitespace().any(|other| other == name)
}

/// Whether what a function without a body yields is no input, though unknown: a violation would
/// rest on values that the library never yields.
pub(crate) fn follows(name: &str) -> bool {
    of_library(name) && !is_among(name, SYSTEM) && !opens(name)
}

/// Whether what a function without a body writes is no input, though unknown.
pub(crate) fn writes_what_follows(name: &str) -> bool {
    of_library(name) && !is_among(name, READ)
}

/// Whether a function yields null or the address of an object of the library that is new.
pub(crate) fn opens(name: &str) -> bool {
    is_among(name, OPENED)
}

/// Whether a function is one of a C library, but none that allocates, or copies or fills blocks:
/// these are known by their names.
fn of_library(name: &str) -> bool {
    let library = of_any_spelling(name, |name| GLIBC.contains(name)) || is_among(name, FILLS);
    library && !is_allocator(name) && !moves_blocks(name)
}

/// Whether a name is in a list, with its numbers of 64 bits or without.
fn is_among(name: &str, list: &'static str) -> bool {
    let listed = |name: &str| list.split_ascii_whitespace().any(|known| known == name);
    of_any_spelling(name, |name| {
        listed(name) || name.strip_suffix("64").is_some_and(listed)
    })
}

/// Whether what a function changes behind its arguments is up to whoever writes it: nothing is
/// known of it, so it may change nothing.
pub(crate) fn chooses(name: &str) -> bool {
    !is_peculiar(name)
        && !is_library(name)
        && !is_computed(name)
        && !is_allocator(name)
        && !of_any_spelling(name, is_library)
        && results(name).is_none()
        && address_as_number(name).is_none()
        && !of_any_spelling(name, |name| {
            GLIBC.contains(name) || FILLS.split_ascii_whitespace().any(|other| other == name)
        })
}

#[cfg(test)]
mod tests {
    use super::{chooses, follows, writes_what_follows};

    #[test]
    fn results_of_library_functions_are_no_inputs() {
        for name in [
            "rawmemchr",
            "nextup",
            "nextupf",
            "sigismember",
            "__rawmemchr",
            "swprintf",
            "__xpg_basename",
            "sem_getvalue",
            "getopt_long",
            "pthread_mutex_lock",
            "localeconv",
            "ioctl",
            "realpath",
        ] {
            assert!(follows(name), "{name}");
        }
        for name in [
            "malloc",
            "memcpy",
            "__builtin_calloc",
            "read",
            "get_value",
            "getpid",
            "next",
            "__fstat64",
            "__isoc99_scanf",
            "open64",
            "fopen64",
        ] {
            assert!(!follows(name), "{name}");
        }
        for name in ["waitpid", "pipe", "select", "getsockopt", "__fstat64"] {
            assert!(writes_what_follows(name), "{name}");
        }
        for name in ["read", "recv", "memcpy", "get_value", "__isoc99_scanf"] {
            assert!(!writes_what_follows(name), "{name}");
        }
    }

    #[test]
    fn the_librarys_functions_do_not_choose_what_they_change() {
        for name in [
            "init_waitqueue_head",
            "mutex_lock",
            "device_create",
            "IoCallDriver",
        ] {
            assert!(chooses(name), "{name}");
        }
        for name in [
            "stat",
            "__fstat64",
            "fgets",
            "bzero",
            "__builtin_memset",
            "memset",
            "strtok",
            "ioctl",
            "pipe2",
            "read",
            "frexp",
            "kzalloc",
            "setjmp",
            "pthread_create",
            "getline",
            "strlen",
            "mkstemp",
            "sigandset",
            "hcreate_r",
            "argz_create_sep",
            "crypt_r",
            "__getservbyname_r",
        ] {
            assert!(!chooses(name), "{name}");
        }
    }
}
