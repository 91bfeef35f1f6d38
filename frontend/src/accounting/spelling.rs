//! Other names of functions of the C library, by how they are formed.

/// What glibc puts in front of names for its own use: `__vfork`, `_IO_setvbuf`.
const BEFORE: [&str; 5] = ["__builtin_", "__libc_", "_IO_", "__GI_", "__"];

/// What stands behind names for checks, for a locale, and for wider types (POSIX's `off64_t`;
/// `time64_t` on i386), the outermost first: `strerror_l`, `__glob64_time64`.
const BEHIND: [&str; 4] = ["_chk", "_l", "_time64", "64"];

/// Whether something is so of a name, or of what is left of it without what glibc puts around
/// names: such a function does what the one without does.
pub(crate) fn of_any_spelling(name: &str, holds: impl Fn(&str) -> bool) -> bool {
    let inner = BEFORE.iter().filter_map(|affix| name.strip_prefix(affix));
    std::iter::once(name).chain(inner).any(|mut name| {
        holds(name)
            || BEHIND.iter().any(|affix| {
                let shorter = name.strip_suffix(affix);
                name = shorter.unwrap_or(name);
                shorter.is_some() && holds(name)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::of_any_spelling;

    #[test]
    fn names_are_known_by_what_is_left_of_them() {
        let is = |name: &str, plain: &str| of_any_spelling(name, |left| left == plain);
        assert!(is("vfork", "vfork") && is("__vfork", "vfork"));
        assert!(is("__glob64_time64", "glob") && is("__glob64_time64", "glob64"));
        assert!(is("_IO_setvbuf", "setvbuf") && is("aio_read64", "aio_read"));
        assert!(is("__nl_langinfo_l", "nl_langinfo") && is("__builtin_setjmp", "setjmp"));
        assert!(!is("vforks", "vfork") && !is("my_vfork", "vfork") && !is("_vfork", "vfork"));
    }
}
