//! An execution that reaches the error, as text and as JSON.
//!
//! Everything that comes from the program goes through `text` before it is printed.

use proofmark_frontend::Program;
use proofmark_guard::text;
use proofmark_logic::cfa::Pos;
use proofmark_replay::story::{tell, Extent, Input, Kind, Line, Shown, Story};
use proofmark_replay::{interpret::Trace, rejection, Names};
use serde_json::{json, Value};
use std::fmt::Write;

/// Characters of a line of the source, and of a value, that are shown.
const SOURCE_MAX: usize = 72;
const VALUE_MAX: usize = 60;
/// Inputs that are listed.
const INPUTS_MAX: usize = 12;
/// Indentation stops growing at so many calls.
const DEPTH_MAX: usize = 20;
/// A group of lines that is repeated is shown once, if it has at most so many lines.
const ROUND_LINES_MAX: usize = 40;
/// Fewer lines than these are not worth a remark.
const REPEATED_LINES_MIN: usize = 3;

/// An execution that is to be printed.
pub(crate) struct Report<'a> {
    program: &'a Program,
    story: Story,
    rejected: Option<String>,
    extent: Extent,
    /// The place of the entry, for programs that fail without a statement.
    entry: Pos,
    /// What is reached on the way, with the step that comes next; the last one is the end.
    passed: Vec<(usize, String)>,
}

impl<'a> Report<'a> {
    /// Works out what matters of an execution.
    pub(crate) fn new(program: &'a Program, trace: &Trace, extent: Extent) -> Report<'a> {
        let names = proofmark_replay::names(program);
        Report::with((program, &names), trace, extent)
    }

    /// As [`Report::new`], with names that somebody has worked out.
    fn with((program, names): (&'a Program, &Names), trace: &Trace, extent: Extent) -> Report<'a> {
        let entry = usize::try_from(program.cfa.entry.0);
        let entry = entry.ok().and_then(|n| program.cfa.locations.get(n));
        Report {
            program,
            story: tell(program, names, trace, extent).unwrap_or_default(),
            rejected: rejection(program, trace).map(str::to_owned),
            extent,
            entry: entry.map_or(Pos::default(), |location| location.pos),
            passed: Vec::new(),
        }
    }

    /// A whole execution, and what it reaches: each with the number of the step that comes next, in
    /// their order. It ends in front of the last.
    pub(crate) fn passing(
        (program, names): (&'a Program, &Names),
        trace: &Trace,
        passed: Vec<(usize, String)>,
    ) -> Report<'a> {
        Report {
            passed,
            ..Report::with((program, names), trace, Extent::Everything)
        }
    }

    /// The text, line by line.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let rows = self.rows();
        let places = rows.iter().map(|row| row.place.chars().count());
        let inputs = self.story.inputs.iter().take(INPUTS_MAX);
        let width = places.chain(inputs.map(|i| self.asked_at(i).chars().count()));
        let width = width.max().unwrap_or(0);
        self.inputs(&mut out, width);
        let _ = writeln!(out, "  {}:", self.title());
        for row in &rows {
            let _ = writeln!(out, "    {:width$}  {}", row.place, row.text);
        }
        out
    }

    /// The program's own lines, in parts that end with these steps; the last one is the rest. What
    /// observers do is left out.
    pub(crate) fn parts(&self, ends: &[usize]) -> Vec<Vec<(Row, Value)>> {
        let mut out = vec![Vec::new(); ends.len() + 1];
        for line in &self.story.lines {
            let part = ends.partition_point(|end| *end < line.step);
            if let (Kind::Statement | Kind::Call(_), Some(part)) = (&line.kind, out.get_mut(part)) {
                part.push((self.row(line), self.line_json(line)));
            }
        }
        out
    }

    /// What comes from outside.
    pub(crate) fn asked(&self) -> Vec<(Row, Value)> {
        let inputs = self.story.inputs.iter();
        let row = |input: &Input| Row {
            place: self.asked_at(input),
            text: value(&input.value),
        };
        let asked = inputs.map(|input| (row(input), self.input_json(input)));
        asked.collect()
    }

    /// What the lines are.
    fn title(&self) -> String {
        let Some(first) = self.story.lines.first() else {
            return "every execution does".to_owned();
        };
        let (told, all) = self.story.steps;
        let extent = match self.extent {
            Extent::Needed if told < all => format!(
                "the steps that the error depends on ({told} of {all}; --full-trace shows all)"
            ),
            Extent::Needed | Extent::Everything => "all steps".to_owned(),
        };
        format!("in {}, {extent}", text::line(&first.function))
    }

    fn inputs(&self, out: &mut String, width: usize) {
        let inputs = &self.story.inputs;
        if inputs.is_empty() {
            return;
        }
        out.push_str("  inputs:\n");
        let shown = if self.extent == Extent::Everything {
            inputs.len()
        } else {
            INPUTS_MAX
        };
        for input in inputs.iter().take(shown) {
            let place = self.asked_at(input);
            let _ = writeln!(out, "    {place:width$}  {}", value(&input.value));
        }
        if inputs.len() > shown {
            let _ = writeln!(out, "    … and {} more", inputs.len() - shown);
        }
    }

    fn asked_at(&self, input: &Input) -> String {
        let at = input.pos.map(|pos| self.place(pos));
        at.unwrap_or_else(|| "at the start".to_owned())
    }

    fn place(&self, pos: Pos) -> String {
        let file = self.program.sources.file_name(pos);
        text::line(&format!("{file}:{}", pos.line)).into_owned()
    }

    fn source(&self, pos: Pos) -> String {
        let row = self.program.sources.written_row(pos).unwrap_or("");
        let words: Vec<&str> = row.split_whitespace().collect();
        cut(&text::line(&words.join(" ")), SOURCE_MAX)
    }

    fn rows(&self) -> Vec<Row> {
        let rows = self.told().into_iter().map(|told| match told {
            Told::Line(line) => self.row(line),
            Told::Reached(name) => Row::reached(name),
            Told::Repeated { times, depth, .. } => {
                let indent = "  ".repeat(depth.min(DEPTH_MAX));
                Row::bare(format!("{indent}… {}", repeated(times)))
            }
        });
        let mut rows: Vec<Row> = rows.collect();
        if self.passed.is_empty() {
            rows.push(self.end());
        }
        rows
    }

    /// What is told: of many rounds of a loop only the first, and the last one if it leads to the
    /// error.
    fn told(&self) -> Vec<Told<'_>> {
        let mut out = Vec::new();
        let lines = &self.story.lines;
        let (mut at, mut passed) = (0, self.passed.iter().peekable());
        while let Some(line) = lines.get(at) {
            while let Some((_, name)) = passed.next_if(|(step, _)| *step <= line.step) {
                out.push(Told::Reached(name));
            }
            match rounds(lines.get(at..).unwrap_or_default()) {
                Some((length, times)) if self.extent == Extent::Needed => {
                    let round = lines.get(at..at + length).unwrap_or_default();
                    out.extend(round.iter().map(Told::Line));
                    let ends = at + length * times >= lines.len();
                    let skipped = times - 1 - usize::from(ends);
                    at += length * (times - usize::from(ends));
                    if skipped > 0 {
                        out.push(Told::Repeated {
                            lines: length,
                            times: skipped,
                            depth: line.depth,
                        });
                    }
                }
                _ => {
                    out.push(Told::Line(line));
                    at += 1;
                }
            }
        }
        out.extend(passed.map(|(_, name)| Told::Reached(name)));
        out
    }

    /// The closing brace of the entry says nothing by itself.
    fn remark(&self, line: &Line) -> String {
        let row = self.program.sources.written_row(line.pos).unwrap_or("");
        let ends = row.trim() == "}" && line.depth == 0;
        if ends {
            "   // the run ends".to_owned()
        } else {
            String::new()
        }
    }

    fn row(&self, line: &Line) -> Row {
        let indent = "  ".repeat(line.depth.min(DEPTH_MAX));
        let source = self.source(line.pos);
        let said = |value: &String| says(&source, value) && line.kind == Kind::Statement;
        let values = line.values.iter().map(value).filter(|value| !said(value));
        let values = values.collect::<Vec<String>>().join(", ");
        let comment = match &line.kind {
            Kind::Observer(_) => {
                let place = self.place(line.pos);
                let what = if values.is_empty() { source } else { values };
                let text = format!("{indent}  | {what}");
                return Row { place, text };
            }
            Kind::Statement if values.is_empty() => self.remark(line),
            Kind::Statement => format!("   // {values}"),
            Kind::Call(callee) => {
                let given = if values.is_empty() {
                    String::new()
                } else {
                    format!(": {values}")
                };
                format!("   // calls {}{given}", text::line(callee))
            }
        };
        Row {
            place: self.place(line.pos),
            text: format!("{indent}{source}{comment}"),
        }
    }

    /// What the execution ends with.
    fn end(&self) -> Row {
        let text = match &self.rejected {
            Some(title) => format!("=> rejected by {}", text::line(title)),
            None => "=> the error is reached".to_owned(),
        };
        let place = match self.story.lines.is_empty() {
            true => self.place(self.entry),
            false => String::new(),
        };
        Row { place, text }
    }

    fn input_json(&self, input: &Input) -> Value {
        let mut object = shown(&input.value);
        if let Some(pos) = input.pos {
            object["file"] = json!(self.program.sources.file_name(pos));
            object["line"] = json!(pos.line);
        }
        object
    }

    fn line_json(&self, line: &Line) -> Value {
        let (kind, name) = match &line.kind {
            Kind::Statement => ("statement", Value::Null),
            Kind::Call(callee) => ("call", json!(callee)),
            Kind::Observer(title) => ("observer", json!(title)),
        };
        json!({
            "file": self.program.sources.file_name(line.pos),
            "line": line.pos.line,
            "function": line.function,
            "depth": line.depth,
            "kind": kind,
            "name": name,
            "source": self.program.sources.written_row(line.pos).unwrap_or("").trim(),
            "values": line.values.iter().map(shown).collect::<Value>(),
        })
    }

    /// The members of the JSON object.
    pub(crate) fn json(&self) -> (Value, Value, Value) {
        let (told, all) = self.story.steps;
        let violation = json!({
            "rejected_by": self.rejected,
            "steps": all,
            "steps_shown": told,
        });
        let inputs = self.story.inputs.iter();
        let lines = self.told().into_iter().filter_map(|told| match told {
            Told::Line(line) => Some(self.line_json(line)),
            Told::Reached(_) => None,
            Told::Repeated { lines, times, .. } => {
                Some(json!({ "kind": "repeated", "lines": lines, "times": times }))
            }
        });
        (
            inputs.map(|input| self.input_json(input)).collect(),
            lines.collect(),
            violation,
        )
    }
}

/// A part of what is told.
enum Told<'s> {
    Line(&'s Line),
    /// This is reached.
    Reached(&'s str),
    /// So many lines that end here come so often again.
    Repeated {
        lines: usize,
        times: usize,
        depth: usize,
    },
}

/// A line of the text.
#[derive(Clone)]
pub(crate) struct Row {
    /// Where it is in the source.
    pub(crate) place: String,
    /// What happens, indented by calls.
    pub(crate) text: String,
}

impl Row {
    fn bare(text: String) -> Row {
        let place = String::new();
        Row { place, text }
    }

    fn reached(location: &str) -> Row {
        Row::bare(format!("=> {} is reached", text::line(location)))
    }
}

fn repeated(times: usize) -> String {
    match times {
        1 => "the same once more, with other values".to_owned(),
        _ => format!("the same {times} more times, with other values"),
    }
}

/// How long the group of lines is that is repeated from the first one on, and how often it stands
/// there.
fn rounds(lines: &[Line]) -> Option<(usize, usize)> {
    let same = |a: &Line, b: &Line| a.pos == b.pos && a.depth == b.depth;
    let first = lines.first()?;
    let longest = (lines.len() / 2).min(ROUND_LINES_MAX);
    (1..=longest)
        .filter(|length| lines.get(*length).is_some_and(|line| same(line, first)))
        .map(|length| {
            let pairs = lines.iter().zip(lines.iter().skip(length));
            let equal = pairs.take_while(|(a, b)| same(a, b)).count();
            (length, equal / length + 1)
        })
        .find(|(length, times)| length * (times - 1) >= REPEATED_LINES_MIN)
}

fn value(shown: &Shown) -> String {
    let (name, text) = (text::line(&shown.name), text::line(&shown.text));
    format!("{} = {}", cut(&name, VALUE_MAX), cut(&text, VALUE_MAX))
}

fn shown(value: &Shown) -> Value {
    // Values have up to 64 bits, with or without a sign.
    let number = i64::try_from(value.number).map(Value::from);
    let number = number.or_else(|_| u64::try_from(value.number).map(Value::from));
    json!({
        "name": value.name,
        "value": value.text,
        "number": number.unwrap_or_else(|_| Value::from(value.number.to_string())),
        "written": value.written,
    })
}

/// Whether the source itself says that something has a value: `x = 0;`.
fn says(source: &str, value: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    source.match_indices(value).any(|(at, _)| {
        let (before, behind) = (source.get(..at), source.get(at + value.len()..));
        let before = before.and_then(|text| text.chars().next_back());
        ends(before) && before != Some('.') && ends(behind.and_then(|text| text.chars().next()))
    })
}

/// The beginning of a text that is long.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or("").trim_end()),
        None => text.to_owned(),
    }
}
