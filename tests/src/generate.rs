//! Random programs whose meaning gcc decides: integers of all types, pointers into small arrays and
//! structures, calls, loops, recursion.
//!
//! A program reads one input, works on it, and observes one integer at its end. It has no undefined
//! or unspecified behaviour besides signed overflow, which the semantics profile defines: indexes
//! are reduced, divisors and shift counts are literals, everything is initialised, and no
//! expression changes an object.

use crate::Random;
use std::fmt::Write;

/// The inputs that a program is judged by.
pub const INPUTS: [i64; 5] = [0, 1, -1, 200, -2147483648];

const TYPES: [&str; 11] = [
    "int",
    "unsigned",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// How many integer variables a program has besides its array, its structures and its parameter.
const SCALARS: usize = 5;

/// A random program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Objects and a function; `@` stands for a prefix that makes names unique, here and below.
    declarations: String,
    /// Statements.
    body: String,
    /// An expression.
    observed: String,
}

impl Generated {
    /// The program of a seed.
    pub fn new(seed: u64) -> Generated {
        let mut writer = Writer {
            random: Random::of(&format!("generate {seed}")),
            scalars: Vec::new(),
            fields: Vec::new(),
            element: "int",
            loops: 0,
            recurses: false,
        };
        writer.program()
    }

    /// A function `NAME_run` that returns what is observed.
    pub fn function(&self, name: &str) -> String {
        let text = format!(
            "{}static long long @run(int in) {{\n    int n0 = 0, n1 = 0, n2 = 0, n3 = 0;\n{}    return (long long)({});\n}}\n",
            self.declarations, self.body, self.observed
        );
        text.replace('@', &format!("{name}_"))
    }

    /// A complete program that reaches the error unless it observes `expected` on the matching
    /// input.
    pub fn program(&self, expected: &[(i64, i64)]) -> String {
        let mut text = String::from("int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n");
        text.push_str(&self.function("p"));
        text.push_str("int main(void) {\n    int in = __VERIFIER_nondet_int();\n    long long seen = p_run(in);\n");
        for (input, value) in expected {
            let _ = writeln!(
                text,
                "    if (in == {} && seen != {})\n        reach_error();",
                constant(*input),
                constant(*value)
            );
        }
        text.push_str("    return 0;\n}\n");
        text
    }
}

struct Writer {
    random: Random,
    scalars: Vec<&'static str>,
    fields: Vec<&'static str>,
    element: &'static str,
    loops: usize,
    /// Whether there are functions that call themselves: verification takes much longer with them.
    recurses: bool,
}

impl Writer {
    fn program(&mut self) -> Generated {
        let mut text = String::new();
        self.element = self.ty();
        for i in 0..SCALARS {
            let (ty, value) = (self.ty(), self.literal());
            self.scalars.push(ty);
            let _ = writeln!(text, "static {ty} @g{i} = ({ty}){value};");
        }
        let (element, value) = (self.element, self.literal());
        let _ = writeln!(text, "static {element} @a[3] = {{ 1, {value} }};");
        text.push_str("struct @s {\n");
        for i in 0..4 {
            let bits = if self.random.below(5) == 0 {
                format!(" : {}", 1 + self.random.below(7))
            } else {
                String::new()
            };
            let ty = if bits.is_empty() {
                self.ty()
            } else {
                ["int", "unsigned", "signed char"][self.random.below(3)]
            };
            self.fields.push(if bits.is_empty() { ty } else { "" });
            let _ = writeln!(text, "    {ty} f{i}{bits};");
        }
        let _ = writeln!(text, "    short v[2];\n    _Bool b;\n}};\nstatic struct @s @x = {{ 1, 2, 3 }}, @y[2] = {{ {{ .f1 = 1 }} }}, *@q = &@y[1];");
        let (p, q) = (self.target(0), self.target(1));
        let _ = writeln!(
            text,
            "static {0} *@p0 = {p};\nstatic {1} *@p1 = {q};",
            self.scalars[0], self.scalars[1]
        );
        let (first, second, result) = (self.ty(), self.scalars[0], self.ty());
        let (value, returned) = (self.expression(2, true), self.expression(2, true));
        let _ = writeln!(
            text,
            "static {result} @f({first} in, {second} *r) {{\n    @g1 += in;\n    *r = ({second})({value});\n    return ({result})({returned});\n}}"
        );
        self.recurses = self.random.below(3) == 0;
        if self.recurses {
            self.recursive_functions(&mut text);
        }
        let mut body = String::new();
        self.block(&mut body, 1, 3);
        if self.recurses {
            let _ = writeln!(
                body,
                "    {}",
                self.recursive_call("r", "(unsigned)in % 4", "@p0")
            );
        }
        let observed = self.expression(1, false);
        Generated {
            declarations: text,
            body,
            observed,
        }
    }

    /// `@r` calls itself, directly and through `@m`, at most as often as its first argument says.
    /// It passes on its caller's pointer, or one to an object of its own activation, which the
    /// callee changes.
    fn recursive_functions(&mut self, text: &mut String) {
        let (own, result) = (self.scalars[0], self.ty());
        let parameters = format!("(unsigned n, {own} in, {own} *r)");
        let _ = writeln!(text, "static {result} @r{parameters};");
        let (through, value) = (
            self.recursive_call("r", "n - 1", "r"),
            self.expression(1, true),
        );
        let _ = writeln!(
            text,
            "static {result} @m{parameters} {{\n    if (n == 0) return ({result})({value});\n    {through}    return ({result})@g1;\n}}"
        );
        let _ = writeln!(
            text,
            "static {result} @r{parameters} {{\n    {own} own = ({own})({});",
            self.expression(2, true)
        );
        let _ = writeln!(
            text,
            "    if (n == 0) return ({result})({});",
            self.expression(1, true)
        );
        let mut statements = String::new();
        self.block(&mut statements, 1, 0);
        for callee in ["r", "m"].iter().take(1 + self.random.below(2)) {
            let pointer = ["r", "&own"][self.random.below(2)];
            let _ = write!(
                statements,
                "    {}",
                self.recursive_call(callee, "n - 1", pointer)
            );
        }
        let (value, returned) = (self.expression(1, true), self.expression(1, true));
        let _ = writeln!(text, "{statements}    *r = ({own})({value} + own);\n    return ({result})({returned} - own);\n}}");
    }

    /// A statement that calls a recursive function and keeps its result.
    fn recursive_call(&mut self, function: &str, depth: &str, pointer: &str) -> String {
        let (value, place) = (self.expression(1, true), self.place());
        format!("{{ long long t = @{function}({depth}, {value}, {pointer}); {place} = t; }}\n")
    }

    fn ty(&mut self) -> &'static str {
        TYPES[self.random.below(TYPES.len())]
    }

    fn literal(&mut self) -> String {
        let all = [
            "0",
            "1",
            "2",
            "3",
            "7",
            "(-1)",
            "(-2)",
            "(-128)",
            "100",
            "127",
            "128",
            "255",
            "256",
            "32767",
            "65535",
            "2147483647",
            "1u",
            "4294967295u",
            "5l",
            "(-3l)",
        ];
        all[self.random.below(all.len())].to_owned()
    }

    /// An address that fits a pointer to the type of the scalar `index`: an object of this type, or
    /// of its other signedness.
    fn target(&mut self, index: usize) -> String {
        let ty = self.scalars[index];
        let mut all = vec![format!("&@g{index}")];
        for (i, other) in self.scalars.iter().enumerate() {
            if base(other) == base(ty) {
                all.push(format!("({ty} *)&@g{i}"));
            }
        }
        for (i, other) in self.fields.iter().enumerate() {
            if base(other) == base(ty) {
                all.push(format!("({ty} *)&@x.f{i}"));
                all.push(format!("({ty} *)&@y[1].f{i}"));
            }
        }
        if base(self.element) == base(ty) {
            all.push(format!("({ty} *)&@a[1]"));
        }
        if base(ty) == "short" {
            all.push(format!("({ty} *)@x.v"));
        }
        all[self.random.below(all.len())].clone()
    }

    /// An object that may be assigned to.
    fn place(&mut self) -> String {
        match self.random.below(12) {
            0..=3 => format!("@g{}", self.random.below(SCALARS)),
            4 => format!("@a[{}]", self.random.below(3)),
            5 => format!("@a[(unsigned)({}) % 3]", self.leaf()),
            6 => format!("@x.f{}", self.random.below(4)),
            7 => format!("@q->f{}", self.random.below(4)),
            8 => format!("*@p{}", self.random.below(2)),
            9 => format!("@y[{}].f{}", self.random.below(2), self.random.below(4)),
            10 => format!("@x.v[{}]", self.random.below(2)),
            _ => "@q->b".to_owned(),
        }
    }

    fn leaf(&mut self) -> String {
        match self.random.below(7) {
            0 | 1 => self.literal(),
            2 => "in".to_owned(),
            3 => format!("@g{}", self.random.below(SCALARS)),
            4 => format!("@x.f{}", self.random.below(4)),
            5 => format!("*@p{}", self.random.below(2)),
            _ => format!("@a[{}]", self.random.below(3)),
        }
    }

    /// An expression without effects; `simple` keeps what is hard to reason about out.
    fn expression(&mut self, depth: usize, simple: bool) -> String {
        if depth == 0 {
            return if self.random.below(3) == 0 {
                self.place()
            } else {
                self.leaf()
            };
        }
        let d = depth - 1;
        let a = self.expression(d, simple);
        match self.random.below(16) {
            0..=2 => format!(
                "({a} {} {})",
                ["+", "-"][self.random.below(2)],
                self.expression(d, simple)
            ),
            3 => format!("({a} * {})", self.literal()),
            4 => format!(
                "({a} {} {})",
                ["/", "%"][self.random.below(2)],
                ["3", "2", "7u", "(-2)", "256", "5l"][self.random.below(6)]
            ),
            5 if !simple => format!(
                "({a} {} {})",
                ["&", "|", "^"][self.random.below(3)],
                ["1", "7", "255", "128u", "(-2)"][self.random.below(5)]
            ),
            6 if !simple => format!(
                "({a} {} {})",
                ["<<", ">>"][self.random.below(2)],
                self.random.below(9)
            ),
            7 | 8 => format!("(({}){a})", self.ty()),
            9 => format!("({}{a})", ["-", "~", "!", "+"][self.random.below(4)]),
            10 | 11 => format!(
                "({a} {} {})",
                ["<", "<=", "==", "!=", ">", ">="][self.random.below(6)],
                self.expression(d, simple)
            ),
            12 => format!("({} ? {a} : {})", self.leaf(), self.expression(d, simple)),
            13 => format!(
                "({a} {} {})",
                ["&&", "||"][self.random.below(2)],
                self.expression(d, simple)
            ),
            14 => format!("((_Bool){a} + (long)sizeof(+{}))", self.leaf()),
            _ => a,
        }
    }

    fn block(&mut self, out: &mut String, level: usize, depth: usize) {
        for _ in 0..2 + self.random.below(3) {
            self.statement(out, level, depth);
        }
    }

    fn statement(&mut self, out: &mut String, level: usize, depth: usize) {
        let pad = "    ".repeat(level);
        let kind = self.random.below(if depth == 0 { 11 } else { 16 });
        let value = self.expression(2, false);
        let place = self.place();
        let _ = match kind {
            0..=2 => writeln!(out, "{pad}{place} = {value};"),
            3 => writeln!(
                out,
                "{pad}{place} {}= {value};",
                ["+", "-"][self.random.below(2)]
            ),
            4 => writeln!(
                out,
                "{pad}{place} {}= {};",
                ["*", "/", "%", "&", "|", "^"][self.random.below(6)],
                ["3", "2", "7u", "(-2)", "1l"][self.random.below(5)]
            ),
            5 => writeln!(
                out,
                "{pad}{place} {}= {};",
                ["<<", ">>"][self.random.below(2)],
                self.random.below(6)
            ),
            6 => writeln!(
                out,
                "{pad}{};",
                ["@++", "@--", "++@", "--@"][self.random.below(4)].replace('@', &bracket(&place))
            ),
            7 => {
                let index = self.random.below(2);
                let target = self.target(index);
                writeln!(out, "{pad}@p{index} = {target};")
            }
            8 => writeln!(
                out,
                "{pad}{};",
                [
                    "@x = *@q",
                    "@y[0] = @x",
                    "*@q = @y[0]",
                    "@q = &@x",
                    "@q = @y",
                    "@q = @y + 1"
                ][self.random.below(6)]
            ),
            9 => writeln!(
                out,
                "{pad}{{\n{pad}    long long t = @f({value}, @p0);\n{pad}    {place} = t;\n{pad}}}"
            ),
            10 => {
                let index = self.random.below(SCALARS);
                let step = ["@++", "--@", "(@ += 100)", "(@ -= 3)"][self.random.below(4)]
                    .replace('@', &format!("@g{index}"));
                writeln!(
                    out,
                    "{pad}{{\n{pad}    long long t = {step};\n{pad}    @a[2] = t;\n{pad}}}"
                )
            }
            _ => return self.compound(out, level, depth, kind, &value),
        };
    }

    fn compound(&mut self, out: &mut String, level: usize, depth: usize, kind: usize, value: &str) {
        let pad = "    ".repeat(level);
        let n = self.loops;
        let _ = match kind {
            11 | 12 => writeln!(out, "{pad}if ({value}) {{"),
            13 => writeln!(
                out,
                "{pad}switch ({value}) {{\n{pad}case 1:\n{pad}case -1: ;"
            ),
            // Each loop counts in a variable of its own, which nothing else changes.
            _ if n < 4 => {
                self.loops += 1;
                let leave = ["break", "continue"][self.random.below(2)];
                match kind {
                    14 => writeln!(
                        out,
                        "{pad}for (n{n} = 0; n{n} < {}; n{n}++) {{\n{pad}    if ({value}) {leave};",
                        1 + self.random.below(3)
                    ),
                    _ => writeln!(
                        out,
                        "{pad}n{n} = 0;\n{pad}do {{\n{pad}    if (n{n} == {} && {value}) {leave};",
                        self.random.below(2)
                    ),
                }
            }
            _ => return,
        };
        self.block(out, level + 1, depth - 1);
        let _ = match kind {
            11 => writeln!(out, "{pad}}}"),
            12 => {
                let _ = writeln!(out, "{pad}}} else {{");
                self.block(out, level + 1, depth - 1);
                writeln!(out, "{pad}}}")
            }
            13 => {
                let fall = ["", "break;"][self.random.below(2)];
                let _ = writeln!(out, "{pad}    {fall}\n{pad}default: ;");
                self.block(out, level + 1, depth - 1);
                let _ = writeln!(out, "{pad}case 255: ;");
                self.block(out, level + 1, depth - 1);
                writeln!(out, "{pad}}}")
            }
            14 => writeln!(out, "{pad}}}"),
            _ => writeln!(out, "{pad}}} while (n{n}++ < 1);"),
        };
    }
}

/// An expression of the value. The least value has no literal (C11 6.4.4.1).
fn constant(value: i64) -> String {
    if value == i64::MIN {
        format!("(-{}LL - 1)", i64::MAX)
    } else {
        format!("{value}LL")
    }
}

fn bracket(place: &str) -> String {
    format!("({place})")
}

/// A type without its signedness: objects of two types with the same base may be accessed through
/// each other (C11 6.5p7).
fn base(ty: &str) -> &str {
    match ty {
        "unsigned" => "int",
        "char" | "signed char" | "unsigned char" => "char",
        _ => ty.trim_start_matches("unsigned "),
    }
}
