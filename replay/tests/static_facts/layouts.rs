//! Records with attributes, pragmas, bit-fields, nested and anonymous members.

use crate::random::Random;
use crate::Facts;

/// Types of members; those that bit-fields may have come first, with their widths.
const BIT_TYPES: &[(&str, usize)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum e", 3),
    ("enum n", 4),
    ("enum k", 8),
    ("a16", 32),
    ("a2", 32),
    ("l2", 64),
    ("s8", 16),
];
const TYPES: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "unsigned",
    "_Bool",
    "float",
    "double",
    "long double",
    "void *",
    "enum e",
    "enum n",
    "enum k",
    "enum w",
    "a16",
    "a2",
    "l2",
    "s8",
    "struct in1",
    "struct in2",
    "struct in3",
    "union un",
    "_Atomic int",
    "_Atomic long long",
    "_Atomic char",
    "_Atomic double",
    "_Atomic struct in1",
    "_Atomic(struct in3)",
    "int (*)(void)",
    "const int",
    "volatile long long",
    "__int128",
    "_Float128",
    "char *",
];

/// A record while it is written.
struct Writer<'r> {
    random: &'r mut Random,
    /// The number of members so far.
    members: usize,
    /// Members with an offset.
    addressed: Vec<String>,
    bits: Vec<String>,
}

pub(crate) fn program(random: &mut Random, number: usize) -> Facts {
    let mut writer = Writer {
        random,
        members: 0,
        addressed: Vec::new(),
        bits: Vec::new(),
    };
    let word = writer.word();
    let (pack, unpack) = match writer.random.below(5) {
        0 => ("#pragma pack(push, 1)\n", "\n#pragma pack(pop)\n"),
        1 => ("#pragma pack(push, 2)\n", "\n#pragma pack(pop)\n"),
        2 if writer.random.one_in(2) => ("#pragma pack(4)\n", "\n#pragma pack()\n"),
        _ => ("", "\n"),
    };
    let before = writer.attributes(6);
    let body = writer.body(0, word == "struct");
    let after = writer.attributes(4);
    let tag = format!("{word} t{number}");
    let mut declarations = format!("{pack}{word} {before} t{number} {{ {body}}} {after};{unpack}");
    let mut constants = vec![
        format!("sizeof({tag})"),
        format!("_Alignof({tag})"),
        format!("__alignof__({tag})"),
        format!("sizeof({tag}[3])"),
        format!("__alignof__({tag}[2])"),
    ];
    for member in &writer.addressed {
        constants.push(format!("__builtin_offsetof({tag}, {member})"));
        constants.push(format!("sizeof((({tag} *)0)->{member})"));
        constants.push(format!("_Alignof(__typeof__((({tag} *)0)->{member}))"));
    }
    let mut objects = Vec::new();
    for (n, member) in writer.bits.iter().enumerate() {
        let name = format!("b{number}_{n}");
        declarations += &format!("static {tag} {name} = {{ .{member} = -1 }};\n");
        objects.push(name);
    }
    // The record as a member, and with another alignment.
    declarations += &format!(
        "typedef {tag} T{number} __attribute__((aligned(4)));\n\
         struct o{number} {{ char c; {tag} m; char d; T{number} n; }};\n"
    );
    for member in ["m", "d", "n"] {
        constants.push(format!("__builtin_offsetof(struct o{number}, {member})"));
    }
    constants.push(format!("sizeof(struct o{number})"));
    Facts {
        declarations,
        constants,
        objects,
    }
}

impl Writer<'_> {
    fn word(&mut self) -> &'static str {
        self.random.pick(&["struct", "struct", "struct", "union"])
    }

    /// Attributes, in one of so many cases.
    fn attributes(&mut self, rarity: usize) -> String {
        if !self.random.one_in(rarity) {
            return String::new();
        }
        let list = self.random.pick(&[
            "packed",
            "packed",
            "aligned(2)",
            "aligned(4)",
            "aligned(8)",
            "aligned(16)",
            "aligned(1)",
            "aligned",
            "packed, aligned(4)",
            "packed, aligned(2)",
            "aligned(8), packed",
            "aligned(4), aligned(2)",
            "__unused__",
            "__packed__",
            "__aligned__(32)",
        ]);
        format!("__attribute__(({list}))")
    }

    fn name(&mut self) -> String {
        self.members += 1;
        format!("m{}", self.members)
    }

    fn body(&mut self, depth: usize, open: bool) -> String {
        let mut out = String::new();
        for _ in 0..1 + self.random.below(5) {
            out += &self.member(depth);
        }
        if depth == 0 && open && self.random.one_in(8) {
            let ty = self
                .random
                .pick(&["char", "int", "long long", "a16", "struct in2"]);
            out += &format!("int last; {ty} flexible[]; ");
        }
        out
    }

    fn member(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0..=3 => self.bit_field(),
            4 if depth < 2 => self.anonymous(depth),
            5 if depth < 2 => self.nested(depth),
            6 => {
                let ty = self.random.pick(TYPES_OF_ARRAYS);
                let (name, attributes) = (self.name(), self.attributes(5));
                let length = self.random.below(4);
                self.addressed.push(name.clone());
                format!("{ty} {name}[{length}] {attributes}; ")
            }
            _ => self.plain(),
        }
    }

    fn plain(&mut self) -> String {
        let ty = self.random.pick(TYPES);
        let name = self.name();
        self.addressed.push(name.clone());
        let attributes = self.attributes(4);
        if ty == "int (*)(void)" {
            return format!("int (*{name})(void) {attributes}; ");
        }
        match self.random.below(60) {
            0 => format!("_Alignas(16) {ty} {name}; "),
            1 => format!("_Alignas({ty}) {ty} {name}; "),
            2 => format!("{attributes} {ty} {name}; "),
            3 => format!("{ty} {attributes} {name}; "),
            4 => {
                let second = self.name();
                self.addressed.push(second.clone());
                format!("{ty} {name} {attributes}, {second}; ")
            }
            _ => format!("{ty} {name} {attributes}; "),
        }
    }

    fn bit_field(&mut self) -> String {
        let (ty, width) = BIT_TYPES[self.random.below(BIT_TYPES.len())];
        let attributes = self.attributes(5);
        match self.random.below(8) {
            0 => format!("{ty} : 0; "),
            1 => format!("{ty} : {} {attributes}; ", 1 + self.random.below(width)),
            _ => {
                let (name, width) = (self.name(), 1 + self.random.below(width));
                self.bits.push(name.clone());
                format!("{ty} {name} : {width} {attributes}; ")
            }
        }
    }

    fn anonymous(&mut self, depth: usize) -> String {
        let word = self.word();
        let body = self.body(depth + 1, false);
        let attributes = self.attributes(4);
        format!("{word} {{ {body}}} {attributes}; ")
    }

    fn nested(&mut self, depth: usize) -> String {
        let (addressed, bits) = (self.addressed.len(), self.bits.len());
        let word = self.word();
        let body = self.body(depth + 1, false);
        let (name, attributes) = (self.name(), self.attributes(4));
        let array = if self.random.one_in(4) { "[2]" } else { "" };
        let step = if array.is_empty() { "." } else { "[1]." };
        for member in self.addressed[addressed..]
            .iter_mut()
            .chain(&mut self.bits[bits..])
        {
            *member = format!("{name}{step}{member}");
        }
        self.addressed.push(name.clone());
        format!("{word} {{ {body}}} {name}{array} {attributes}; ")
    }
}

const TYPES_OF_ARRAYS: &[&str] = &[
    "char",
    "short",
    "int",
    "long long",
    "double",
    "struct in1",
    "struct in2",
    "struct in3",
    "union un",
    "a2",
    "void *",
    "enum k",
    "_Atomic int",
    "long double",
];
