//! Objects of nested types with initialisers: designators of all kinds, braces that are left out,
//! strings, compound literals, values that replace others.

use crate::random::Random;
use crate::Facts;

/// A type of an object.
#[derive(Clone)]
enum Ty {
    /// A scalar, by its name, or a bit-field by its type and width.
    Scalar,
    /// Characters: their type and number.
    Text(usize),
    Array(Box<Ty>, usize),
    /// A structure or union: its name and members; a member without a name is anonymous.
    Record(String, Vec<(String, Ty)>),
}

impl Ty {
    /// How many values an initialiser without designators may have.
    fn scalars(&self) -> usize {
        match self {
            Ty::Scalar => 1,
            Ty::Text(n) => *n,
            Ty::Array(element, n) => element.scalars() * n,
            Ty::Record(tag, members) if tag.starts_with("union") => {
                members.first().map_or(0, |(_, ty)| ty.scalars())
            }
            Ty::Record(_, members) => members.iter().map(|(_, ty)| ty.scalars()).sum(),
        }
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    number: usize,
    records: usize,
    declarations: String,
}

pub(crate) fn program(random: &mut Random, number: usize) -> Facts {
    let mut writer = Writer {
        random,
        number,
        records: 0,
        declarations: String::new(),
    };
    let mut objects = Vec::new();
    let mut constants = Vec::new();
    let count = 1 + writer.random.below(2);
    for n in 0..count {
        let (name, ty) = (format!("o{number}_{n}"), writer.aggregate(0));
        let open = writer.random.one_in(3);
        let (written, ty) = match &ty {
            Ty::Array(element, length) if open => (
                writer.declared(&ty, &name).replacen(
                    &format!("{name}[{length}]"),
                    &format!("{name}[]"),
                    1,
                ),
                Ty::Array(element.clone(), *length),
            ),
            _ => (writer.declared(&ty, &name), ty),
        };
        let value = writer.braced(&ty, 0);
        let constant = writer.random.pick(&["", "const "]);
        writer.declarations += &format!("static {constant}{written} = {value};\n");
        constants.push(format!("sizeof {name}"));
        objects.push(name);
    }
    writer.flexible(&mut constants);
    Facts {
        declarations: writer.declarations,
        constants,
        objects,
    }
}

impl Writer<'_> {
    fn scalar_type(&mut self) -> &'static str {
        self.random.pick(&[
            "int",
            "char",
            "short",
            "long",
            "long long",
            "unsigned char",
            "unsigned",
            "_Bool",
            "enum e",
            "enum k",
            "signed char",
            "unsigned short",
        ])
    }

    fn aggregate(&mut self, depth: usize) -> Ty {
        match self.random.below(6) {
            0 | 1 => {
                let element = self.any(depth + 1);
                Ty::Array(Box::new(element), 1 + self.random.below(4))
            }
            2 if depth > 0 => Ty::Text(1 + self.random.below(6)),
            _ => self.record(depth),
        }
    }

    fn any(&mut self, depth: usize) -> Ty {
        if depth < 3 && !self.random.one_in(3) {
            self.aggregate(depth)
        } else {
            Ty::Scalar
        }
    }

    /// Declares a record.
    fn record(&mut self, depth: usize) -> Ty {
        let word = self.random.pick(&["struct", "struct", "struct", "union"]);
        let (mut members, mut body) = (Vec::new(), String::new());
        for n in 0..1 + self.random.below(4) {
            let name = format!("m{}_{n}", self.records);
            if depth < 2 && self.random.one_in(6) {
                // Its members are declared in place.
                let (text, inner) = self.anonymous(&name);
                body += &text;
                members.push((String::new(), inner));
                continue;
            }
            if self.random.one_in(5) {
                let (ty, most) = [
                    ("int", 32),
                    ("unsigned", 32),
                    ("char", 8),
                    ("long long", 64),
                ][self.random.below(4)];
                body += &format!("{ty} {name} : {}; ", 1 + self.random.below(most));
                members.push((name, Ty::Scalar));
                if self.random.one_in(4) {
                    body += "int : 3; ";
                }
                continue;
            }
            let before = self.records;
            self.records += 1;
            let ty = self.any(depth + 1);
            body += &format!("{}; ", self.declared(&ty, &name));
            members.push((name, ty));
            self.records = self.records.max(before + 1);
        }
        self.records += 1;
        let tag = format!("{word} r{}_{}", self.number, self.records);
        self.declarations += &format!("{tag} {{ {body}}};\n");
        Ty::Record(tag, members)
    }

    fn anonymous(&mut self, prefix: &str) -> (String, Ty) {
        let word = self.random.pick(&["struct", "union"]);
        let (mut body, mut members) = (String::new(), Vec::new());
        for n in 0..1 + self.random.below(3) {
            let (name, ty) = (format!("{prefix}_{n}"), self.scalar_type());
            let length = self.random.below(3);
            if length > 0 {
                body += &format!("int {name}[{length}]; ");
                members.push((name, Ty::Array(Box::new(Ty::Scalar), length)));
            } else {
                body += &format!("{ty} {name}; ");
                members.push((name, Ty::Scalar));
            }
        }
        (
            format!("{word} {{ {body}}}; "),
            Ty::Record(String::new(), members),
        )
    }

    fn declared(&mut self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Scalar => format!("{} {name}", self.scalar_type()),
            Ty::Text(n) => {
                let ty = self
                    .random
                    .pick(&["char", "signed char", "unsigned char", "const char"]);
                format!("{ty} {name}[{n}]")
            }
            Ty::Array(element, n) => self.declared(element, &format!("{name}[{n}]")),
            Ty::Record(tag, _) => format!("{tag} {name}"),
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("-{}", self.random.below(300)),
            1 => format!("0x{:x}", self.random.below(1 << 30)),
            2 => "E1".to_owned(),
            3 => format!("(char){}", self.random.below(1000)),
            4 => format!("sizeof(int[{}])", self.random.below(9)),
            5 => format!("'{}'", self.random.pick(&["a", "\\n", "\\xff", "\\0"])),
            _ => format!("{}", 1 + self.random.below(100)),
        }
    }

    fn text(&mut self, room: usize) -> String {
        let length = self.random.below(room + 1);
        let text: String = "abcdefgh".chars().take(length).collect();
        match self.random.below(4) {
            0 => format!("{{ \"{text}\" }}"),
            1 => format!("\"{text}\" \"\""),
            _ => format!("\"{text}\""),
        }
    }

    /// A list in braces for an aggregate.
    fn braced(&mut self, ty: &Ty, depth: usize) -> String {
        if depth > 4 || self.random.one_in(12) {
            return "{ }".to_owned();
        }
        let (mut items, mut left) = (Vec::new(), ty.scalars());
        for _ in 0..1 + self.random.below(5) {
            let item = self.item(ty, depth, left > 0);
            // Where a designator leads is not followed; one more value often has a place there.
            left = match item.starts_with(['.', '[']) {
                true => usize::from(self.random.one_in(3)),
                false => left.saturating_sub(1),
            };
            items.push(item);
        }
        let comma = self.random.pick(&["", ","]);
        format!("{{ {}{comma} }}", items.join(", "))
    }

    fn item(&mut self, ty: &Ty, depth: usize, next: bool) -> String {
        if next && self.random.one_in(2) {
            // For whatever comes next: a scalar, or a list for it.
            return match self.random.below(8) {
                0 => format!("{{ {} }}", self.value()),
                _ => self.value(),
            };
        }
        let (mut path, mut ty) = (String::new(), ty.clone());
        while let Some((step, inner)) = self.step(&ty) {
            path += &step;
            ty = inner;
            if self.random.one_in(2) {
                break;
            }
        }
        let value = self.initialiser(&ty, depth);
        if path.is_empty() {
            value
        } else {
            format!("{path} = {value}")
        }
    }

    /// A designator for a part of an object.
    fn step(&mut self, ty: &Ty) -> Option<(String, Ty)> {
        match ty {
            Ty::Scalar => None,
            Ty::Text(n) => Some((format!("[{}]", self.random.below(*n)), Ty::Scalar)),
            Ty::Array(element, n) => {
                let first = self.random.below(*n);
                let last = first + self.random.below(*n - first);
                let step = match self.random.below(4) {
                    0 => format!("[{first} ... {last}]"),
                    _ => format!("[{first}]"),
                };
                Some((step, Ty::clone(element)))
            }
            Ty::Record(_, members) => {
                let (name, ty) = members[self.random.below(members.len())].clone();
                if name.is_empty() {
                    return self.step(&ty);
                }
                Some((format!(".{name}"), ty))
            }
        }
    }

    /// A value for a part of a known type.
    fn initialiser(&mut self, ty: &Ty, depth: usize) -> String {
        match ty {
            Ty::Scalar => match self.random.below(10) {
                0 => format!("{{ {} }}", self.value()),
                _ => self.value(),
            },
            Ty::Text(n) if !self.random.one_in(3) => self.text(*n),
            Ty::Record(tag, _) if !tag.is_empty() && self.random.one_in(4) => {
                format!("({tag}){}", self.braced(ty, depth + 1))
            }
            Ty::Text(_) | Ty::Array(..) | Ty::Record(..) => match self.random.below(4) {
                0 => self.value(),
                _ => self.braced(ty, depth + 1),
            },
        }
    }

    /// A structure whose last array has the length of its initialiser, and other open lengths.
    fn flexible(&mut self, constants: &mut Vec<String>) {
        let n = self.number;
        match self.random.below(4) {
            0 => {
                let text = format!("static char s{n}[] = {};\n", self.text(6));
                self.declarations += &text;
                constants.push(format!("sizeof s{n}"));
            }
            1 => {
                let wide =
                    self.random
                        .pick(&["L\"ab\"", "L\"\"", "{ L\"abc\" }", "{ 1, [4] = 2 }"]);
                self.declarations += &format!("static __WCHAR_TYPE__ w{n}[] = {wide};\n");
                constants.push(format!("sizeof w{n}"));
                constants.push(format!("sizeof w{n}[0]"));
            }
            2 => {
                let (a, b) = (self.value(), self.value());
                let at = self.random.below(5);
                self.declarations += &format!(
                    "static struct {{ char c; short f[]; }} f{n} = {{ 1, {{ {a}, [{at}] = {b} }} }};\n\
                     static short *p{n} = f{n}.f;\n"
                );
                constants.push(format!("sizeof f{n}"));
            }
            _ => {}
        }
    }
}
