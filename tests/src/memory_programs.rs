//! Random programs for the memory model: nested structures and unions, bit-fields, padding,
//! pointers to members, copies of whole objects, calls through pointers.
//!
//! gcc says what a program observes. The program that reaches the error **if** it observes just
//! that must never be certified: some map or variable would be believed to hold what was
//! overwritten. Programs respect C's effective types and initialise everything, so that no entry of
//! the ledger excuses them.

use crate::Random;
use std::fmt::Write;

/// How many values a program observes.
pub const OBSERVED: usize = 4;
const SCALARS: [&str; 8] = [
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "long long",
];
const RECORDS: usize = 4;
const GLOBALS: usize = 5;
const STATEMENTS: usize = 14;
/// Deeper paths end at the first scalar.
const DEPTH: usize = 6;

/// The type of a member.
#[derive(Clone, PartialEq)]
enum Ty {
    Scalar(&'static str),
    Truth,
    Bits(&'static str, usize),
    Record(usize),
    Array(Box<Ty>, usize),
}

struct Record {
    union: bool,
    members: Vec<Ty>,
}

/// An lvalue, and the object that it is a part of.
#[derive(Clone)]
struct Place {
    text: String,
    ty: Ty,
    root: usize,
}

/// A random program.
pub struct MemoryProgram {
    /// Types, objects and a function `@run`; `@` stands for a prefix that makes names unique.
    text: String,
}

impl MemoryProgram {
    /// The program of a seed.
    pub fn new(seed: u64) -> MemoryProgram {
        let mut writer = Writer {
            random: Random::of(&format!("memory {seed}")),
            records: Vec::new(),
            globals: Vec::new(),
            text: String::new(),
            unions: false,
            recursive: false,
        };
        writer.program();
        MemoryProgram { text: writer.text }
    }

    /// Declarations, and a function `NAME_run` that leaves what is observed in `NAME_seen`.
    pub fn declarations(&self, name: &str) -> String {
        self.text.replace('@', &format!("{name}_"))
    }

    /// A complete program that reaches the error if it observes these values.
    pub fn negated(&self, values: &[i64]) -> String {
        let equal: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(n, v)| format!("p_seen{n} == {}LL - 1", i128::from(*v) + 1))
            .collect();
        let declarations = self.declarations("p");
        format!(
            "void reach_error(void);\n{declarations}int main(void) {{\n    p_run();\n    if ({})\n        reach_error();\n    return 0;\n}}\n",
            equal.join(" && ")
        )
    }
}

struct Writer {
    random: Random,
    records: Vec<Record>,
    /// The record type of each global; `@q` with its number points to it.
    globals: Vec<usize>,
    text: String,
    unions: bool,
    /// The recursive function is there to call.
    recursive: bool,
}

impl Writer {
    fn program(&mut self) {
        self.unions = !self.one_in(4);
        self.text.push_str("void *memcpy(void *, const void *, unsigned long);\nvoid *memmove(void *, const void *, unsigned long);\n");
        self.text
            .push_str("void *memset(void *, int, unsigned long);\nstatic int @k = 1;\n");
        for index in 0..RECORDS {
            self.record(index);
        }
        for index in 0..GLOBALS {
            let record = RECORDS - 1 - index % 3;
            let ty = self.record_name(record);
            let _ = writeln!(self.text, "static {ty} @g{index}, *@q{index} = &@g{index};");
            self.globals.push(record);
        }
        (0..OBSERVED).for_each(|n| {
            let _ = writeln!(self.text, "static long long @seen{n};");
        });
        let helper = self.statements(3);
        let _ = writeln!(
            self.text,
            "static int @again(int n) {{\n    int kept = n;\n    if (n > 0)\n        @again(n - 1);\n{helper}    return kept;\n}}"
        );
        self.recursive = true;
        let body = self.statements(STATEMENTS);
        let _ = writeln!(self.text, "static void @run(void) {{\n{body}");
        for n in 0..OBSERVED {
            let place = self.scalar();
            let _ = writeln!(self.text, "    @seen{n} = (long long){};", place.text);
        }
        self.text.push_str("}\n");
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn record_name(&self, index: usize) -> String {
        format!(
            "{} @r{index}",
            if self.records.get(index).is_some_and(|r| r.union) {
                "union"
            } else {
                "struct"
            }
        )
    }

    fn record(&mut self, index: usize) {
        let union = self.unions && self.one_in(3);
        let count = 2 + self.random.below(3);
        let members: Vec<Ty> = (0..count).map(|_| self.member(index)).collect();
        let mut fields = String::new();
        for (n, ty) in members.iter().enumerate() {
            let _ = writeln!(fields, "    {};", self.declared(ty, &format!("m{n}")));
        }
        self.records.push(Record { union, members });
        let packed = if self.one_in(4) {
            " __attribute__((packed))"
        } else {
            ""
        };
        let _ = writeln!(
            self.text,
            "{} {{\n{fields}}}{packed};",
            self.record_name(index)
        );
        let name = self.record_name(index);
        let _ = writeln!(
            self.text,
            "static {name} @same{index}({name} x) {{ return x; }}\nstatic void @copy{index}({name} *to, {name} *from) {{ *to = *from; }}"
        );
        let _ = writeln!(
            self.text,
            "static void (*@by{index})({name} *, {name} *) = @copy{index};"
        );
    }

    fn member(&mut self, records: usize) -> Ty {
        match self.random.below(9) {
            0 | 1 if records > 0 => Ty::Record(self.random.below(records)),
            2 if records > 0 => Ty::Array(Box::new(Ty::Record(self.random.below(records))), 2),
            3 => Ty::Array(
                Box::new(Ty::Scalar(SCALARS[self.random.below(6)])),
                2 + self.random.below(3),
            ),
            4 => Ty::Bits(
                ["int", "unsigned"][self.random.below(2)],
                1 + self.random.below(20),
            ),
            // A union with a truth value could give it a value that is none.
            5 if !self.unions => Ty::Truth,
            _ => Ty::Scalar(SCALARS[self.random.below(SCALARS.len())]),
        }
    }

    fn declared(&self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Scalar(scalar) => format!("{scalar} {name}"),
            Ty::Truth => format!("_Bool {name}"),
            Ty::Bits(scalar, width) => format!("{scalar} {name} : {width}"),
            Ty::Record(record) => format!("{} {name}", self.record_name(*record)),
            Ty::Array(element, length) => self.declared(element, &format!("{name}[{length}]")),
        }
    }

    /// A global, by its name or through a pointer.
    fn object(&mut self) -> Place {
        let root = self.random.below(self.globals.len());
        let text = if self.one_in(2) {
            format!("@g{root}")
        } else {
            format!("(*@q{root})")
        };
        Place {
            text,
            ty: Ty::Record(self.globals[root]),
            root,
        }
    }

    /// A part of a place.
    fn part(&mut self, place: Place) -> Place {
        let (text, ty) = match &place.ty {
            Ty::Record(record) => {
                let members = &self.records[*record].members;
                let member = self.random.below(members.len());
                (format!("{}.m{member}", place.text), members[member].clone())
            }
            Ty::Array(element, length) => {
                let index = self.random.below(*length);
                let index = if index == 1 && self.one_in(2) {
                    "@k".to_owned()
                } else {
                    index.to_string()
                };
                (format!("{}[{index}]", place.text), (**element).clone())
            }
            _ => return place,
        };
        Place { text, ty, ..place }
    }

    fn scalar(&mut self) -> Place {
        let mut place = self.object();
        for _ in 0..DEPTH + RECORDS * 2 {
            place = self.part(place);
        }
        place
    }

    /// An object of record type, perhaps inside another.
    fn aggregate(&mut self) -> Place {
        let mut place = self.object();
        for _ in 0..self.random.below(DEPTH) {
            let inner = self.part(place.clone());
            if matches!(inner.ty, Ty::Record(_) | Ty::Array(..)) {
                place = inner;
            }
        }
        while matches!(place.ty, Ty::Array(..)) {
            place = self.part(place);
        }
        if matches!(place.ty, Ty::Record(_)) {
            place
        } else {
            self.object()
        }
    }

    /// Two objects of one record type in different variables.
    fn twins(&mut self) -> Option<(Place, Place, usize)> {
        (0..30).find_map(|_| {
            let (a, b) = (self.aggregate(), self.aggregate());
            match a.ty {
                Ty::Record(record) if a.ty == b.ty && a.root != b.root => Some((a, b, record)),
                _ => None,
            }
        })
    }

    fn statements(&mut self, count: usize) -> String {
        let mut out = String::new();
        for _ in 0..count {
            let statement = self.statement();
            let guard = if self.one_in(6) { "if (@k) " } else { "" };
            let _ = writeln!(out, "    {guard}{{ {statement} }}");
        }
        out
    }

    fn statement(&mut self) -> String {
        let value = self.random.below(200) as i64 - 60;
        match self.random.below(10) {
            0..=3 => format!("{} = {value};", self.scalar().text),
            4 => format!("{} = {};", self.scalar().text, self.scalar().text),
            5 => match self.scalar() {
                Place {
                    text,
                    ty: Ty::Scalar(scalar),
                    ..
                } => format!("{scalar} *p = &{text}; *p = {value};"),
                Place { text, .. } => format!("{text} = {value};"),
            },
            6 => self.pointer(value),
            7 if self.recursive && self.one_in(3) => "@again(2);".to_owned(),
            _ => match self.twins() {
                Some((a, b, record)) => self.whole(&a.text, &b.text, record),
                None => format!("{} = {value};", self.scalar().text),
            },
        }
    }

    /// Accesses through pointers to objects that hold the place.
    fn pointer(&mut self, value: i64) -> String {
        let whole = self.aggregate();
        let Ty::Record(record) = whole.ty else {
            return String::new();
        };
        let name = self.record_name(record);
        let mut inner = Place {
            text: "(*p)".to_owned(),
            ..whole.clone()
        };
        for _ in 0..DEPTH + RECORDS * 2 {
            inner = self.part(inner);
        }
        let cast = ["", "(void *)", "(void *)(char *)"][self.random.below(8).saturating_sub(5)];
        format!(
            "{name} *p = {cast}&{}; {} = {value};",
            whole.text, inner.text
        )
    }

    /// A copy, or another write of a whole object.
    fn whole(&mut self, a: &str, b: &str, record: usize) -> String {
        match self.random.below(9) {
            0 | 1 => format!("{a} = {b};"),
            2 => format!("memcpy(&{a}, &{b}, sizeof {a});"),
            3 => format!("memmove(&{a}, &{b}, sizeof {a});"),
            4 => format!("{a} = @same{record}({b});"),
            5 => format!("@by{record}(&{a}, &{b});"),
            6 => format!("memset(&{a}, 0, sizeof {a});"),
            7 => format!("{} x = {b}; {a} = x;", self.record_name(record)),
            _ => format!("{a} = ({}){{0}};", self.record_name(record)),
        }
    }
}
