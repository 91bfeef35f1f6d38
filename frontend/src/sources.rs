//! Source texts: preprocessing, and the way back from a byte of preprocessed text to the user's
//! line.

use crate::accounting::Packs;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::normalise::Rewritten;
use crate::Options;
use proofmark_logic::cfa::Pos;
use proofmark_logic::types::Profile;
use std::path::Path;
use std::process::Command;

/// The largest preprocessed input, in bytes. The parser needs about 60 bytes of memory per byte of
/// input.
pub const INPUT_BYTES_MAX: usize = 16 << 20;

/// Index of a translation unit in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitId(usize);

/// The texts of a program, and the files that their line markers name.
#[derive(Default)]
pub struct Sources {
    /// File names in order of first mention; [`Pos::file`] indexes this list.
    pub files: Vec<String>,
    units: Vec<Unit>,
}

struct Unit {
    text: String,
    lines: Vec<Line>,
    /// What `#pragma pack` asks for.
    packs: Packs,
    /// From offsets of the text that the parser sees to offsets of `text`; see
    /// [`crate::normalise::Rewritten::map`].
    map: Vec<(usize, usize)>,
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
        if text.len() > INPUT_BYTES_MAX {
            let message = format!(
                "{name}: {} bytes after preprocessing, the limit is {INPUT_BYTES_MAX}",
                text.len()
            );
            return Err(LoadError::plain(ErrorKind::Limit, &message));
        }
        let lines = self.line_table(name, &text);
        self.units.push(Unit {
            text,
            lines,
            packs: Packs::new(),
            map: Vec::new(),
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
        }
    }

    /// The preprocessed text from a position on.
    pub fn rest(&self, unit: UnitId, offset: usize) -> &str {
        self.units
            .get(unit.0)
            .and_then(|u| u.text.get(u.origin(offset)..))
            .unwrap_or("")
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

    fn file_id(&mut self, name: &str) -> u32 {
        let index = self
            .files
            .iter()
            .position(|f| f == name)
            .unwrap_or_else(|| {
                self.files.push(name.to_owned());
                self.files.len() - 1
            });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn line_table(&mut self, name: &str, text: &str) -> Vec<Line> {
        let (mut file, mut line) = (self.file_id(name), 1u32);
        let mut lines = Vec::new();
        let mut start = 0;
        let mut last_marker = name.to_owned();
        for row in text.split_inclusive('\n') {
            lines.push(Line { start, file, line });
            start += row.len();
            match line_marker(row) {
                Some((next, marker)) => {
                    if let Some(marker) = marker.filter(|m| *m != last_marker) {
                        file = self.file_id(&marker);
                        last_marker = marker;
                    }
                    line = next;
                }
                None => line = line.saturating_add(1),
            }
        }
        lines
    }
}

/// `# 12 "file.c" 2` and `#line 12 "file.c"`: the next line's number, and the file if it is named
/// (C11 6.10.4).
fn line_marker(row: &str) -> Option<(u32, Option<String>)> {
    let rest = row.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let line = rest.get(..digits)?.parse().ok()?;
    let name = rest
        .get(digits..)?
        .trim_start()
        .strip_prefix('"')
        .and_then(|s| s.split('"').next());
    Some((line, name.map(|n| n.replace("\\\\", "\\"))))
}

/// The preprocessed text of a file.
///
/// # Errors
/// If the file cannot be read or the preprocessor rejects it.
pub fn read(file: &Path, options: &Options) -> Result<String, LoadError> {
    let shown = file.display();
    if !file.exists() {
        return Err(LoadError::plain(
            ErrorKind::NotFound,
            &format!("{shown}: no such file"),
        ));
    }
    if file.is_dir() {
        return Err(LoadError::plain(
            ErrorKind::Io,
            &format!("{shown} is a directory"),
        ));
    }
    let bytes = if file.extension().is_some_and(|e| e == "i") {
        std::fs::read(file)
            .map_err(|e| LoadError::plain(ErrorKind::Io, &format!("{shown}: {e}")))?
    } else {
        preprocess(file, options)?
    };
    // Comments are gone, so bytes outside ASCII stand in literals only; a replacement character
    // there is refused by the literal reader.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn preprocess(file: &Path, options: &Options) -> Result<Vec<u8>, LoadError> {
    let shown = file.display();
    let width = if options.profile == Profile::Ilp32 {
        "-m32"
    } else {
        "-m64"
    };
    // A name that starts with a dash must not be read as an option.
    let safe = if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_path_buf()
    };
    let run = Command::new("cc")
        .args(["-E", width])
        .args(&options.cpp_args)
        .arg(safe)
        .output();
    let output = run.map_err(|e| {
        LoadError::plain(
            ErrorKind::Preprocess,
            &format!("{shown}: cannot run `cc -E`: {e}"),
        )
        .help("install a C compiler, or pass a preprocessed .i file")
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let mut error = LoadError::plain(
        ErrorKind::Preprocess,
        &format!("{shown}: `cc -E {width}` failed:\n{}", text.trim_end()),
    );
    if options.profile == Profile::Ilp32
        && (text.contains("bits/") || text.contains("stubs-32.h") || text.contains("sys/cdefs.h"))
    {
        error = error.help("the 32-bit C headers seem to be missing: install libc6-dev-i386 (Debian, Ubuntu) or glibc-devel.i686");
    }
    Err(error)
}
