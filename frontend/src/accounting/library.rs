//! The functions of the C library that gcc knows by their names, with the types that it gives them
//! (gcc manual, "Other Builtins"): called without a declaration, or as `__builtin_NAME`, they have
//! these. A test compares each with gcc's own.

use crate::types::{FloatKind, FunctionType, IntKind, Qual, Type, Types};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// Rows: a type, and names. The first letter of a type is the result's, the others are the
/// parameters': see [`letter`].
const PROTOTYPES: &[(&str, &str)] = &[
    ("d", "huge_val inf"),
    ("dS", "nan"),
    (
        "dd",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 \
         fabs floor gamma j0 j1 lgamma log log10 log1p log2 logb nearbyint pow10 rint round \
         roundeven significand sin sinh sqrt tan tanh tgamma trunc y0 y1",
    ),
    ("ddD", "modf"),
    ("ddI", "frexp gamma_r lgamma_r"),
    (
        "ddd",
        "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb",
    ),
    ("dddI", "remquo"),
    ("dddd", "fma"),
    ("dde", "nexttoward"),
    ("ddi", "ldexp scalbn"),
    ("ddl", "scalbln"),
    ("did", "jn yn"),
    ("e", "huge_vall infl"),
    ("eS", "nanl"),
    (
        "ee",
        "acoshl acosl asinhl asinl atanhl atanl cbrtl ceill coshl cosl erfcl erfl exp10l \
         exp2l expl expm1l fabsl floorl gammal j0l j1l lgammal log10l log1pl log2l logbl logl \
         nearbyintl pow10l rintl roundevenl roundl significandl sinhl sinl sqrtl tanhl tanl \
         tgammal truncl y0l y1l",
    ),
    ("eeE", "modfl"),
    ("eeI", "frexpl gammal_r lgammal_r"),
    (
        "eee",
        "atan2l copysignl dreml fdiml fmaxl fminl fmodl hypotl nextafterl nexttowardl powl \
         remainderl scalbl",
    ),
    ("eeeI", "remquol"),
    ("eeee", "fmal"),
    ("eei", "ldexpl scalbnl"),
    ("eel", "scalblnl"),
    ("eie", "jnl ynl"),
    ("f", "huge_valf inff"),
    ("fS", "nanf"),
    (
        "ff",
        "acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erfcf erff exp10f \
         exp2f expf expm1f fabsf floorf gammaf j0f j1f lgammaf log10f log1pf log2f logbf logf \
         nearbyintf pow10f rintf roundevenf roundf significandf sinf sinhf sqrtf tanf tanhf \
         tgammaf truncf y0f y1f",
    ),
    ("ffF", "modff"),
    ("ffI", "frexpf gammaf_r lgammaf_r"),
    ("ffe", "nexttowardf"),
    (
        "fff",
        "atan2f copysignf dremf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf \
         scalbf",
    ),
    ("fffI", "remquof"),
    ("ffff", "fmaf"),
    ("ffi", "ldexpf scalbnf"),
    ("ffl", "scalblnf"),
    ("fif", "jnf ynf"),
    ("i", "fegetround fork"),
    ("iP", "fesetenv feupdateenv"),
    ("iPPz", "bcmp memcmp"),
    ("iPi", "fesetexceptflag"),
    ("iS", "puts puts_unlocked"),
    ("iS.", "printf printf_unlocked scanf"),
    ("iSA", "execv execvp"),
    ("iSAA", "execve"),
    ("iSS", "strcasecmp strcmp"),
    ("iSS.", "execl execle execlp sscanf"),
    ("iSSa", "vsscanf"),
    ("iSSz", "strncasecmp strncmp"),
    ("iSa", "vprintf vscanf"),
    ("iSp", "fputs fputs_unlocked"),
    ("id", "finite ilogb"),
    ("ie", "finitel ilogbl isinfl isnanl signbitl"),
    ("if", "finitef ilogbf isinff isnanf signbitf"),
    (
        "ii",
        "abs feclearexcept feraiseexcept fesetround fetestexcept ffs isalnum isalpha isascii \
         isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit \
         putchar putchar_unlocked toascii tolower toupper",
    ),
    ("iiS.", "__printf_chk"),
    ("iiSa", "__vprintf_chk"),
    ("iip", "fputc fputc_unlocked putc putc_unlocked"),
    ("ij", "ffsimax"),
    ("il", "ffsl"),
    ("ip", "fegetenv feholdexcept"),
    ("ipS.", "fprintf fprintf_unlocked fscanf"),
    ("ipSa", "vfprintf vfscanf"),
    ("ipi", "fegetexceptflag"),
    ("ipiS.", "__fprintf_chk"),
    ("ipiSa", "__vfprintf_chk"),
    ("isS.", "sprintf"),
    ("isSa", "vsprintf"),
    ("isizS.", "__sprintf_chk"),
    ("isizSa", "__vsprintf_chk"),
    ("iszS.", "snprintf"),
    ("iszSa", "vsnprintf"),
    ("iszizS.", "__snprintf_chk"),
    ("iszizSa", "__vsnprintf_chk"),
    (
        "iu",
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct \
         iswspace iswupper iswxdigit",
    ),
    ("ix", "ffsll"),
    ("jj", "imaxabs"),
    ("ld", "lrint lround"),
    ("le", "lrintl lroundl"),
    ("lf", "lrintf lroundf"),
    ("ll", "labs"),
    ("pPiz", "memchr"),
    ("ppPz", "memcpy memmove mempcpy"),
    ("ppPzz", "__memcpy_chk __memmove_chk __mempcpy_chk"),
    ("ppiz", "memset"),
    ("ppizz", "__memset_chk"),
    ("ppz", "realloc"),
    ("pz", "alloca malloc"),
    ("pzz", "aligned_alloc calloc"),
    ("sS", "gettext strdup"),
    ("sSS", "dgettext strpbrk strstr"),
    ("sSSi", "dcgettext"),
    ("sSi", "index rindex strchr strrchr"),
    ("sSz", "strndup"),
    ("ssS", "stpcpy strcat strcpy"),
    (
        "ssSz",
        "__stpcpy_chk __strcat_chk __strcpy_chk stpncpy strncat strncpy",
    ),
    ("ssSzz", "__stpncpy_chk __strncat_chk __strncpy_chk"),
    ("tszS.", "strfmon"),
    ("uu", "towlower towupper"),
    ("v", "abort"),
    ("vPpz", "bcopy"),
    ("vdDD", "sincos"),
    ("veEE", "sincosl"),
    ("vfFF", "sincosf"),
    ("vi", "_Exit _exit exit"),
    ("vp", "free"),
    ("vpp", "__clear_cache"),
    ("vpz", "bzero"),
    ("xd", "llrint llround"),
    ("xe", "llrintl llroundl"),
    ("xf", "llrintf llroundf"),
    ("xx", "llabs"),
    ("zPzzp", "fwrite fwrite_unlocked"),
    ("zS", "strlen"),
    ("zSS", "strcspn strspn"),
    ("zSz", "strnlen"),
    ("zszSP", "strftime"),
];

/// Functions of the library that gcc does not know, or knows with any floating type, and that have
/// models (C11 7.12.3, 7.22.1, 7.27.2, 7.29.4; POSIX `arpa/inet.h`; glibc's
/// `bits/mathcalls-helper-functions.h`).
const OTHERS: &[(&str, &str)] = &[
    ("dll", "difftime"),
    (
        "id",
        "isinf isnan __isinf __isnan __finite __fpclassify __signbit",
    ),
    ("if", "__isinff __isnanf __finitef __fpclassifyf __signbitf"),
    ("ie", "__isinfl __isnanl __finitel __fpclassifyl __signbitl"),
    ("hh", "htons ntohs"),
    ("iS", "atoi"),
    ("lS", "atol"),
    ("xS", "atoll"),
    ("lSQi", "strtol"),
    ("mSQi", "strtoul"),
    ("xSQi", "strtoll"),
    ("ySQi", "strtoull"),
    ("CKc", "wcschr wcsrchr"),
    ("CKcz", "wmemchr"),
    ("CCK", "wcscat wcscpy"),
    ("CCKz", "wcsncpy wmemcpy wmemmove"),
    ("CCcz", "wmemset"),
    ("iKK", "wcscmp"),
    ("iKKz", "wmemcmp"),
    ("uu", "htonl ntohl"),
    ("zK", "wcslen"),
];

static BY_NAME: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let names = |(ty, names): &(&'static str, &'static str)| {
        let ty = *ty;
        names.split_ascii_whitespace().map(move |name| (name, ty))
    };
    PROTOTYPES.iter().flat_map(names).collect()
});

/// The type that gcc gives to a function of the C library.
pub(crate) fn prototype(types: &Types, name: &str) -> Option<FunctionType> {
    told(types, BY_NAME.get(name)?)
}

/// The type that gcc gives to a built-in function, as far as it is known here, by its name without
/// `__builtin_` (gcc manual, "Other Builtins").
pub(crate) fn built_in_type(types: &Types, name: &str) -> Option<FunctionType> {
    match name {
        "trap" | "unreachable" => told(types, "v"),
        _ => prototype(types, name),
    }
}

/// The type that the C library gives to one of its functions, whether gcc knows it or not.
pub(crate) fn library_prototype(types: &Types, name: &str) -> Option<FunctionType> {
    let named = |names: &str| names.split_ascii_whitespace().any(|other| other == name);
    let other = OTHERS.iter().find(|(_, names)| named(names));
    prototype(types, name).or_else(|| told(types, other?.0))
}

/// The type that letters tell: first the result's, then the parameters'.
fn told(types: &Types, letters: &str) -> Option<FunctionType> {
    let mut letters = letters.chars();
    let result = letter(types, letters.next()?)?;
    let letters = letters.as_str();
    let fixed = letters.strip_suffix('.');
    let params = fixed.unwrap_or(letters).chars();
    Some(FunctionType {
        result,
        params: Some(params.map(|c| letter(types, c)).collect::<Option<_>>()?),
        variadic: fixed.is_some(),
        variants: Vec::new(),
    })
}

/// Whether a function of the C library is known to gcc, which may evaluate or replace its calls.
pub(crate) fn is_library(name: &str) -> bool {
    let known = |name: &str| {
        BY_NAME.contains_key(name) || matches!(name, "isinf" | "isnan" | "isfinite" | "signbit")
    };
    let of_extended_type = |ending: &&str| name.strip_suffix(*ending).is_some_and(known);
    known(name) || EXTENDED.iter().any(of_extended_type)
}

/// Whether a function of the C library computes floating values, or something of them: its result
/// follows from its arguments and from the environment of floating-point arithmetic (C11 7.12).
pub(super) fn is_mathematical(name: &str) -> bool {
    let floating = |name: &str| {
        BY_NAME
            .get(name)
            .is_some_and(|letters| letters.contains(['d', 'f', 'e', 'D', 'F', 'E']))
    };
    let of_extended_type = |ending: &&str| name.strip_suffix(*ending).is_some_and(floating);
    floating(name) || EXTENDED.iter().any(of_extended_type)
}

/// What the names of functions on `_Float16`, `_Float32` and their like end in (ISO/IEC TS
/// 18661-3).
const EXTENDED: [&str; 6] = ["f16", "f32", "f64", "f128", "f32x", "f64x"];

fn letter(types: &Types, letter: char) -> Option<Type> {
    let constant = |ty: Type| {
        Type::Pointer(Rc::new(Qual {
            constant: true,
            ..Qual::from(ty)
        }))
    };
    Some(match letter {
        'v' => Type::Void,
        'h' => Type::Int(IntKind::UShort),
        'i' => Type::INT,
        'u' => Type::Int(IntKind::UInt),
        'l' => Type::Int(IntKind::Long),
        'm' => Type::Int(IntKind::ULong),
        'x' => Type::Int(IntKind::LongLong),
        'y' => Type::Int(IntKind::ULongLong),
        'd' => Type::Float(FloatKind::Double),
        'f' => Type::Float(FloatKind::Float),
        'e' => Type::Float(FloatKind::LongDouble),
        'z' => types.size_type(),
        // `ssize_t`, `intmax_t`.
        't' => types.difference_type(),
        'j' if types.size_type() == Type::Int(IntKind::ULong) => Type::Int(IntKind::Long),
        'j' => Type::Int(IntKind::LongLong),
        'a' => Type::VaList,
        'p' => Type::Void.pointer_to(),
        'P' => constant(Type::Void),
        's' => Type::CHAR.pointer_to(),
        'S' => constant(Type::CHAR),
        'Q' => Type::CHAR.pointer_to().pointer_to(),
        // `char *const *`.
        'A' => constant(Type::CHAR.pointer_to()),
        'c' => types.wide_character(),
        'C' => types.wide_character().pointer_to(),
        'K' => constant(types.wide_character()),
        'I' => Type::INT.pointer_to(),
        'D' => Type::Float(FloatKind::Double).pointer_to(),
        'F' => Type::Float(FloatKind::Float).pointer_to(),
        'E' => Type::Float(FloatKind::LongDouble).pointer_to(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{library_prototype, prototype, BY_NAME, OTHERS};
    use crate::types::{Type, Types};
    use proofmark_logic::types::Profile;
    use std::process::Command;

    /// A declaration that gcc takes if it gives the function this type.
    fn declaration(types: &Types, name: &str) -> String {
        let f = prototype(types, name).expect("a type of known letters");
        let shown = |ty: &Type| match ty {
            Type::VaList => "__builtin_va_list".to_owned(),
            // `char *const *`
            Type::Pointer(q) if q.constant && matches!(q.ty, Type::Pointer(_)) => {
                format!("{} const *", types.show(&q.ty))
            }
            ty => types.show(ty),
        };
        let result = shown(&f.result);
        let mut params: Vec<String> = f.params.iter().flatten().map(shown).collect();
        if f.variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() && !matches!(name, "abort" | "fork") {
            return format!(
                "_Static_assert(__builtin_types_compatible_p(__typeof__(__builtin_{name}()), \
                 {result}), \"{name}\");\n"
            );
        }
        let params = if params.is_empty() {
            "void".to_owned()
        } else {
            params.join(", ")
        };
        format!("{result} (*p_{name})({params}) = &__builtin_{name};\n")
    }

    #[test]
    fn gcc_gives_each_function_the_same_type() {
        for (profile, width) in [(Profile::Lp64, "-m64"), (Profile::Ilp32, "-m32")] {
            let types = Types::new(profile);
            let mut names: Vec<&str> = BY_NAME.keys().copied().collect();
            names.sort_unstable();
            let text: String = names.iter().map(|name| declaration(&types, name)).collect();
            let file = std::env::temp_dir().join(format!("prototypes{width}.c"));
            std::fs::write(&file, text).expect("a temporary file");
            let run = Command::new("gcc")
                .args(["-Werror", "-fsyntax-only", width])
                .arg(&file)
                .output();
            let Ok(run) = run else {
                return eprintln!("skipped: there is no gcc");
            };
            assert!(
                run.status.success(),
                "{}",
                String::from_utf8_lossy(&run.stderr)
            );
        }
    }

    #[test]
    fn the_library_gives_others_the_same_type() {
        for (profile, width) in [(Profile::Lp64, "-m64"), (Profile::Ilp32, "-m32")] {
            let types = Types::new(profile);
            let declared = |name: &str| {
                assert!(!BY_NAME.contains_key(name), "{name}");
                let f = library_prototype(&types, name).expect("a type of known letters");
                let params: Vec<String> =
                    f.params.iter().flatten().map(|p| types.show(p)).collect();
                let result = types.show(&f.result);
                format!("{result} (*p_{name})({}) = &{name};\n", params.join(", "))
            };
            let names = OTHERS
                .iter()
                .flat_map(|(_, names)| names.split_ascii_whitespace());
            let text: String = names.map(declared).collect();
            let headers =
                ["math", "stdlib", "time", "wchar"].map(|h| format!("#include <{h}.h>\n"));
            // The header of these needs one of Linux that is not there for i386.
            let network = match profile {
                Profile::Lp64 => "#include <arpa/inet.h>\n",
                Profile::Ilp32 => {
                    "unsigned short htons(unsigned short), ntohs(unsigned short);\n\
                     unsigned htonl(unsigned), ntohl(unsigned);\n"
                }
            };
            let text = headers.concat() + network + &text;
            let file = std::env::temp_dir().join(format!("others{width}.c"));
            std::fs::write(&file, text).expect("a temporary file");
            let run = Command::new("gcc")
                .args(["-Werror", "-fsyntax-only", width])
                .arg(&file)
                .output();
            let Ok(run) = run else {
                return eprintln!("skipped: there is no gcc");
            };
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(run.status.success(), "{said}");
        }
    }
}
