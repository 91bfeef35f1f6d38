//! The attributes (gcc manual, "Declaring Attributes of Functions", "Specifying Attributes of
//! Variables", "Specifying Attributes of Types", and those of labels, enumerators and statements).

use super::{Kind, Position};
use std::collections::HashMap;
use std::sync::LazyLock;
use Kind::{Harmless, Meaning, Promise, Refused};
use Position::{
    Enumeration, Function, Member, Object, Parameter, Parentheses, Pointer, Record, Typedef,
};
use Where::{Anywhere, On};

/// Where an attribute is understood.
enum Where {
    /// Wherever the parser lets one stand.
    Anywhere,
    /// There only.
    On(&'static [Position]),
}

impl Where {
    fn has(&self, position: Position) -> bool {
        match self {
            Where::Anywhere => true,
            Where::On(positions) => positions.contains(&position),
        }
    }
}

const WARNING: Kind = Harmless("for warnings only");
const SPEED: Kind = Harmless("how code is optimised or placed, not what it computes");
const LINKER: Kind = Harmless("which symbols other modules see");
const CHECK: Kind = Harmless("code that checks, counts or traces, or none of it");
const IGNORED: Kind = Harmless("gcc ignores it here");
const OTHERS: Kind = Harmless("gcc does not know it, and ignores it");
const CONVENTION: Kind =
    Promise("every call uses the calling convention with which the function was defined");

/// Rows: names, positions, what they do there. The first row that fits counts.
const TABLE: &[(&[&str], Where, Kind)] = &[
    // -- what the analysis models
    (&["packed"], On(&[Member, Record, Enumeration]), Meaning),
    (&["packed"], On(&[Object, Typedef, Function]), IGNORED),
    // Of targets whose object files are PE (gcc, `config/i386/winnt.cc`): ELF's has no such.
    (&["selectany"], On(&[Object]), IGNORED),
    (
        &["dllimport", "dllexport"],
        On(&[Object, Function]),
        IGNORED,
    ),
    (
        &["aligned"],
        On(&[Object, Typedef, Member, Record]),
        Meaning,
    ),
    (&["aligned"], On(&[Function]), SPEED),
    (&["mode"], On(&[Object, Typedef, Member]), Meaning),
    (&["weak"], On(&[Object, Function]), Meaning),
    (&["alias"], On(&[Object, Function]), Meaning),
    // Names of sections are checked wherever they are read.
    (&["section"], Anywhere, Meaning),
    (&["noreturn"], On(&[Function]), Meaning),
    (&["constructor"], On(&[Function]), Meaning),
    (&["copy"], On(&[Function]), Meaning),
    (&["cleanup"], On(&[Object]), Meaning),
    (&["transparent_union"], On(&[Typedef, Record]), Meaning),
    (&[super::PRUNED], On(&[Function]), Meaning),
    // -- promises
    (
        &["noreturn"],
        On(&[Object, Typedef, Member, Parameter, Pointer, Parentheses]),
        Promise("functions that are called through pointers declared so do not return"),
    ),
    (
        &["nonnull"],
        Anywhere,
        Promise("the arguments that it names are not null"),
    ),
    (
        &["returns_nonnull"],
        Anywhere,
        Promise("the result is not null"),
    ),
    (
        &["pure"],
        Anywhere,
        Promise(
            "the function changes nothing, and its result depends on its arguments and memory only",
        ),
    ),
    (
        &["const"],
        Anywhere,
        Promise(
            "the function changes and reads nothing, and its result depends on its arguments only",
        ),
    ),
    (
        &["malloc"],
        Anywhere,
        Promise("what the result points to is new, and nothing else points to it"),
    ),
    (
        &["alloc_size"],
        Anywhere,
        Promise("the result points to so many bytes"),
    ),
    (
        &["alloc_align", "assume_aligned"],
        Anywhere,
        Promise("the result is aligned"),
    ),
    (
        &["access"],
        Anywhere,
        Promise("the function accesses what its arguments point to in this way only"),
    ),
    (
        &[
            "cdecl",
            "fastcall",
            "ms_abi",
            "regparm",
            "sseregparm",
            "stdcall",
            "sysv_abi",
            "thiscall",
        ],
        Anywhere,
        CONVENTION,
    ),
    // -- no change of meaning
    (
        &[
            "access_none",
            "artificial",
            "deprecated",
            "designated_init",
            "diagnose_as_builtin",
            "error",
            "fallthrough",
            "format",
            "format_arg",
            "nonstring",
            "sentinel",
            "tainted_args",
            "unavailable",
            "unused",
            "warn_if_not_aligned",
            "warn_unused_result",
            "warning",
        ],
        Anywhere,
        WARNING,
    ),
    (
        &[
            "always_inline",
            "cold",
            "flatten",
            "hot",
            "noclone",
            "noinline",
            "noipa",
            "no_icf",
            "no_reorder",
            "stack_protect",
            "no_stack_protector",
            "no_stack_limit",
            "no_split_stack",
            "noplt",
            "uninitialized",
            "zero_call_used_regs",
            "force_align_arg_pointer",
            "no_fp_except",
        ],
        Anywhere,
        SPEED,
    ),
    (
        &[
            "externally_visible",
            "no_common",
            "nocommon",
            "retain",
            "used",
            "visibility",
        ],
        Anywhere,
        LINKER,
    ),
    (
        &[
            "cf_check",
            "fentry_section",
            "function_return",
            "indirect_branch",
            "indirect_return",
            "nocf_check",
            "no_instrument_function",
            "no_profile_instrument_function",
            "no_address_safety_analysis",
            "no_sanitize",
            "no_sanitize_address",
            "no_sanitize_coverage",
            "no_sanitize_thread",
            "no_sanitize_undefined",
            "patchable_function_entry",
        ],
        Anywhere,
        CHECK,
    ),
    (&["nothrow"], Anywhere, Harmless("C has no exceptions")),
    (
        &["leaf"],
        Anywhere,
        Promise(
            "the function comes back into the file that calls it by returning only, and looks at \
             nothing of it",
        ),
    ),
    (
        &["returns_twice"],
        Anywhere,
        Harmless("calls of `setjmp` and its like are refused by their names"),
    ),
    (
        &["gnu_inline"],
        Anywhere,
        Harmless("definitions count where they are visible"),
    ),
    (&["gcc_struct"], Anywhere, Harmless("the ABI's own layout")),
    // Of other compilers and of tools: Clang's analyses of threads, of ownership and of states, and
    // notes for other languages. A test asks gcc whether it knows one.
    (
        &[
            "acquire_capability",
            "acquire_handle",
            "acquire_shared_capability",
            "acquired_after",
            "acquired_before",
            "analyzer_noreturn",
            "annotate",
            "annotate_type",
            "argument_with_type_tag",
            "assert_capability",
            "assert_exclusive_lock",
            "assert_shared_capability",
            "assert_shared_lock",
            "btf_decl_tag",
            "btf_type_tag",
            "capability",
            "cf_audited_transfer",
            "cf_consumed",
            "cf_returns_not_retained",
            "cf_returns_retained",
            "cf_unknown_transfer",
            "consumable",
            "counted_by",
            "counted_by_or_null",
            "diagnose_if",
            "enum_extensibility",
            "exclusive_lock_function",
            "exclusive_locks_required",
            "exclusive_trylock_function",
            "flag_enum",
            "guarded_by",
            "guarded_var",
            "lock_returned",
            "lockable",
            "locks_excluded",
            "no_thread_safety_analysis",
            "ns_returns_not_retained",
            "ns_returns_retained",
            "os_consumed",
            "os_returns_retained",
            "ownership_holds",
            "ownership_returns",
            "ownership_takes",
            "pointer_with_type_tag",
            "pt_guarded_by",
            "pt_guarded_var",
            "release_capability",
            "release_generic_capability",
            "release_handle",
            "release_shared_capability",
            "requires_capability",
            "requires_shared_capability",
            "scoped_capability",
            "scoped_lockable",
            "shared_capability",
            "shared_lock_function",
            "shared_locks_required",
            "shared_trylock_function",
            "sized_by",
            "swift_name",
            "swift_private",
            "try_acquire_capability",
            "try_acquire_shared_capability",
            "type_tag_for_datatype",
            "unlock_function",
            "use_handle",
        ],
        Anywhere,
        OTHERS,
    ),
    // -- what has no model
    (
        &[
            "cleanup",
            // The linker makes one object of several.
            "common",
            "constructor",
            "destructor",
            "fentry_name",
            "ifunc",
            "interrupt",
            "may_alias",
            "ms_struct",
            "naked",
            "noinit",
            "no_caller_saved_registers",
            "optimize",
            "persistent",
            "scalar_storage_order",
            "simd",
            "symver",
            "target",
            "target_clones",
            "tls_model",
            "vector_size",
            "weakref",
        ],
        Anywhere,
        Refused,
    ),
];

static BY_NAME: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut out: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, (names, _, _)) in TABLE.iter().enumerate() {
        for name in *names {
            out.entry(name).or_default().push(index);
        }
    }
    out
});

/// An attribute's name without the underscores that keep macros away from it (gcc manual,
/// "Attribute Syntax").
pub(crate) fn canonical(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|n| n.strip_suffix("__"))
        .filter(|n| !n.is_empty())
        .unwrap_or(name)
}

/// What an attribute does in a position, and its name as the table has it; `Err` says why there is
/// no answer.
pub(crate) fn lookup(name: &str, position: Position) -> Result<(&'static str, Kind), String> {
    let name = if name == super::PRUNED {
        name
    } else {
        canonical(name)
    };
    let Some((own, rows)) = BY_NAME.get_key_value(name) else {
        return Err(format!("the attribute `{name}` is not known"));
    };
    let mut rows = rows.iter().filter_map(|row| TABLE.get(*row));
    match rows.find(|(_, places, _)| places.has(position)) {
        Some((_, _, Refused)) => Err(format!("the attribute `{name}` is not supported")),
        Some((_, _, kind)) => Ok((own, *kind)),
        None => Err(format!(
            "the attribute `{name}` is not supported {}",
            position.describe()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{OTHERS, TABLE};
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[test]
    fn gcc_does_not_know_attributes_of_others() {
        let rows = TABLE.iter().filter(|(_, _, kind)| *kind == OTHERS);
        let names: Vec<&str> = rows.flat_map(|(names, ..)| names.iter().copied()).collect();
        let ask = |name: &&str| format!("#if __has_attribute({name})\nknown {name}\n#endif\n");
        let text: String = names.iter().map(ask).collect();
        let mut gcc = Command::new("gcc")
            .args(["-E", "-P", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("gcc");
        let mut input = gcc.stdin.take().expect("its input");
        input.write_all(text.as_bytes()).expect("its input");
        drop(input);
        let said = gcc.wait_with_output().expect("gcc").stdout;
        assert!(!names.is_empty());
        assert_eq!(String::from_utf8_lossy(&said).trim(), "");
    }
}
