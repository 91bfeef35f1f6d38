//! Names of the C library that compilers know.

use super::{Lowerer, Result};
use crate::diagnostic::ErrorKind;

/// Functions of the C library and POSIX that gcc may evaluate or replace by itself (gcc manual,
/// "Other Builtins").
#[rustfmt::skip]
const KNOWN_TO_COMPILERS: [&str; 115] = [
    "abort", "abs", "alloca", "bcmp", "bcopy", "bzero", "calloc", "ceil", "ceilf", "copysign", "cos", "cosf", "exit", "_exit", "_Exit", "exp",
    "expf", "fabs", "fabsf", "fabsl", "ffs", "ffsl", "ffsll", "floor", "floorf", "fmod", "fork", "fprintf", "fputc", "fputs", "free", "frexp",
    "fscanf", "fwrite", "gettext", "imaxabs", "index", "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isfinite", "isgraph",
    "isinf", "islower", "isnan", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "labs", "ldexp", "llabs", "log", "log2", "log10", "lrint",
    "lround", "malloc", "memccpy", "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "modf", "pow", "printf", "putchar", "puts",
    "realloc", "rindex", "round", "scanf", "sin", "sinf", "snprintf", "sprintf", "sqrt", "sqrtf", "sscanf", "stpcpy", "stpncpy", "strcasecmp",
    "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strdup", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen",
    "strpbrk", "strrchr", "strspn", "strstr", "tan", "tanf", "toascii", "tolower", "toupper", "trunc", "vfprintf", "vprintf", "vsnprintf",
    "vsprintf",
];

impl Lowerer<'_> {
    /// A compiler knows the functions of the C library by their names: it may put its own code
    /// where the program has a definition of one.
    pub(super) fn library_name(&mut self, f: u32) -> Result<()> {
        let program = self.program;
        let Some(function) = program
            .functions
            .get(f as usize)
            .filter(|_| self.concrete.is_none())
        else {
            return Ok(());
        };
        let name = function.name.as_str();
        if function.body.is_some() {
            if KNOWN_TO_COMPILERS.contains(&name) {
                let detail =
                    "A function of the C library that the program defines: calls of it run this definition, as with `-fno-builtin` (C11 7.1.3p2).";
                self.note("undefined-behaviour", name, detail);
            }
            return Ok(());
        }
        match name.strip_prefix("__builtin_") {
            Some(library)
                if program
                    .functions
                    .iter()
                    .any(|f| f.body.is_some() && f.name == library) =>
            {
                let message = format!("`{name}` may be the compiler's own function or the `{library}` that the program defines");
                Err(self
                    .fail(ErrorKind::Unsupported, message)
                    .help(format!("call `{library}`, or leave its definition out")))
            }
            _ => Ok(()),
        }
    }
}
