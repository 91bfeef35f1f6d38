//! What functions of the C library, of POSIX and of Linux do besides what their types say: they run
//! functions of the program, keep memory that they get, or have objects of their own.

use super::spelling::of_any_spelling;
use super::{jumps, returns_twice};

/// Functions that change how floating-point arithmetic rounds, or what it makes of small numbers
/// (C11 7.6.3, 7.6.4; glibc's, BSD's and Microsoft's own; Intel's intrinsics).
const ARITHMETIC: &str = "fesetround fesetenv feholdexcept feupdateenv fesetmode fesetprec \
    fpsetround fpsetprec fpsetmask __setfpucw _controlfp _control87 _controlfp_s __control87_2 \
    _mm_setcsr ia32_ldmxcsr ia32_fldenv ia32_fxrstor ia32_fxrstor64 ia32_xrstor ia32_xrstor64";

/// Whether a function changes what floating-point arithmetic computes.
pub(crate) fn changes_arithmetic(name: &str) -> bool {
    listed(ARITHMETIC, name)
}

/// Functions whose very purpose is to run functions of the program, at once, later or at the same
/// time. The default model of externals would leave those runs out.
const CALL_BACK: &str = "atexit at_quick_exit on_exit __cxa_atexit __cxa_at_quick_exit \
    __cxa_thread_atexit __cxa_thread_atexit_impl signal bsd_signal sysv_signal __sysv_signal \
    ssignal sigset sigvec sigaction __sigaction __libc_sigaction pthread_create pthread_once \
    __pthread_once pthread_atfork __register_atfork pthread_key_create __pthread_key_create \
    _pthread_cleanup_push _pthread_cleanup_push_defer __pthread_register_cancel \
    __pthread_register_cancel_defer thrd_create call_once tss_create timer_create mq_notify \
    getaddrinfo_a clone __clone __clone2 clone2 makecontext setcontext swapcontext qsort qsort_r \
    qsort_s bsearch bsearch_s lfind lsearch tsearch tfind tdelete twalk twalk_r tdestroy ftw \
    ftw64 nftw nftw64 fts_open fts64_open scandir scandir64 scandirat scandirat64 fopencookie \
    _IO_fopencookie funopen dl_iterate_phdr register_printf_function register_printf_specifier \
    register_printf_type argp_parse argp_help argp_usage argp_error argp_failure argp_state_help \
    aio_fsync _obstack_begin _obstack_begin_1 _obstack_newchunk _obstack_free \
    obstack_free _dl_catch_error _dl_catch_exception mcheck mcheck_pedantic \
    set_constraint_handler_s err_set_exit _Unwind_Backtrace _Unwind_DeleteException \
    _Unwind_ForcedUnwind _Unwind_RaiseException _Unwind_Resume \
    _Unwind_Resume_or_Rethrow __libc_start_main syscall apply";

/// Functions that do so if an argument has one of these bits, and which.
const CALL_BACK_WITH: [(&str, usize, i128); 2] = [
    // An error function, and `GLOB_ALTDIRFUNC`.
    ("glob", 2, -1),
    ("glob", 1, 1 << 9),
];

/// Whether a call runs functions of the program. `argument` has the values of arguments that are
/// constants; one that is missing is none.
pub(crate) fn calls_back(name: &str, argument: impl Fn(usize) -> Option<i128>) -> bool {
    let mut with = CALL_BACK_WITH
        .iter()
        .filter(|(other, ..)| of_any_spelling(name, |name| name == *other));
    listed(CALL_BACK, name)
        || with.any(|(_, index, bits)| argument(*index).is_none_or(|value| value & bits != 0))
}

/// Functions that unwind the stack: where the compiler makes tables for exceptions, the program's
/// clean-up functions run (gcc manual, `-fexceptions`; glibc's `pthread.h`).
const UNWINDS: &str = "pthread_exit thrd_exit pthread_cancel pthread_testcancel";

/// Whether a function unwinds the stack.
pub(crate) fn unwinds(name: &str) -> bool {
    listed(UNWINDS, name)
}

/// Objects of the library that hold functions which it runs.
pub(crate) fn is_hook(name: &str) -> bool {
    const HOOKS: &str = "error_print_progname obstack_alloc_failed_handler \
        argp_program_version_hook __malloc_hook __free_hook __realloc_hook __memalign_hook \
        __malloc_initialize_hook __after_morecore_hook __morecore";
    listed(HOOKS, name)
}

/// Which argument points to memory that a function keeps: others that look harmless read and write
/// it later (C11 7.21.5.6).
pub(crate) fn kept_argument(name: &str) -> Option<usize> {
    const KEPT: [(&str, usize); 3] = [
        (
            "fmemopen open_memstream open_wmemstream aio_read aio_write set_robust_list \
            set_tid_address setstate setstate_r sigaltstack",
            0,
        ),
        (
            "setbuf setvbuf setbuffer lio_listio initstate initstate_r",
            1,
        ),
        ("io_submit", 2),
    ];
    let mut kept = KEPT.into_iter();
    kept.find_map(|(names, index)| listed(names, name).then_some(index))
}

/// Functions whose result points to an object of their own, which later calls of any of them change
/// (C11 7.11.2.1p8, 7.24.6.2p4, 7.27.3p1 and their like).
const OWN_OBJECTS: &str = "asctime ctime gmtime localtime getenv secure_getenv strerror strsignal \
    setlocale localeconv nl_langinfo tmpnam ctermid cuserid getlogin ttyname ptsname crypt ecvt \
    fcvt qecvt qfcvt getpwnam getpwuid getpwent fgetpwent getgrnam getgrgid getgrent fgetgrent \
    getpass getspnam getspent sgetspent fgetspent getsgent getsgnam getusershell getttyent \
    getttynam getfsent getfsspec getfsfile getutent getutid getutline getutxent getutxid \
    getutxline \
    pututline pututxline gethostbyname gethostbyname2 gethostbyaddr gethostent getservbyname \
    getservbyport getservent getprotobyname getprotobynumber getprotoent getnetbyname \
    getnetbyaddr getnetent getrpcbyname getrpcbynumber getrpcent getaliasbyname getaliasent \
    getmntent getdate inet_ntoa inet_nsap_ntoa ether_ntoa ether_aton readdir readdir64 hstrerror \
    dlerror l64a basename dirname __xpg_basename hsearch bindtextdomain textdomain";

/// Whether a function is one of these.
pub(crate) fn has_own_object(name: &str) -> bool {
    listed(OWN_OBJECTS, name)
}

/// Functions that return the address of an object which almost all others change (C11 7.5).
pub(crate) fn points_to_status(name: &str) -> bool {
    listed(
        "__errno_location __h_errno_location __errno __error ___errno _errno",
        name,
    )
}

/// Functions that may change all of memory: they go on where an earlier call ended (C11 7.24.5.8),
/// get addresses as integers, change what `environ` points to, or put other memory in the place of
/// some.
pub(crate) fn changes_memory(name: &str) -> bool {
    listed(
        "strtok prctl arch_prctl ptrace keyctl setenv unsetenv putenv clearenv shmat",
        name,
    )
}

/// Functions that write to the address that an argument is, also if that is an integer, and which.
pub(crate) fn address_as_number(name: &str) -> Option<usize> {
    listed("ioctl fcntl fcntl64", name).then_some(2)
}

/// Whether a function without a body does something that the default model leaves out.
pub(crate) fn is_peculiar(name: &str) -> bool {
    calls_back(name, |_| None)
        || kept_argument(name).is_some()
        || has_own_object(name)
        || changes_memory(name)
        || points_to_status(name)
        || returns_twice(name)
        || jumps(name)
}

fn listed(names: &str, name: &str) -> bool {
    of_any_spelling(name, |name| {
        names.split_ascii_whitespace().any(|other| other == name)
    })
}
