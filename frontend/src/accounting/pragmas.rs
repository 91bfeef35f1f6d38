//! The pragmas (gcc manual, "Pragmas Accepted by GCC"; C11 6.10.6).

use super::Kind;
use Kind::{Harmless, Meaning, Refused};

/// From each offset on, the largest alignment of members that `#pragma pack` asks for.
pub(crate) type Packs = Vec<(usize, Option<u64>)>;

const WARNING: Kind = Harmless("for warnings, and for the preprocessor, which is done");
const SPEED: Kind = Harmless("how code is optimised or placed, not what it computes");
const UNKNOWN_TO_GCC: Kind = Harmless("of other compilers: gcc ignores it");
const WITHOUT_OPTION: Kind =
    Harmless("gcc ignores it without `-fopenmp` or `-fopenacc`, which are refused");

/// Rows: the first words, what they do.
const TABLE: &[(&str, Kind)] = &[
    ("pack", Meaning),
    ("GCC diagnostic", WARNING),
    ("GCC warning", WARNING),
    ("GCC error", WARNING),
    ("GCC poison", WARNING),
    ("GCC system_header", WARNING),
    ("message", WARNING),
    ("once", WARNING),
    ("push_macro", WARNING),
    ("pop_macro", WARNING),
    (
        "GCC visibility",
        Harmless("which symbols other modules see"),
    ),
    ("GCC unroll", SPEED),
    // Options that change something are refused, so there are none to keep or to restore.
    ("GCC push_options", SPEED),
    ("GCC pop_options", SPEED),
    ("GCC reset_options", SPEED),
    (
        "STDC FP_CONTRACT",
        Harmless("gcc ignores it; without FMA there is nothing to contract to"),
    ),
    (
        "STDC FENV_ACCESS",
        Harmless("gcc ignores it; what changes the environment counts"),
    ),
    (
        "STDC CX_LIMITED_RANGE",
        Harmless("gcc ignores it; products and quotients are any complex numbers"),
    ),
    ("omp", WITHOUT_OPTION),
    ("acc", WITHOUT_OPTION),
    ("warning", UNKNOWN_TO_GCC),
    ("comment", UNKNOWN_TO_GCC),
    ("region", UNKNOWN_TO_GCC),
    ("endregion", UNKNOWN_TO_GCC),
    ("alloc_text", UNKNOWN_TO_GCC),
    ("intrinsic", UNKNOWN_TO_GCC),
    ("function", UNKNOWN_TO_GCC),
    ("code_seg", UNKNOWN_TO_GCC),
    ("data_seg", UNKNOWN_TO_GCC),
    ("bss_seg", UNKNOWN_TO_GCC),
    ("const_seg", UNKNOWN_TO_GCC),
    ("clang", UNKNOWN_TO_GCC),
    ("disable_warning", UNKNOWN_TO_GCC),
    ("save", UNKNOWN_TO_GCC),
    ("restore", UNKNOWN_TO_GCC),
    // Of tools that compute bounds on running times, and of CIL's.
    ("loopbound", UNKNOWN_TO_GCC),
    ("entrypoint", UNKNOWN_TO_GCC),
    ("noalign", UNKNOWN_TO_GCC),
    ("ccured_extends", UNKNOWN_TO_GCC),
    ("ccuredpoly", UNKNOWN_TO_GCC),
    ("ccuredvararg", UNKNOWN_TO_GCC),
    // The compiler opens the file that it names, also where it reads preprocessed text.
    ("GCC dependency", Refused),
    ("GCC ivdep", Refused),
    ("GCC optimize", Refused),
    ("GCC target", Refused),
    ("STDC FLOAT_CONST_DECIMAL64", Refused),
    ("scalar_storage_order", Refused),
    ("redefine_extname", Refused),
    ("extern_prefix", Refused),
    ("ms_struct", Refused),
    ("weak", Refused),
];

/// What the pragmas of a text do: pairs of an offset and of what stands behind `#pragma` there.
///
/// # Errors
/// For one that is not known, or that changes the meaning in a way without a model.
pub(crate) fn read<'t>(
    pragmas: impl IntoIterator<Item = (usize, &'t str)>,
) -> Result<Packs, (usize, String)> {
    let mut packing = Packing::default();
    for (offset, body) in pragmas {
        match kind(body) {
            Some(Meaning) => packing
                .pragma(offset, body)
                .ok_or_else(|| (offset, format!("`#pragma {body}` is not understood")))?,
            Some(Harmless(_) | Kind::Promise(_)) => {}
            Some(Refused) => return Err((offset, format!("`#pragma {body}` is not supported"))),
            None => return Err((offset, format!("`#pragma {body}` is not known"))),
        }
    }
    Ok(packing.packs)
}

fn kind(body: &str) -> Option<Kind> {
    let mut words = body
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty());
    let first = words.next()?;
    let two = format!("{first} {}", words.next().unwrap_or(""));
    let row = TABLE
        .iter()
        .find(|(name, _)| *name == first || *name == two);
    row.map(|(_, kind)| *kind)
}

/// The state of `#pragma pack` (gcc manual, "Structure-Layout Pragmas").
#[derive(Default)]
struct Packing {
    packs: Packs,
    stack: Vec<Option<u64>>,
    current: Option<u64>,
}

impl Packing {
    fn pragma(&mut self, offset: usize, body: &str) -> Option<()> {
        // gcc warns of what stands behind the parentheses, and does what they say.
        let args = body.strip_prefix("pack")?;
        let args = args
            .trim_end_matches(|c: char| c == ';' || c.is_ascii_whitespace())
            .trim();
        let args = args.strip_prefix('(')?.strip_suffix(')')?;
        let args: Vec<&str> = args.split(',').map(str::trim).collect();
        // 0 asks for nothing.
        let value = |text: &str| match text.parse::<u64>().ok()? {
            0 => Some(None),
            n => (n.is_power_of_two() && n <= 16).then_some(Some(n)),
        };
        match args.as_slice() {
            [""] => self.current = None,
            ["push"] => self.stack.push(self.current),
            ["push", n] => {
                self.stack.push(self.current);
                self.current = value(n)?;
            }
            // Without a `push`, gcc warns and leaves everything as it is.
            ["pop"] => self.current = self.stack.pop().unwrap_or(self.current),
            [n] => self.current = value(n)?,
            _ => return None,
        }
        self.packs.push((offset, self.current));
        Some(())
    }
}
