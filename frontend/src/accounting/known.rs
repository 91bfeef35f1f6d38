//! What is known of functions without a body by their names.

use super::library::{is_library, is_mathematical};
use super::spelling::of_any_spelling;
use crate::ir::{Function, BLOCK, OTHER_FLAG};

/// Functions that return memory which the program has not used before, or null.
pub(crate) fn is_allocator(name: &str) -> bool {
    matches!(
        name.trim_start_matches("__builtin_"),
        "malloc"
            | "calloc"
            | "realloc"
            | "alloca"
            | "valloc"
            | "aligned_alloc"
            | "kmalloc"
            | "kzalloc"
            | "kcalloc"
            | "vmalloc"
            | "vzalloc"
            | "__kmalloc"
            | BLOCK
    )
}

/// Functions that free the block that their first argument points to.
pub(crate) fn frees_block(name: &str) -> bool {
    matches!(
        name.trim_start_matches("__builtin_"),
        "free" | "realloc" | "kfree" | "vfree"
    )
}

/// The function that moves a block of memory to another one (C11 7.22.3.5).
pub(crate) fn reallocates(name: &str) -> bool {
    name.trim_start_matches("__builtin_") == "realloc"
}

/// Functions that copy or fill a block of memory (C11 7.24.2, 7.24.6.1).
pub(crate) fn moves_blocks(name: &str) -> bool {
    matches!(
        name.trim_start_matches("__builtin_"),
        "memcpy" | "memmove" | "memset"
    )
}

/// What functions of which more is known than their types say take first: `p` is a pointer, `s` a
/// size, `n` a number in one word, which may have fewer bits: a block of more bytes is one of so
/// many, too.
pub(crate) fn takes(name: &str) -> &'static str {
    match name.trim_start_matches("__builtin_") {
        "memcpy" | "memmove" => "pps",
        "memset" => "pns",
        "free" | "kfree" | "vfree" => "p",
        "realloc" => "pn",
        "calloc" | "aligned_alloc" | "kcalloc" => "nn",
        _ if is_allocator(name) && name != BLOCK => "n",
        _ => "",
    }
}

/// Functions that only write to the outside world, or only look.
pub(crate) fn is_harmless(name: &str) -> bool {
    matches!(
        name.trim_start_matches("__builtin_"),
        "printf"
            | "fprintf"
            | "vprintf"
            | "vfprintf"
            | "puts"
            | "putchar"
            | "putc"
            | "fputc"
            | "fputs"
            | "perror"
            | "fflush"
            | "free"
            | "kfree"
            | "vfree"
            | "printk"
            | "_printk"
            | "srand"
            | "__VERIFIER_atomic_begin"
            | "__VERIFIER_atomic_end"
            | "object_size"
    )
}

/// Functions that change a stream, its file, and nothing else that the program can see (C11 7.21.5
/// to 7.21.10, 7.29.3; POSIX's, and those that do not lock).
const STREAM: &str =
    "getc fgetc getchar ungetc getw feof ferror clearerr rewind fclose fseek fseeko \
    ftell ftello fileno flockfile ftrylockfile funlockfile getc_unlocked fgetc_unlocked \
    getchar_unlocked feof_unlocked ferror_unlocked clearerr_unlocked fileno_unlocked \
    fflush_unlocked fputc_unlocked putc_unlocked putchar_unlocked fputs_unlocked putw getwc \
    fgetwc getwchar ungetwc fputwc putwc putwchar fputws fwide";

/// Whether a function of the C library uses a stream and nothing else, if its arguments point to
/// streams only.
pub(crate) fn uses_stream(name: &str) -> bool {
    STREAM.split_ascii_whitespace().any(|other| other == name)
}

/// Allocators of memory that is not arbitrary: zero, or what it was before.
pub(crate) fn clears(name: &str) -> bool {
    matches!(
        name.trim_start_matches("__builtin_"),
        "calloc" | "kzalloc" | "kcalloc" | "vzalloc" | "realloc"
    )
}

/// What the names of functions begin with whose result follows from their arguments and from memory
/// (C11 7.4, 7.12, 7.22, 7.24), `NAME` and `strnNAME` alike; and the compiler's own.
const COMPUTED_KINDS: &str = "__builtin_ __atomic_ __sync_ str mem wcs wmem ato abs labs \
    llabs isal iscntrl isdigit isgraph islower isprint ispunct isw tow __isoc99_ss __ctype_ \
    __proofmark_classes";

/// The names of others.
const COMPUTED: &str = "isspace isupper isxdigit isblank tolower toupper sprintf snprintf \
    vsprintf vsnprintf printf fprintf vprintf vfprintf puts putchar putc fputc sscanf vsscanf \
    ungetc ungetwc fputc_unlocked putc_unlocked putchar_unlocked fputwc putwc putwchar div \
    ldiv lldiv imaxdiv imaxabs bsearch isascii toascii index rindex bcmp ffs ffsl ffsll \
    popcount lrint llrint lround llround ilogb isnan isinf finite __model_any __model_number \
    __model_long __model_choice localtime localtime_r gmtime gmtime_r mktime timegm asctime \
    asctime_r ctime ctime_r frexp modf remquo fegetround fesetround fegetenv fesetenv \
    feholdexcept feupdateenv fetestexcept feclearexcept feraiseexcept fegetexceptflag \
    fesetexceptflag time difftime mbsinit setlocale htonl htons ntohl ntohs nanosleep \
    clock_getres clock_gettime clock bzero bcopy explicit_bzero swab mblen mbtowc mbstowcs \
    mbrlen mbrtowc mbsrtowcs wctomb wctob btowc a64l l64a ecvt fcvt gcvt basename dirname \
    asprintf vasprintf rand_r posix_memalign inet_addr inet_aton inet_ntoa inet_pton inet_ntop";

/// Those on complex numbers, without what their names end in (C11 7.3).
const COMPLEX: &str = "cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh \
    cexp clog clog10 cabs cpow csqrt carg cimag conj cproj creal";

/// Whether a function of the C library computes with complex numbers.
fn is_complex(name: &str) -> bool {
    let known = |name: &str| COMPLEX.split(' ').any(|other| other == name);
    let endings = ["", "f", "l"].into_iter();
    let mut stems = endings.filter_map(|ending| name.strip_suffix(ending));
    stems.any(known)
}

/// Functions that say what kind of number their argument is, as glibc's headers call them: with
/// `__` in front, and the argument's type behind.
const CLASSIFIES: &str = "isinf isnan finite fpclassify signbit issignaling iscanonical iseqsig";

fn classifies(name: &str) -> bool {
    let inner = name.strip_prefix("__").unwrap_or_default();
    let stems = ["", "f", "l", "f128"].map(|ending| inner.strip_suffix(ending));
    let mut stems = stems.into_iter().flatten();
    stems.any(|stem| CLASSIFIES.split(' ').any(|other| other == stem))
}

/// Functions of the C library whose result follows from their arguments, from memory and from the
/// environment of floating-point arithmetic, or is not any value (a clock's resolution).
pub(crate) fn is_computed(name: &str) -> bool {
    let mut kinds = COMPUTED_KINDS.split(' ');
    kinds.any(|kind| name.starts_with(kind))
        || COMPUTED.split(' ').any(|other| other == name)
        || is_mathematical(name)
        || is_complex(name)
        || classifies(name)
}

/// What the names of functions of the C library begin with whose calls gcc computes where it knows
/// the arguments (gcc manual, "Other Builtins").
const FOLDED_KINDS: &str = "str mem is abs labs llabs imaxabs ffs toascii index rindex bcmp";

/// Functions whose result gcc may know when it compiles the program: it takes calls of them with
/// constant arguments as constants.
pub(crate) fn is_folded(name: &str) -> bool {
    let mut kinds = FOLDED_KINDS.split(' ');
    let computed = kinds.any(|kind| name.starts_with(kind)) || is_mathematical(name);
    name.starts_with("__builtin_") || classifies(name) || is_library(name) && computed
}

/// Functions that are known to free no block of the program's: others of the names that begin like
/// the library's (`strbuf_release`) may.
pub(crate) fn frees_nothing(name: &str) -> bool {
    let built_in = ["__builtin_", "__atomic_", "__sync_", "__proofmark_"];
    is_allocator(name)
        || is_harmless(name)
        || moves_blocks(name)
        || results(name).is_some()
        || is_library(name)
        || COMPUTED.split(' ').any(|other| other == name)
        || is_mathematical(name)
        || is_complex(name)
        || classifies(name)
        || built_in.iter().any(|kind| name.starts_with(kind))
}

/// Functions behind the macros of headers that yield the address of an object of the C library:
/// always the same one in a thread (C11 7.5p2; glibc's `errno.h` and `ctype.h`).
pub(crate) fn yields_object(name: &str) -> bool {
    matches!(
        name,
        "__errno_location"
            | "__h_errno_location"
            | "__ctype_b_loc"
            | "__ctype_tolower_loc"
            | "__ctype_toupper_loc"
    )
}

/// The least and the largest result of functions of the C library that yield inputs (C11 7.21.7,
/// 7.22.2.1).
pub(crate) fn results(name: &str) -> Option<(i128, i128)> {
    match name {
        "rand" | "random" | "lrand48" => Some((0, (1 << 31) - 1)),
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" | "fgetc_unlocked" => {
            Some((-1, 255))
        }
        _ => None,
    }
}

/// Functions that end the run without being its regular end: nothing is demanded there (C11
/// 7.22.4.1). Those that are called where an assertion fails are among them.
pub(crate) fn aborts(name: &str) -> bool {
    let error = matches!(name, "reach_error" | "__VERIFIER_error");
    matches!(
        name,
        "abort" | "__builtin_abort" | "__builtin_trap" | "__builtin_unreachable" | OTHER_FLAG
    ) || panics(name)
        || is_violation(name) && !error
}

/// Functions by which a kernel stops the machine.
pub(crate) fn panics(name: &str) -> bool {
    matches!(name, "panic" | "nmi_panic")
}

/// Functions of the C library, of POSIX and of Linux that do not return, declared so or not.
pub(crate) fn ends_run(name: &str) -> bool {
    let gccs_too = matches!(
        name.strip_prefix("__builtin_").unwrap_or(name),
        "abort" | "exit" | "_exit" | "_Exit"
    );
    gccs_too
        || matches!(name, "quick_exit" | "pthread_exit" | "thrd_exit")
        || matches!(
            name,
            "__builtin_unreachable" | "__builtin_trap" | OTHER_FLAG
        )
        || ends_task(name)
        || jumps(name)
}

/// Those of them that are no functions of the C library or of POSIX: that a program's own functions
/// of these names return, nobody forbids.
pub(crate) fn ends_task(name: &str) -> bool {
    matches!(
        name,
        "exit_group" | "do_exit" | "kthread_exit" | "kthread_complete_and_exit"
    )
}

/// Functions that go on where `setjmp` was called (C11 7.13.2.1).
pub(crate) fn jumps(name: &str) -> bool {
    matches!(
        name,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "____longjmp_chk"
    )
}

/// Functions that may return more than once (C11 7.13.1.1).
pub(crate) fn returns_twice(name: &str) -> bool {
    of_any_spelling(name, |name| {
        matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "vfork")
    })
}

/// Functions that end the run, or may: `exec` and its variants where they succeed, `daemon`, of
/// which the caller ends, `error` if its first argument is not 0. Programs call others so too,
/// hence the types; without a prototype, they may be these.
pub(crate) fn may_end_run(function: &Function) -> bool {
    let params = function.ty.params.as_ref().map(Vec::len);
    let fixed = |own: usize| params.is_none_or(|params| params == own);
    let variadic = params.is_none() || function.ty.variadic;
    of_any_spelling(&function.name, |name| match name {
        "err" | "errx" => variadic && fixed(2),
        "verr" | "verrx" => fixed(3),
        "error" => variadic && fixed(3),
        "error_at_line" => variadic && fixed(5),
        "execl" | "execlp" | "execle" => variadic,
        "execv" | "execvp" | "daemon" => fixed(2),
        "execve" | "execvpe" | "fexecve" => fixed(3),
        "execveat" => fixed(5),
        _ => false,
    })
}

/// Those of them that do not return if their first argument is not 0, where they are glibc's.
pub(crate) fn returns_with_zero(function: &Function) -> bool {
    matches!(function.name.as_str(), "error" | "error_at_line") && may_end_run(function)
}

/// Functions that send a signal or wait for one, which may end the run (POSIX.1-2017; Linux).
/// Without a prototype, they may be these.
pub(crate) fn meets_signal(function: &Function) -> bool {
    let params = function.ty.params.as_ref().map(Vec::len);
    of_any_spelling(&function.name, |name| {
        let own = match name {
            "pause" => 0,
            "raise" | "gsignal" | "sigsuspend" | "sigpause" => 1,
            "kill" | "killpg" | "pthread_kill" | "tkill" => 2,
            "tgkill" | "sigqueue" | "pthread_sigqueue" => 3,
            _ => return false,
        };
        params.is_none_or(|params| params == own)
    })
}

/// Functions whose call violates the specification, with or without a body.
pub(crate) const VIOLATIONS: [&str; 8] = [
    "reach_error",
    "__VERIFIER_error",
    "__assert_fail",
    "__assert",
    "__assert_perror_fail",
    "__assert_rtn",
    "_assert",
    "__assert2",
];

/// Functions that assert their argument, where the program does not define them.
pub(crate) fn is_assertion(name: &str) -> bool {
    matches!(name, "__VERIFIER_assert" | "assert")
}

/// Functions that are conditions where the program does not define them: the run goes on if they
/// hold.
pub(crate) fn is_condition(name: &str) -> bool {
    is_assertion(name) || name == "__VERIFIER_assume"
}

/// Whether a function is one of [`VIOLATIONS`].
pub(crate) fn is_violation(name: &str) -> bool {
    VIOLATIONS.contains(&name)
}
