//! The lists of compiler arguments (gcc manual, "Invoking GCC"), and why some are on none.

/// What a program must not hold for an argument to be harmless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// `-fshort-wchar`: a wide literal, whose type it changes. (`wchar_t` itself is a typedef of
    /// what the preprocessor says.)
    WideLiteral,
    /// `-pg`: a function that the compiler then calls.
    Profiler,
    /// `-ffreestanding`: `main`, whose end returns 0 in hosted programs only (C11 5.1.2.2.3).
    Main,
    /// `-nostartfiles`: `main`, which the C library's start calls, after the constructors.
    Start,
}

/// What an argument means for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// It may change predefined macros, and the code.
    Both,
    /// It changes the code or the messages only.
    Object,
    /// We do this anyway, or it asks for nothing that is done here.
    Nothing,
    /// It is harmless under a condition.
    If(Condition),
}

/// Their value is joined or the next argument. `-I` comes last of those that it starts.
pub(super) const WITH_VALUE: [&str; 8] = [
    "-D",
    "-U",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-include",
    "-imacros",
    "-I",
];

/// They end with the preprocessor.
pub(super) const PREPROCESSOR_ONLY: [&str; 3] = ["-nostdinc", "-undef", "-trigraphs"];

/// Predefined macros may depend on these: the preprocessor gets them too.
const BOTH: &str = "-fno-common -fsigned-char -fno-unsigned-char -fsigned-bitfields \
    -fno-unsigned-bitfields -fno-short-enums -fno-short-wchar -fhosted -fno-freestanding \
    -O -O0 -O1 -O2 -O3 -Os -Og -Oz -pthread \
    -std=c99 -std=gnu99 -std=iso9899:1999 -std=c9x -std=gnu9x \
    -std=c11 -std=gnu11 -std=iso9899:2011 -std=c1x -std=gnu1x \
    -std=c17 -std=gnu17 -std=iso9899:2017 -std=c18 -std=gnu18 -std=iso9899:2018";

/// Values that only select instructions, their layout or their cost.
const BOTH_WITH_VALUE: &str =
    "-march= -mtune= -mcpu= -mcmodel= -mfpmath= -mpreferred-stack-boundary= \
    -mindirect-branch= -mfunction-return= -mharden-sls= -mstack-protector-guard= \
    -mstack-protector-guard-reg= -mstack-protector-guard-symbol= -mstack-protector-guard-offset= \
    -mbranch-cost= -mtls-dialect= -mprefer-vector-width= \
    -mmemcpy-strategy= -mmemset-strategy= -mstringop-strategy= -mlarge-data-threshold= \
    -fcf-protection= -fstack-protector= -fmacro-prefix-map= -ffile-prefix-map=";

/// Machine switches, each also as `-mno-…`.
const MACHINE: &str = "sse sse2 sse3 ssse3 sse4 sse4.1 sse4.2 sse4a avx avx2 avx512f mmx 3dnow \
    3dnowa fma fma4 f16c bmi bmi2 lzcnt popcnt movbe aes pclmul sha rdrnd rdseed adx cx16 sahf \
    fsgsbase xsave 80387 fp-ret-in-387 red-zone skip-rax-setup fentry record-mcount nop-mcount \
    indirect-branch-register indirect-branch-cs-prefix indirect-branch-loop accumulate-outgoing-args \
    push-args align-stringops inline-all-stringops general-regs-only omit-leaf-frame-pointer \
    direct-extern-access retpoline retpoline-external-thunk stack-arg-probe vzeroupper cld \
    tls-direct-seg-refs ieee-fp soft-float hard-float shstk stackrealign";

/// Code generation switches, each also as `-fno-…`. They select among translations that C allows,
/// or make more of it defined. Not `keep-inline-functions`: then functions are in the program that
/// the analysis does not read, with the directives of their assembly.
const SWITCHES: &str = "pic PIC pie PIE plt stack-protector stack-protector-strong \
    stack-protector-all stack-protector-explicit stack-clash-protection stack-check \
    cf-protection omit-frame-pointer optimize-sibling-calls asynchronous-unwind-tables \
    unwind-tables exceptions function-sections data-sections strict-aliasing \
    delete-null-pointer-checks isolate-erroneous-paths-dereference jump-tables bit-tests \
    builtin semantic-interposition allow-store-data-races \
    inline inline-functions inline-small-functions inline-functions-called-once \
    early-inlining partial-inlining keep-static-functions \
    keep-static-consts unroll-loops unroll-all-loops peel-loops unswitch-loops \
    gcse gcse-lm gcse-sm gcse-las gcse-after-reload crossjumping cse-follow-jumps \
    rerun-cse-after-loop schedule-insns schedule-insns2 rename-registers reorder-blocks \
    reorder-blocks-and-partition reorder-functions toplevel-reorder merge-constants \
    section-anchors if-conversion if-conversion2 thread-jumps split-wide-types move-loop-invariants \
    split-loops tree-vectorize tree-loop-vectorize tree-slp-vectorize tree-vrp tree-pre tree-fre \
    tree-dce tree-dse tree-ccp tree-ch tree-sra tree-sink tree-slsr tree-tail-merge tree-ter \
    tree-switch-conversion tree-loop-distribute-patterns tree-loop-im tree-loop-ivcanon \
    tree-loop-optimize tree-scev-cprop tree-copy-prop tree-forwprop tree-coalesce-vars \
    tree-partial-pre tree-dominator-opts tree-bit-ccp tree-reassoc vect-cost-model \
    ipa-cp ipa-cp-clone ipa-ra ipa-sra ipa-icf ipa-icf-functions ipa-icf-variables ipa-pure-const \
    ipa-reference ipa-modref ipa-profile ipa-vrp ipa-bit-cp ipa-stack-alignment \
    conserve-stack caller-saves shrink-wrap combine-stack-adjustments hoist-adjacent-loads \
    code-hoisting store-merging dce dse forward-propagate cprop-registers expensive-optimizations \
    defer-pop guess-branch-probability branch-count-reg ivopts web peephole peephole2 \
    zero-initialized-in-bss ident verbose-asm lto fat-lto-objects use-linker-plugin \
    align-functions align-jumps align-labels align-loops \
    dwarf2-cfi-asm var-tracking var-tracking-assignments debug-types-section \
    eliminate-unused-debug-types eliminate-unused-debug-symbols record-gcc-switches \
    gnu-unique working-directory";

/// The same with a value.
const SWITCHES_WITH_VALUE: &str = "-falign-functions= -falign-jumps= -falign-labels= \
    -falign-loops= -fmin-function-alignment= -fvisibility= -ftls-model= -fzero-call-used-regs= \
    -ftrivial-auto-var-init= -fpatchable-function-entry= -flive-patching= -flto= \
    -flto-partition= -finline-limit= -fno-builtin- -fvect-cost-model= -fsimd-cost-model= \
    -fira-region= -fira-algorithm= -freorder-blocks-algorithm= -fstack-reuse= -fexcess-precision= \
    -fdebug-prefix-map= -frandom-seed= -fmax-errors= -ftabstop= -ferror-limit= --param=";

/// Code only, or messages.
const OBJECT: &str = "-w -pedantic -pedantic-errors -fwrapv -fwrapv-pointer -fno-strict-overflow \
    -fpermissive -ggdb -gno-column-info -gcolumn-info \
    -gstrict-dwarf -gno-strict-dwarf -grecord-gcc-switches -gno-record-gcc-switches -gz \
    -gdescribe-dies -gno-as-loc-support -gno-variable-location-views";
const OBJECT_WITH_VALUE: &str = "-gdwarf -gz=";

/// What we do, or do not do, anyway.
const NOTHING: &str = "-c -pipe -static -shared -rdynamic -no-pie -pie -static-pie -fno-fat-lto-objects -fcolor-diagnostics -fno-color-diagnostics \
    -fansi-escape-codes";
const NOTHING_WITH_VALUE: &str = "-fdiagnostics- -fno-diagnostics- -fmessage-length= \
    -fcolor-diagnostics= -fdebug-default-version=";

/// Machine switches that decide which instructions compute floating values: with FMA, gcc makes one
/// operation of a product and a sum (gcc manual, `-ffp-contract`), and the x87 rounds later.
const ARITHMETIC: &str = "fma fma4 avx512f sse sse2 80387 fp-ret-in-387 soft-float hard-float \
    ieee-fp general-regs-only";

/// Processors that have neither FMA nor anything else that changes what is computed.
const PLAIN_PROCESSORS: &str = "x86-64 x86-64-v2 k8 k8-sse3 core2 nocona";

/// Whether operations on floating values, with this argument, are those of IEEE 754 one by one.
pub(super) fn keeps_arithmetic(argument: &str) -> bool {
    let among = |list: &str, word| list.split_whitespace().any(|other| other == word);
    match argument.split_once('=') {
        Some(("-march", processor)) => among(PLAIN_PROCESSORS, processor),
        Some(("-mfpmath", unit)) => unit == "sse",
        Some(("-fexcess-precision", _)) => false,
        _ => !switch(argument, "-m", ARITHMETIC),
    }
}

/// Whether functions are cleaned up after where the stack is unwound, with this argument.
pub(super) fn makes_exceptions(argument: &str) -> bool {
    argument == "-fexceptions"
}

/// Whether undeclared functions of the C library have the compiler's types with this argument (gcc
/// manual, "Other Builtins"): a strict standard leaves out those that ISO C does not have.
pub(super) fn declares_library(argument: &str) -> bool {
    !argument.starts_with("-fno-builtin")
        && !matches!(argument, "-ffreestanding" | "-fno-hosted")
        && !is_strict(argument)
}

/// Whether an argument chooses a standard without gcc's extensions of it.
pub(super) fn is_strict(argument: &str) -> bool {
    let standard = argument.strip_prefix("-std=");
    standard.is_some_and(|standard| !standard.starts_with("gnu"))
}

/// What an argument does; `None` if that is not known. `width` is the profile's.
pub(super) fn effect(argument: &str, width: &str) -> Option<Effect> {
    let among = |list: &str| list.split_whitespace().any(|word| word == argument);
    let begins = |list: &str| list.split_whitespace().any(|word| valued(argument, word));
    if argument == width || among(BOTH) || begins(BOTH_WITH_VALUE) {
        return Some(Effect::Both);
    }
    if switch(argument, "-m", MACHINE) || switch(argument, "-f", SWITCHES) {
        return Some(Effect::Both);
    }
    if begins(SWITCHES_WITH_VALUE) {
        return Some(Effect::Both);
    }
    if among(OBJECT) || begins(OBJECT_WITH_VALUE) || warning(argument) || debugging(argument) {
        return Some(Effect::Object);
    }
    if among(NOTHING) || begins(NOTHING_WITH_VALUE) {
        return Some(Effect::Nothing);
    }
    match argument {
        "-fshort-wchar" => Some(Effect::If(Condition::WideLiteral)),
        "-ffreestanding" | "-fno-hosted" => Some(Effect::If(Condition::Main)),
        "-nostdlib" | "-nostartfiles" | "-nodefaultlibs" => Some(Effect::If(Condition::Start)),
        "-p" | "-pg" => Some(Effect::If(Condition::Profiler)),
        _ => None,
    }
}

fn valued(argument: &str, word: &str) -> bool {
    argument.len() > word.len() && argument.starts_with(word)
}

/// `-fNAME` and `-fno-NAME`.
fn switch(argument: &str, letter: &str, names: &str) -> bool {
    let Some(name) = argument.strip_prefix(letter) else {
        return false;
    };
    let positive = name.strip_prefix("no-").unwrap_or(name);
    names.split_whitespace().any(|known| known == positive)
}

/// `-Wall`, `-Wno-error=x`, `-Wframe-larger-than=2048`. With a comma it is passed to another
/// program.
fn warning(argument: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-+=_".contains(c);
    argument
        .strip_prefix("-W")
        .is_some_and(|name| name.chars().all(allowed))
}

/// `-g`, `-g0` … `-g3`, `-ggdb3`.
fn debugging(argument: &str) -> bool {
    let level = argument
        .strip_prefix("-ggdb")
        .or_else(|| argument.strip_prefix("-g"));
    level.is_some_and(|level| matches!(level, "" | "0" | "1" | "2" | "3"))
}

const LOADS: &str = "it makes the compiler load or run other code";
const READS: &str = "it makes the compiler read arguments or programs from elsewhere";
const WRITES: &str = "it makes the compiler write other files";
const MEANS: &str = "it changes what programs mean";
const SHARES: &str = "it makes an object without an initialiser that of any other file linked";
const FLOATS: &str = "it lets the compiler assume what programs need not keep";
const OLD: &str = "the semantics profile is C99, C11 or C17 with GNU extensions";

/// Why arguments are refused, by their beginning; the first one counts.
const REASONS: [(&str, &str); 61] = [
    ("-fplugin", LOADS),
    ("-wrapper", LOADS),
    ("-B", LOADS),
    ("-specs", LOADS),
    ("--specs", LOADS),
    ("-fuse-ld", LOADS),
    ("-fprofile-use", READS),
    ("-fauto-profile", READS),
    ("-Xclang", LOADS),
    ("-Xpreprocessor", READS),
    ("-Xassembler", READS),
    ("-Xlinker", READS),
    ("-Wa,", READS),
    ("-Wl,", READS),
    ("-Wp,", READS),
    ("--sysroot", READS),
    ("-isysroot", READS),
    ("-iprefix", READS),
    ("-no-canonical-prefixes", READS),
    ("-x", "the language is C"),
    ("-o", "--object says where the object goes"),
    ("-S", "--object makes an object"),
    ("-E", "--object makes an object"),
    ("-M", WRITES),
    ("-dumpdir", WRITES),
    ("-dumpbase", WRITES),
    ("-d", WRITES),
    ("-save-temps", WRITES),
    ("--save-temps", WRITES),
    ("-fdump", WRITES),
    ("-fcallgraph-info", WRITES),
    ("-fstack-usage", WRITES),
    ("-fopt-info", WRITES),
    ("-fprofile", WRITES),
    ("-ftest-coverage", WRITES),
    ("--coverage", WRITES),
    ("-coverage", WRITES),
    ("-gsplit-dwarf", WRITES),
    ("-funsigned", MEANS),
    ("-fno-signed", MEANS),
    ("-fshort-enums", MEANS),
    ("-fpack-struct", MEANS),
    ("-fno-wrapv", MEANS),
    ("-fstrict-overflow", MEANS),
    ("-ftrapv", MEANS),
    ("-fsanitize", MEANS),
    ("-finstrument-functions", MEANS),
    ("-fgnu89-inline", MEANS),
    ("-fcommon", SHARES),
    ("-fms-extensions", MEANS),
    ("-fplan9-extensions", MEANS),
    ("-fopenmp", MEANS),
    ("-fopenacc", MEANS),
    ("-mregparm", MEANS),
    ("-mrtd", MEANS),
    ("-mms-bitfields", MEANS),
    ("-malign-double", MEANS),
    ("-ffast-math", FLOATS),
    ("-Ofast", FLOATS),
    ("-ansi", OLD),
    ("-std=", OLD),
];

/// Why an argument is on no list, where there is more to say.
pub(super) fn reason(argument: &str) -> Option<&'static str> {
    let mut known = REASONS.iter();
    known
        .find(|(start, _)| argument.starts_with(start))
        .map(|(_, reason)| *reason)
}
