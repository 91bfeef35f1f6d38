//! What an assembler may be given.
//!
//! A program's text reaches the assembler in many ways: assembly statements, names of symbols and
//! sections, `#ident`. Assemblers open files (`.incbin`, `.include`), so the whole text that the
//! compiler makes is looked at before it is assembled. It may hold only directives that are known
//! to open and to write nothing (GNU as manual, "Pseudo Ops"), and nothing that would let it put a
//! directive together: macro arguments are words, and quotes end on their line.

use std::collections::BTreeSet;

/// Directives that open and write no file; those that begin with `.cfi_` are others.
const DIRECTIVES: &str = ".2byte .4byte .8byte .addrsig .addrsig_sym .align .arch .ascii .asciz \
    .att_syntax .balign .balignl .balignw .base64 .bfloat16 .bss .byte .code16 .code32 .code64 \
    .comm .data .double .else .elseif .endif .endm .endr .equ .equiv .err .error .even .exitm \
    .extern .file .fill .float .float16 .global .globl .gnu_attribute .hidden .hword .ident .if \
    .ifb .ifc .ifdef .ifeq .ifeqs .ifge .ifgt .ifle .iflt .ifnb .ifnc .ifndef .ifne .ifnes \
    .ifnotdef .int .intel_syntax .internal .irp .largecomm .lcomm .loc .local .long .macro .nop \
    .nops .octa .org .p2align .p2alignl .p2alignw .popsection .previous .protected .purgem \
    .pushsection .quad .reloc .rept .section .set .short .single .size .skip .sleb128 .space \
    .string .string16 .string32 .string64 .string8 .subsection .symver .text .tfloat .type \
    .uleb128 .value .version .warning .weak .weakref .word .zero";

/// What a macro's arguments may hold beside letters and digits: nothing that ends a statement, a
/// label, a string or a comment, or begins one.
const OF_ARGUMENTS: &str = "_%$.,+-*()=<>|&~^!@ \t\\";

/// What begins and ends bodies, which the assembler looks for line by line.
const BODIES: [&str; 5] = [".macro", ".irp", ".rept", ".endm", ".endr"];

const PLACE: &str = "it stands on no line of its own";
const UNKNOWN: &str = "not among the directives that are known to open no file";
const QUOTES: &str = "a quote that does not end on its line";
const BACKSLASH: &str = "a backslash that may put words together";

/// Whether an assembler opens and writes no file but its own for this text.
///
/// # Errors
/// The statement that is not known to be harmless, and why; honest texts may be among those.
pub fn harmless(text: &str) -> Result<(), String> {
    // Then comments would be none.
    if text.starts_with("#NO_APP") {
        return Err("the assembly begins with `#NO_APP`".to_owned());
    }
    let mut reader = Reader {
        directives: DIRECTIVES.split_whitespace().collect(),
        macros: text.lines().filter_map(macro_name).collect(),
        open: Vec::new(),
    };
    for line in text.split('\n') {
        reader
            .line(line)
            .map_err(|why| format!("the assembly `{}`: {why}", line.trim()))?;
    }
    match reader.open.is_empty() {
        true => Ok(()),
        false => Err("the assembly has a macro without an end".to_owned()),
    }
}

/// The macro that a line begins to define, in lower case: names of macros have none.
fn macro_name(line: &str) -> Option<String> {
    let (first, rest) = operation(line);
    let (name, _) = word(rest);
    (first == ".macro").then(|| name.to_lowercase())
}

/// What repeats or replaces text, and is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Macro,
    Repetition,
}

struct Reader<'a> {
    directives: BTreeSet<&'a str>,
    macros: BTreeSet<String>,
    open: Vec<Body>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        if line.chars().any(|c| c.is_control() && c != '\t') {
            return Err("a control character");
        }
        let statements = statements(line)?;
        for statement in &statements {
            self.backslashes(statement)?;
            let (first, rest) = operation(statement);
            match first {
                _ if BODIES.contains(&first) && statements.len() > 1 => return Err(PLACE),
                ".macro" => self.begin(Body::Macro, rest)?,
                ".irp" | ".rept" => self.begin(Body::Repetition, rest)?,
                ".endm" => self.end(Body::Macro)?,
                ".endr" => self.end(Body::Repetition)?,
                _ => self.statement(statement)?,
            }
        }
        Ok(())
    }

    fn begin(&mut self, body: Body, operands: &str) -> Result<(), &'static str> {
        self.open.push(body);
        let plain = operands.replace(":req", "").replace(":vararg", "");
        arguments(&plain)
    }

    /// Bodies end in the order in which the assembler looks for their ends.
    fn end(&mut self, body: Body) -> Result<(), &'static str> {
        match self.open.pop() {
            Some(last) if last == body => Ok(()),
            Some(_) | None => Err("it ends what it did not begin"),
        }
    }

    fn statement(&self, text: &str) -> Result<(), &'static str> {
        let (mut first, mut behind) = operation(text);
        while let Some(next) = behind.strip_prefix(':').filter(|_| !first.is_empty()) {
            if first.contains('\\') {
                return Err(BACKSLASH);
            }
            (first, behind) = operation(next);
        }
        if first.contains('\\') {
            return Err(BACKSLASH);
        }
        match first.chars().next() {
            None => prefixed(behind),
            Some(_) if behind.starts_with('=') => Ok(()),
            // Bodies begin and end elsewhere.
            Some('.') if BODIES.contains(&first) => Err(PLACE),
            Some('.') if self.is_known(first) => Ok(()),
            Some('.') => Err(UNKNOWN),
            Some(_) if self.macros.contains(&first.to_lowercase()) => arguments(behind),
            Some(_) => Ok(()),
        }
    }

    fn is_known(&self, directive: &str) -> bool {
        directive.starts_with(".cfi_") || self.directives.contains(directive)
    }

    /// Backslashes outside strings stand before a parameter's name, in bodies only, and in strings
    /// outside bodies only.
    fn backslashes(&self, statement: &str) -> Result<(), &'static str> {
        let outside = self.open.is_empty();
        let mut inside_string = false;
        let mut rest = statement.chars();
        while let Some(c) = rest.next() {
            match (c, inside_string) {
                ('"', _) => inside_string = !inside_string,
                ('\\', true) if outside => drop(rest.next()),
                ('\\', false) if !outside && parameter(rest.as_str()) => {}
                ('\\', _) => return Err(BACKSLASH),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether what follows a backslash is a parameter, the number of the expansion or an empty text.
fn parameter(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@'))
        || text.starts_with("()")
}

/// A statement that begins with no word: nothing, or an instruction behind `{vex}` and the like.
fn prefixed(text: &str) -> Result<(), &'static str> {
    let name = text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let is_prefix = |(name, _): (&str, &str)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
    };
    match text.is_empty() || name.is_some_and(is_prefix) {
        true => Ok(()),
        false => Err("it begins with no name"),
    }
}

/// Whether these are arguments from which no other statement can be made.
fn arguments(text: &str) -> Result<(), &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || OF_ARGUMENTS.contains(c);
    match text.chars().all(plain) {
        true => Ok(()),
        false => Err("arguments that may be more than words"),
    }
}

/// The first word of a statement, and what stands behind it.
fn operation(text: &str) -> (&str, &str) {
    let (first, rest) = word(trim(text));
    (first, trim(rest))
}

/// Without what an assembler takes for blanks.
fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// The word that a text begins with, and the rest.
fn word(text: &str) -> (&str, &str) {
    let inside = |c: char| c.is_alphanumeric() || "_.$\\@?".contains(c) || !c.is_ascii();
    let end = text.find(|c| !inside(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// The statements of a line. Comments are left out.
fn statements(line: &str) -> Result<Vec<&str>, &'static str> {
    let (mut out, mut start) = (Vec::new(), 0);
    let mut rest = line.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => string(&mut rest)?,
            '\'' => return Err("a character constant"),
            '/' if rest.as_str().starts_with('*') => return Err("a comment that begins with `/*`"),
            ';' => {
                out.push(line.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            '#' => {
                comment(rest.as_str())?;
                out.push(line.get(start..at).unwrap_or_default());
                return Ok(out);
            }
            _ => {}
        }
    }
    out.push(line.get(start..).unwrap_or_default());
    Ok(out)
}

/// The rest of a string.
fn string(rest: &mut std::str::CharIndices) -> Result<(), &'static str> {
    while let Some((_, c)) = rest.next() {
        match c {
            '"' => return Ok(()),
            '\\' => drop(rest.next()),
            _ => {}
        }
    }
    Err(QUOTES)
}

/// A comment may be a line marker, whose name would go on on the next line.
fn comment(text: &str) -> Result<(), &'static str> {
    let mut rest = text.char_indices();
    while let Some((_, c)) = rest.next() {
        if c == '"' {
            string(&mut rest)?;
        }
    }
    Ok(())
}
