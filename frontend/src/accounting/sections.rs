//! The names of sections (gcc manual, `section`).

/// How the names of those begin whose code, or the functions in whose tables, run without being
/// called (System V ABI, "Special Sections"; glibc where it is linked statically: `__libc_atexit`,
/// `__libc_freeres_fn`).
const RUN: &str = ".init_array .preinit_array .fini_array .ctors .dtors __libc_";

/// How the names of those begin that say to the compiler, the assembler or the linker more than
/// where things are: that they are thrown away, overlaid, merged, one for each thread, or not what
/// the file holds when a run starts (binutils: `special_sections` of `bfd/elf.c` and
/// `bfd/elf64-x86-64.c`, the default linker script; gcc: `default_section_type_flags`). Of
/// `.gnu.linkonce.*` in all files, ld keeps the first: objects become one.
const BEGIN: &str = ".gnu .debug .zdebug .rel .stab .note .dyn .got .igot .plt .iplt .tm_clone \
    .gcc_except_table .ctf";

/// The same by all that stands in front of a second dot.
const FIRST: &str = ".comment .eh_frame .eh_frame_entry .eh_frame_hdr .exception_ranges .group \
    .hash .interp .jcr .lbss .ldata .line .lrodata .noinit .persistent .sbss .sbss2 .sdata .sdata2 \
    .sframe .shstrtab .strtab .symtab .symtab_shndx .tbss .tcommon .tdata";

/// The same by the whole name: sections that are none.
const WHOLE: &str = "COMMON *ABS* *UND* *COM* *IND*";

/// Why a section is refused; other names say only where things are, not what they hold.
pub(crate) fn refused_section(name: &str) -> Option<&'static str> {
    // The assembler reads more than the name in what stands behind other characters.
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"._-+$*".contains(&c);
    if !name.bytes().all(plain) {
        return Some("this section's name is not supported");
    }
    let begins = |list: &str| list.split_whitespace().any(|begin| name.starts_with(begin));
    let is = |word: &str, list: &str| list.split_whitespace().any(|other| other == word);
    if begins(RUN) || is(name, ".init .fini") {
        return Some("a section of functions that run before or after `main` is not supported");
    }
    let second = name.bytes().skip(1).position(|c| c == b'.');
    let first = second.and_then(|at| name.get(..=at)).unwrap_or(name);
    if begins(BEGIN) || is(first, FIRST) || is(name, WHOLE) {
        return Some(
            "a section to which the linker or the loader gives a meaning is not supported",
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::refused_section;
    use std::process::Command;

    fn output(program: &str, arguments: &[&str]) -> Option<String> {
        let run = Command::new(program).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&run.stdout).into_owned())
    }

    #[test]
    fn what_the_linker_names_is_refused_but_for_code_and_contents() {
        const CONTENTS: [&str; 5] = [".text", ".data", ".rodata", ".bss", ".stub"];
        for emulation in ["elf_x86_64", "elf_i386"] {
            let Some(script) = output("ld", &["-m", emulation, "--verbose"]) else {
                return eprintln!("skipped: there is no ld");
            };
            let parts = script.split("/*");
            let code = parts.map(|part| part.split_once("*/").map_or(part, |(_, code)| code));
            let script: String = code.collect();
            let names = script.split(|c: char| c.is_whitespace() || "()*:".contains(c));
            let named = |name: &&str| {
                let second = name.as_bytes().get(1);
                name.starts_with('.') && second.is_some_and(u8::is_ascii_alphabetic)
            };
            let mut count = 0;
            for name in names.filter(named) {
                let contents = CONTENTS.iter().any(|begin| name.starts_with(begin));
                assert!(contents || refused_section(name).is_some(), "{name}");
                count += 1;
            }
            assert!(count > 100, "{emulation}: {count} names");
        }
    }

    #[test]
    fn what_the_library_finds_by_its_section_is_refused() {
        let Some(library) = output("gcc", &["-print-file-name=libc.a"]) else {
            return eprintln!("skipped: there is no gcc");
        };
        let Some(symbols) = output("nm", &[library.trim()]) else {
            return eprintln!("skipped: there is no nm");
        };
        let starts = symbols
            .split_whitespace()
            .filter_map(|word| word.strip_prefix("__start_"));
        // `__start_context` is a function.
        for section in starts.filter(|name| *name != "context") {
            assert!(refused_section(section).is_some(), "{section}");
        }
    }

    #[test]
    fn names_that_drivers_give_are_places() {
        for name in [
            ".init.text",
            ".exit.data",
            ".modinfo",
            ".ref.data",
            ".text.unlikely",
            ".data..percpu",
            "__ksymtab",
            "__param",
            ".ccmram",
            "numbers",
            ".discard.addressable",
            ".noinstr.text",
            ".initcall6.init",
            ".fixup",
            ".linked",
        ] {
            assert_eq!(refused_section(name), None, "{name}");
        }
    }
}
