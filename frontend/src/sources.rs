//! Source texts: preprocessing, and the way back from a byte of preprocessed text to the user's
//! line.

use crate::accounting::Packs;
use crate::compiler::markers::Marker;
use crate::compiler::{self, Compiler, Preprocessed};
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::files::{self, Unreadable, INPUT_BYTES_MAX};
use crate::normalise::Rewritten;
use crate::Options;
use proofmark_guard::text::{self, Excerpt};
use proofmark_logic::cfa::Pos;
use proofmark_logic::types::Profile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Longer names, which are no file's, are cut.
const NAME_BYTES_MAX: usize = 4096;

/// Index of a translation unit in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitId(usize);

/// The texts of a program, and the files that their line markers name.
#[derive(Default)]
pub struct Sources {
    /// File names in order of first mention; [`Pos::file`] indexes this list.
    pub files: Vec<String>,
    /// Which of them are models of the C library. A file of the program is none, whatever its name.
    models: BTreeSet<u32>,
    units: Vec<Unit>,
    /// Texts as their authors wrote them, by the file's index.
    written: BTreeMap<u32, String>,
    /// The same of files that the preprocessor has read: columns are those of what it made of them.
    unexpanded: BTreeMap<u32, Arc<str>>,
}

struct Unit {
    text: String,
    lines: Vec<Line>,
    /// What `#pragma pack` asks for.
    packs: Packs,
    /// From offsets of the text that the parser sees to offsets of `text`; see
    /// [`crate::normalise::Rewritten::map`].
    map: Vec<(usize, usize)>,
    /// See [`crate::normalise::Rewritten::left_out`].
    left_out: Vec<(usize, usize)>,
    /// See [`crate::normalise::Rewritten::changed`].
    changed: Vec<usize>,
}

impl Unit {
    /// The offset in the preprocessed text of an offset in the parsed one.
    fn origin(&self, offset: usize) -> usize {
        match self
            .map
            .partition_point(|(to, _)| *to <= offset)
            .checked_sub(1)
            .and_then(|i| self.map.get(i))
        {
            Some((to, from)) => from + (offset - to),
            None if self.map.is_empty() => offset,
            None => 0,
        }
    }
}

/// A physical line of preprocessed text and the user's line that it stands for.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    file: u32,
    line: u32,
}

impl Sources {
    /// Adds a preprocessed text.
    ///
    /// # Errors
    /// If it is empty or too long.
    pub fn add(&mut self, name: &str, text: String) -> Result<UnitId, LoadError> {
        let file = self.file_id(name);
        self.add_as(file, name, text)
    }

    /// Adds the text of a model of the C library.
    ///
    /// # Errors
    /// As [`Sources::add`].
    pub(crate) fn add_model(&mut self, name: &str, text: String) -> Result<UnitId, LoadError> {
        let known = (0u32..).zip(&self.files);
        let mut known = known.filter(|(id, file)| self.models.contains(id) && *file == name);
        let file = match known.next() {
            Some((id, _)) => id,
            None => self.new_file(name),
        };
        self.models.insert(file);
        self.add_as(file, name, text)
    }

    /// Whether a file is a model of the C library.
    pub fn is_model(&self, file: u32) -> bool {
        self.models.contains(&file)
    }

    fn add_as(&mut self, file: u32, name: &str, text: String) -> Result<UnitId, LoadError> {
        if text.len() > INPUT_BYTES_MAX {
            let message = format!(
                "{name}: {} bytes after preprocessing, the limit is {INPUT_BYTES_MAX}",
                text.len()
            );
            return Err(LoadError::plain(ErrorKind::Exhausted, &message));
        }
        let lines = self.line_table((file, name), &text);
        self.units.push(Unit {
            text,
            lines,
            packs: Packs::new(),
            map: Vec::new(),
            left_out: Vec::new(),
            changed: Vec::new(),
        });
        Ok(UnitId(self.units.len() - 1))
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        (0..self.units.len()).map(UnitId)
    }

    /// The preprocessed text of a unit.
    pub fn text(&self, unit: UnitId) -> &str {
        self.units.get(unit.0).map_or("", |u| &u.text)
    }

    /// From now on, offsets in this unit are offsets in the rewritten text.
    pub fn set_rewritten(&mut self, unit: UnitId, rewritten: &Rewritten) {
        if let Some(unit) = self.units.get_mut(unit.0) {
            unit.map.clone_from(&rewritten.map);
            unit.packs.clone_from(&rewritten.packs);
            unit.left_out.clone_from(&rewritten.left_out);
            unit.changed.clone_from(&rewritten.changed);
        }
    }

    /// The preprocessed text from a position on.
    pub fn rest(&self, unit: UnitId, offset: usize) -> &str {
        self.units
            .get(unit.0)
            .and_then(|u| u.text.get(u.origin(offset)..))
            .unwrap_or("")
    }

    /// A piece of the preprocessed text, between two positions.
    pub(crate) fn piece(&self, unit: UnitId, from: usize, to: usize) -> Option<&str> {
        let unit = self.units.get(unit.0)?;
        unit.text.get(unit.origin(from)..unit.origin(to))
    }

    /// A fingerprint of a piece of the text.
    pub(crate) fn fingerprint(&self, unit: UnitId, from: usize, to: usize) -> u32 {
        crate::fingerprint::fingerprint(self.piece(unit, from, to).unwrap_or_default())
    }

    /// The user's position of a byte of the text.
    pub fn pos(&self, unit: UnitId, offset: usize) -> Pos {
        let Some(unit) = self.units.get(unit.0) else {
            return Pos::default();
        };
        let offset = unit.origin(offset);
        let index = unit.lines.partition_point(|l| l.start <= offset);
        let Some(line) = index.checked_sub(1).and_then(|i| unit.lines.get(i)) else {
            return Pos::default();
        };
        Pos {
            file: line.file,
            line: line.line,
            column: u32::try_from(offset - line.start + 1).unwrap_or(0),
        }
    }

    /// The largest alignment of members of a structure that is defined here (gcc manual,
    /// "Structure-Layout Pragmas").
    pub fn pack(&self, unit: UnitId, offset: usize) -> Option<u64> {
        let unit = self.units.get(unit.0)?;
        let (packs, offset) = (&unit.packs, unit.origin(offset));
        packs
            .get(
                packs
                    .partition_point(|(start, _)| *start <= offset)
                    .checked_sub(1)?,
            )?
            .1
    }

    /// Has messages show this text where they are about a file.
    pub fn show(&mut self, file: &str, text: String) {
        let id = self.file_id(file);
        self.written.insert(id, text);
    }

    /// Whether a position is in a specification.
    pub fn is_specification(&self, pos: Pos) -> bool {
        self.written.contains_key(&pos.file)
    }

    /// Has messages that show whole lines show those of this text, where they are about a file.
    pub fn show_lines(&mut self, file: &str, text: Arc<str>) {
        let id = self.file_id(file);
        self.unexpanded.insert(id, text);
    }

    /// The line of a position as its author wrote it, macros and all, where that is known; else as
    /// [`Sources::row`].
    pub fn written_row(&self, pos: Pos) -> Option<&str> {
        match self.unexpanded.get(&pos.file) {
            Some(text) if pos.line > 0 => text.lines().nth(usize::try_from(pos.line - 1).ok()?),
            Some(_) | None => self.row(pos),
        }
    }

    /// The line of a position, for messages: of the text as it was written if that is known, and of
    /// the preprocessed text otherwise. Line markers may claim anything, but nothing is opened.
    pub fn row(&self, pos: Pos) -> Option<&str> {
        if pos.line == 0 {
            return None;
        }
        if let Some(text) = self.written.get(&pos.file) {
            return text.lines().nth(usize::try_from(pos.line - 1).ok()?);
        }
        let column = usize::try_from(pos.column).unwrap_or(usize::MAX);
        self.units.iter().find_map(|unit| {
            let rows = unit.lines.iter();
            let mut rows = rows
                .filter(|line| line.file == pos.file && line.line == pos.line)
                .filter_map(|line| unit.text.get(line.start..)?.lines().next());
            rows.find(|row| row.len() >= column && Marker::of(row).is_none())
        })
    }

    /// Parts of the preprocessed text that the parser does not see: bodies of functions.
    pub fn left_out(&self, unit: UnitId) -> &[(usize, usize)] {
        self.units.get(unit.0).map_or(&[], |unit| &unit.left_out)
    }

    /// Whether the parser sees a part of the preprocessed text as it is, but for words that have
    /// other names.
    pub fn unchanged(&self, unit: UnitId, from: usize, to: usize) -> bool {
        let changed = self.units.get(unit.0).map_or(&[][..], |unit| &unit.changed);
        let next = changed.get(changed.partition_point(|at| *at < from));
        next.is_none_or(|at| *at >= to)
    }

    /// The offset in the preprocessed text of an offset in the text that the parser sees.
    pub fn origin(&self, unit: UnitId, offset: usize) -> usize {
        self.units.get(unit.0).map_or(0, |unit| unit.origin(offset))
    }

    /// The name of the file that a position is in; empty if unknown.
    pub fn file_name(&self, pos: Pos) -> &str {
        if pos.line == 0 {
            return "";
        }
        usize::try_from(pos.file)
            .ok()
            .and_then(|i| self.files.get(i))
            .map_or("", String::as_str)
    }

    /// Names are for messages, so they are kept as messages show them.
    fn file_id(&mut self, name: &str) -> u32 {
        let name = &*text::line(name);
        let mut known = (0u32..).zip(&self.files);
        match known.find(|(id, file)| *file == name && !self.models.contains(id)) {
            Some((id, _)) => id,
            None => self.new_file(name),
        }
    }

    fn new_file(&mut self, name: &str) -> u32 {
        self.files.push(name.to_owned());
        u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX)
    }

    fn line_table(&mut self, (first, name): (u32, &str), text: &str) -> Vec<Line> {
        let (mut file, mut line) = (first, 1u32);
        let mut lines = Vec::new();
        let mut start = 0;
        let mut last_marker = name.to_owned();
        for row in text.split_inclusive('\n') {
            lines.push(Line { start, file, line });
            start += row.len();
            match Marker::of(row) {
                Some(marker) => {
                    if let Some(name) = marker.file.filter(|name| *name != last_marker) {
                        file = self.file_id(shown(&name));
                        last_marker = name;
                    }
                    line = marker.line;
                }
                None => line = line.saturating_add(1),
            }
        }
        lines
    }
}

/// Of a name that is longer than those of files, what stands first.
fn shown(name: &str) -> &str {
    let end = (0..=NAME_BYTES_MAX)
        .rev()
        .find(|&n| name.is_char_boundary(n));
    name.get(..end.unwrap_or(0)).unwrap_or(name)
}

impl LoadError {
    /// An error at a position, with the text that the front end has read there.
    pub fn at(
        kind: ErrorKind,
        sources: &Sources,
        pos: Pos,
        message: impl Into<String>,
    ) -> LoadError {
        let mut diagnostic = Diagnostic::at(sources, pos, message);
        diagnostic.excerpt = sources.row(pos).map(|row| Excerpt::word(row, pos.column));
        LoadError {
            kind,
            diagnostic: Box::new(diagnostic),
        }
    }
}

impl Diagnostic {
    /// A message at a position.
    pub fn at(sources: &Sources, pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            file: sources.file_name(pos).to_owned(),
            line: pos.line,
            column: pos.column,
            help: String::new(),
            excerpt: None,
        }
    }
}

/// The preprocessed text of a file: `.i` files are taken as they are. Also the file's own text, if
/// its lines have the numbers that they have in the preprocessed one.
///
/// # Errors
/// If the file cannot be read, is no C, or the compiler rejects it.
pub fn read(file: &Path, options: &Options) -> Result<(Preprocessed, Option<Arc<str>>), LoadError> {
    let preprocessed = language(file)?;
    let bytes = files::read(file, INPUT_BYTES_MAX).map_err(|error| unreadable(file, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    match preprocessed {
        Language::Preprocessed => {
            let (text, included) = (text.into_owned(), Vec::new());
            Ok((Preprocessed { text, included }, None))
        }
        Language::C => {
            let made = preprocess(file, options)?;
            let own = !text.lines().any(numbers_lines);
            Ok((made, own.then(|| Arc::from(&*text))))
        }
    }
}

/// Whether a line says which number the next one has (C11 6.10.4), or may.
fn numbers_lines(row: &str) -> bool {
    // Some compilers count a line there.
    if row.contains('\r') {
        return true;
    }
    let row = row.trim_start();
    let directive = row.strip_prefix('#').or_else(|| row.strip_prefix("%:"));
    directive.map(str::trim_start).is_some_and(|rest| {
        rest.starts_with("line") || rest.starts_with(|c: char| c.is_ascii_digit() || c == '\\')
    })
}

/// What compilers take a file for, by its suffix (gcc manual, "Overall Options").
enum Language {
    C,
    Preprocessed,
}

fn language(file: &Path) -> Result<Language, LoadError> {
    let suffix = file.extension().unwrap_or_default();
    if suffix == "c" {
        Ok(Language::C)
    } else if suffix == "i" {
        Ok(Language::Preprocessed)
    } else {
        // Whoever names a directory is told about that.
        let what = if file.is_dir() {
            "a directory"
        } else {
            "not a C file by its name"
        };
        let message = format!("{}: {what}", text::path(file));
        Err(LoadError::plain(ErrorKind::Suffix, &message)
            .help("C files end in .c, preprocessed ones in .i; compilers read others differently"))
    }
}

fn unreadable(file: &Path, error: &Unreadable) -> LoadError {
    let kind = match error {
        Unreadable::Missing => ErrorKind::NotFound,
        Unreadable::System(_) | Unreadable::Special(_) => ErrorKind::Io,
        Unreadable::TooLong(_) => ErrorKind::Exhausted,
    };
    LoadError::plain(kind, &format!("{}: {error}", text::path(file)))
}

fn preprocess(file: &Path, options: &Options) -> Result<Preprocessed, LoadError> {
    let profile = options.profile;
    let arguments = compiler::arguments::sort(&options.cpp_args, profile)
        .map_err(|message| LoadError::plain(ErrorKind::Arguments, &message))?;
    let compiler = Compiler::find(options.compiler.as_deref()).map_err(|e| e.about(file))?;
    let error = match compiler.preprocess(file, profile, &arguments) {
        Ok(text) => return Ok(text),
        Err(failure) => failure.about_preprocessing(file),
    };
    let text = &error.diagnostic.message;
    let missing = ["bits/", "stubs-32.h", "sys/cdefs.h"];
    if profile == Profile::Ilp32 && missing.iter().any(|name| text.contains(name)) {
        return Err(error.help("the 32-bit C headers seem to be missing: install libc6-dev-i386 (Debian, Ubuntu) or glibc-devel.i686"));
    }
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::Sources;

    /// Of models it is believed that their loops end: a stranger's file is none by its name.
    #[test]
    fn no_file_of_a_program_is_a_model() {
        let name = "models/qsort.c";
        let marked = format!("# 1 \"{name}\"\nint x;\n");
        let mut sources = Sources::default();
        sources.add(name, "int x;\n".to_owned()).expect("a text");
        assert!(!sources.is_model(0));
        let model = |sources: &mut Sources| sources.add_model(name, "int y;\n".to_owned());
        model(&mut sources).expect("a model");
        assert!(!sources.is_model(0) && sources.is_model(1));
        // Nor is one that is added, or that a line marker names, behind it.
        sources.add("a.i", marked).expect("a text");
        model(&mut sources).expect("a model");
        sources.add(name, "int z;\n".to_owned()).expect("a text");
        assert_eq!(sources.files, [name, name, "a.i"]);
    }
}
