//! Names that a program shares with what compilers and linkers add to it (C11 7.1.3): what it
//! defines under such a name may be used by others than the program.

/// Whether a name is the implementation's own where the linker sees it (C11 7.1.3p1). Programs of
/// the verifier define `__VERIFIER_assert` and its like, which nobody else has.
pub(crate) fn is_reserved(name: &str) -> bool {
    name.starts_with('_') && !name.starts_with("__VERIFIER_")
}

/// Whether a name is that of a function which gcc itself knows and nobody else has: calls by it are
/// gcc's, whatever the program defines under it, and no linker knows it (gcc manual, "Other
/// Builtins", "__sync Builtins", "__atomic Builtins").
pub(crate) fn is_built_in(name: &str) -> bool {
    let starts = ["__builtin_", "__atomic_", "__sync_"];
    starts.iter().any(|start| name.starts_with(start))
}

/// What stands in front of a machine mode in the names of functions that take no number of operands
/// (gcc internals, "Routines for floating point emulation").
const CONVERSIONS: [&str; 2] = ["fix", "float"];

/// The machine modes in the names of functions of gcc's own library.
const MODES: [&str; 12] = [
    "qi", "hi", "si", "di", "ti", "hf", "sf", "df", "xf", "tf", "dc", "sc",
];

/// Others that gcc calls: of threads' memory, profilers, checks of the stack, and jumps by way of
/// code of the program.
const CALLED: &str = "__stack_chk_fail __stack_chk_fail_local __tls_get_addr ___tls_get_addr \
    __emutls_get_address __morestack mcount _mcount __mcount __fentry__";

/// Whether gcc calls functions of this name by itself, also where the file has one that no other
/// file sees (gcc internals, "The GCC low-level runtime library"; gcc manual, "x86 Options").
pub(crate) fn is_called_by_compilers(name: &str) -> bool {
    let operations = ["__atomic_", "__sync_", "__x86_"];
    CALLED.split_ascii_whitespace().any(|other| other == name)
        || operations.iter().any(|start| name.starts_with(start))
        || name.strip_prefix("__").is_some_and(is_operation)
}

/// Whether a name without underscores is that of an operation on machine modes: `divdi3`,
/// `popcountdi2`, `floattidf`.
fn is_operation(name: &str) -> bool {
    let counted = name.strip_suffix(['2', '3', '4']);
    let operation = counted.unwrap_or(name);
    let converts = CONVERSIONS.iter().any(|start| name.starts_with(start));
    (counted.is_some() || converts)
        && operation.bytes().all(|byte| byte.is_ascii_lowercase())
        && MODES.iter().any(|mode| operation.ends_with(mode))
}

/// The C library's objects that its functions change, and know by these names: a program that
/// defines one of them has the library's (POSIX; glibc's manual).
const OBJECTS: &str = "daylight environ error_message_count error_one_per_line getdate_err \
    h_errno loc1 loc2 locs optarg opterr optind optopt program_invocation_name \
    program_invocation_short_name re_syntax_options rexecoptions rpc_createerr signgam stderr \
    stdin stdout svc_fdset svc_max_pollfd svc_pollfd timezone tzname __daylight __environ \
    __progname __progname_full __signgam __timezone __tzname _environ _res";

/// Whether functions of the C library change an object of this name, whoever defines it.
pub(crate) fn is_library_object(name: &str) -> bool {
    OBJECTS.split_ascii_whitespace().any(|other| other == name)
}

#[cfg(test)]
mod tests {
    use super::{is_called_by_compilers, is_library_object, is_reserved};

    #[test]
    fn what_gcc_calls_is_known_by_its_name() {
        let own = [
            "__divdi3",
            "__udivmodti4",
            "__popcountdi2",
            "__fixunsdfdi",
            "__floattidf",
            "__powidf2",
            "__atomic_load_8",
            "__sync_fetch_and_add_8",
            "__x86_return_thunk",
            "__fentry__",
            "__stack_chk_fail",
            "__mulsc3",
        ];
        for name in own {
            assert!(is_called_by_compilers(name), "{name}");
        }
        for name in [
            "divdi3", "__fls64", "__swab16", "__di3_x", "__Di3", "__fixup", "__di",
        ] {
            assert!(!is_called_by_compilers(name), "{name}");
        }
    }

    #[test]
    fn reserved_names_begin_with_an_underscore() {
        assert!(is_reserved("__gmon_start__") && is_reserved("_end"));
        assert!(!is_reserved("end") && !is_reserved("__VERIFIER_assert"));
        assert!(is_library_object("optind") && !is_library_object("optimal"));
    }
}
