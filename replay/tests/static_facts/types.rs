//! Types of expressions, compatible and composite types, redeclarations: `_Generic`, `typeof`,
//! `sizeof`.

use crate::random::Random;
use crate::Facts;

const INTEGERS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum e",
    "enum n",
    "enum k",
    "enum w",
];
const NUMBERS: &[&str] = &["float", "double", "long double"];
/// Which of the arithmetic types an expression has.
const WHICH: &str = "char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, \
int: 6, unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: \
12, float: 13, double: 14, long double: 15, void *: 16, const void *: 17, int *: 18, const int \
*: 19, char *: 20, const char *: 21, int (*)[3]: 22, int (*)(void): 23, struct in1: 24, struct \
in1 *: 25, volatile int *: 26, int **: 27, int *const *: 28, default: 0";

struct Writer<'r> {
    random: &'r mut Random,
    number: usize,
    declarations: String,
    objects: Vec<String>,
}

pub(crate) fn program(random: &mut Random, number: usize) -> Facts {
    let mut writer = Writer {
        random,
        number,
        declarations: String::new(),
        objects: Vec::new(),
    };
    writer.objects();
    let mut constants = Vec::new();
    for _ in 0..6 {
        let e = writer.expression(0);
        constants.push(format!("_Generic(({e}), {WHICH})"));
        constants.push(format!("sizeof({e})"));
        let (t, u) = (writer.type_name(0), writer.type_name(0));
        constants.push(format!("__builtin_types_compatible_p({t}, {u})"));
        let same = writer.requalified(&t);
        constants.push(format!("__builtin_types_compatible_p({t}, {same})"));
        constants.push(format!("sizeof({t})"));
        constants.push(format!(
            "__builtin_types_compatible_p(__typeof__({e}), __typeof__({}))",
            writer.expression(1)
        ));
    }
    for n in 0..3 {
        let facts = writer.redeclared(n);
        constants.extend(facts);
    }
    Facts {
        declarations: writer.declarations,
        constants,
        objects: Vec::new(),
    }
}

impl Writer<'_> {
    fn objects(&mut self) {
        for n in 0..5 {
            let (ty, name) = (self.random.pick(INTEGERS), format!("x{}_{n}", self.number));
            let qualifier = self
                .random
                .pick(&["", "", "const ", "volatile ", "_Atomic "]);
            self.declarations += &format!("static {qualifier}{ty} {name};\n");
            self.objects.push(name);
        }
        let n = self.number;
        let width = 1 + self.random.below(40);
        self.declarations += &format!(
            "static struct {{ int a : 5; unsigned b : 7; long long c : {width}; unsigned d : 32; \
             _Bool e : 1; }} f{n};\n\
             static int *p{n}; static const int *q{n}; static int r{n}[3]; static char *c{n};\n\
             static const struct in1 s{n}; static float g{n}; static double h{n};\n\
             static int *const *k{n}; static volatile int *v{n}; static int fn{n}(void);\n"
        );
        for member in ["a", "b", "d", "e"] {
            self.objects.push(format!("f{n}.{member}"));
        }
    }

    fn scalar(&mut self) -> String {
        let literals = [
            "1",
            "1u",
            "1l",
            "1ul",
            "1ll",
            "1ull",
            "2147483648",
            "0x80000000",
            "4294967296",
            "0xffffffffffffffff",
            "'a'",
            "L'a'",
            "E1",
            "W0",
            "K1",
            "N0",
            "1.0",
            "1.0f",
            "1.0L",
            "037777777777",
            "0x7fffffff",
            "9223372036854775807",
            "0b11",
            "u'a'",
            "U'a'",
        ];
        match self.random.below(3) {
            0 => self.random.pick(&literals).to_owned(),
            1 => {
                let types = [INTEGERS, NUMBERS].concat();
                format!("({})1", self.random.pick(&types))
            }
            _ => self.objects[self.random.below(self.objects.len())].clone(),
        }
    }

    fn pointer(&mut self) -> String {
        let n = self.number;
        let all = [
            format!("p{n}"),
            format!("q{n}"),
            format!("r{n}"),
            format!("c{n}"),
            format!("&r{n}"),
            format!("&s{n}"),
            format!("&s{n}.i"),
            format!("k{n}"),
            format!("v{n}"),
            format!("fn{n}"),
            "(void *)0".to_owned(),
            "(const void *)0".to_owned(),
            "\"ab\"".to_owned(),
            format!("&p{n}"),
            format!("*k{n}"),
            "0".to_owned(),
        ];
        all[self.random.below(all.len())].clone()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth > 2 {
            return self.scalar();
        }
        let n = self.number;
        match self.random.below(16) {
            0 | 1 => self.scalar(),
            2..=4 => {
                let op = self.random.pick(&["+", "-", "*", "<", "==", "&&"]);
                format!(
                    "({} {op} {})",
                    self.expression(depth + 1),
                    self.expression(depth + 1)
                )
            }
            5 => {
                let op = self.random.pick(&["<<", ">>", "&", "|", "^", "%"]);
                let side = |w: &mut Self| w.objects[w.random.below(5)].clone();
                format!("({} {op} {})", side(self), side(self))
            }
            6 => {
                let op = self.random.pick(&["-", "+", "!"]);
                format!("({op}{})", self.scalar())
            }
            7 => format!("(~{})", self.objects[self.random.below(self.objects.len())]),
            8 => format!(
                "(1 ? {} : {})",
                self.expression(depth + 1),
                self.expression(depth + 1)
            ),
            9 => format!("(x{n}_0 ? {} : {})", self.pointer(), self.pointer()),
            10 => self.pointer(),
            11 => format!("(0, {})", self.expression(depth + 1)),
            12 => format!("({})({})", self.random.pick(INTEGERS), self.scalar()),
            13 => format!("sizeof({})", self.scalar()),
            14 => format!("(r{n} + {})", self.objects[self.random.below(5)]),
            _ => {
                let name = self.random.pick(&[
                    "s@",
                    "s@.i",
                    "g@",
                    "h@",
                    "p@ - q@",
                    "*p@",
                    "*q@",
                    "&p@[1]",
                    "fn@()",
                    "&r@[1] - r@",
                    "f@.c + 0",
                    "-f@.c",
                ]);
                name.replace('@', &n.to_string())
            }
        }
    }

    /// A type name.
    fn type_name(&mut self, depth: usize) -> String {
        let base = self.random.pick(&[
            "int",
            "int",
            "unsigned",
            "char",
            "enum e",
            "enum n",
            "struct in1",
            "void",
            "long",
            "a16",
            "int unsigned",
            "short int",
            "signed",
            "long long int",
            "union un",
        ]);
        let qualifier = self
            .random
            .pick(&["", "", "const ", "volatile ", "const volatile "]);
        let n = 1 + self.random.below(3);
        if base == "void" || depth > 1 {
            return format!("{qualifier}{base} *");
        }
        let inner = self.random.below(depth + 9);
        match inner {
            0 | 1 => format!("{qualifier}{base} *"),
            2 => format!("{qualifier}{base} *const *"),
            3 => format!("{qualifier}{base} [{n}]"),
            4 => format!("{qualifier}{base} (*)[{n}]"),
            5 => format!("{qualifier}{base} (*)[]"),
            6 => format!("{base} (*)({}, int)", self.type_name(depth + 1)),
            7 => format!("{base} (*)()"),
            8 => format!("{base} (*)(void)"),
            _ => format!("{qualifier}{base}"),
        }
    }

    /// A type that is nearly another.
    fn requalified(&mut self, ty: &str) -> String {
        match self.random.below(6) {
            0 => format!("const {ty}"),
            1 => ty.replacen("const ", "", 1),
            2 => ty.replacen("int", "signed int", 1),
            3 => ty.replace("enum e", "unsigned"),
            4 => ty.replace("(*)[]", "(*)[2]"),
            _ => format!("__typeof__({ty})"),
        }
    }

    /// A declaration, and the same again with more or less of its type.
    fn redeclared(&mut self, index: usize) -> Vec<String> {
        let name = format!("d{}_{index}", self.number);
        let length = (2 + self.random.below(3)).to_string();
        let (text, facts) = REDECLARED[self.random.below(REDECLARED.len())];
        let named = |text: &str| text.replace('@', &name).replace('#', &length);
        self.declarations += &(named(text) + "\n");
        facts.iter().map(|fact| named(fact)).collect()
    }
}

/// Declarations of `@` that go together, and what to ask about it; `#` is a length.
const REDECLARED: &[(&str, &[&str])] = &[
    ("extern int @[]; extern int @[#];", &["sizeof @"]),
    ("extern int @[#]; extern int @[];", &["sizeof @"]),
    ("static int @[#]; static int @[] = { 1, 2 };", &["sizeof @"]),
    ("extern int (*@)[]; extern int (*@)[#];", &["sizeof *@"]),
    (
        "int @(int (*)[], int); int @(int (*)[#], int);",
        &["__builtin_types_compatible_p(__typeof__(@), int(int (*)[2], int))"],
    ),
    (
        "int @(); int @(int);",
        &[
            "__builtin_types_compatible_p(__typeof__(@), int(int))",
            "__builtin_types_compatible_p(__typeof__(@), int(long))",
        ],
    ),
    (
        "static int @[#][3]; static int @[][3];",
        &["sizeof @", "sizeof @[0]"],
    ),
    (
        "extern enum e @; extern unsigned @;",
        &["sizeof @", "_Generic(@, unsigned: 1, default: 2)"],
    ),
    (
        "static struct { int (*a)[]; int (*b)[#]; } @;",
        &["sizeof *(1 ? @.a : @.b)", "sizeof *(0 ? @.b : @.a)"],
    ),
];
