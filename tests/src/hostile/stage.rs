//! The directory that a case plays in.
//!
//! ```text
//! work/     the working directory, with the case's files
//! beside/   a directory that nobody names, with a file that nobody may touch
//! tmp/      where temporary files go, and must not stay
//! ```

use super::case::{bytes, raw, Case, File, Forge, Kind};
use super::snapshot::Snapshot;
use crate::Commands;
use proofmark_certs::{decode, digest, encode, Provenance};
use proofmark_logic::cfa::LedgerEntry;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with a case's files.
pub struct Stage {
    root: PathBuf,
    commands: PathBuf,
}

impl Stage {
    /// Creates the files and runs what comes before.
    ///
    /// # Errors
    /// If that fails.
    pub fn new(root: &Path, case: &Case, commands: &Commands) -> Result<Stage, String> {
        let root = root.canonicalize().map_err(|e| e.to_string())?;
        let commands = commands.path("");
        let stage = Stage { root, commands };
        for directory in ["work", "beside", "tmp"] {
            std::fs::create_dir(stage.root.join(directory)).map_err(|e| e.to_string())?;
        }
        let canary = stage.root.join("beside/canary.c");
        std::fs::write(canary, "int canary;\n").map_err(|e| e.to_string())?;
        for file in &case.file {
            stage
                .create(file)
                .map_err(|error| format!("{:?}: {error}", file.name))?;
        }
        for line in &case.before {
            let output = stage.command(line)?.output().map_err(|e| e.to_string())?;
            if !output.status.success() {
                return Err(format!("{line:?} fails: {}", crate::text(&output)));
            }
        }
        for forge in &case.forge {
            stage.forge(forge)?;
        }
        Ok(stage)
    }

    /// The working directory.
    pub fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// What is there now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.root)
    }

    /// A command line in the case's working directory and the usual environment.
    ///
    /// # Errors
    /// If the line is empty or malformed.
    pub fn command(&self, line: &[String]) -> Result<Command, String> {
        let arguments = self.arguments(line)?;
        let (program, rest) = arguments.split_first().ok_or("an empty command line")?;
        let mut command = Command::new(program);
        command.args(rest).current_dir(self.work()).env_clear();
        self.environment(&mut command);
        Ok(command)
    }

    /// The arguments of a command line; the first is the program's path.
    ///
    /// # Errors
    /// If one is malformed.
    pub fn arguments(&self, line: &[String]) -> Result<Vec<OsString>, String> {
        let mut out = Vec::new();
        for (n, word) in line.iter().enumerate() {
            out.push(match (n, word.as_str()) {
                (0, "proofmark" | "proofmark-check") => self.commands.join(word).into(),
                _ => OsString::from_vec(raw(&self.expand(word))?),
            });
        }
        Ok(out)
    }

    /// Sets the usual environment.
    pub fn environment(&self, command: &mut Command) {
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.commands.display());
        command
            .env("PATH", path)
            .env("HOME", self.work())
            .env("TMPDIR", self.root.join("tmp"))
            .env("LANG", "C.UTF-8");
    }

    /// `$WORK` is the working directory, `$BIN` the one of the commands, `$REPO` this repository's.
    pub fn expand(&self, text: &str) -> String {
        text.replace("$WORK", &self.work().display().to_string())
            .replace("$BIN", &self.commands.display().to_string())
            .replace("$REPO", &crate::root().display().to_string())
    }

    /// The path of one of the case's files.
    ///
    /// # Errors
    /// If the name is malformed.
    pub fn path(&self, name: &str) -> Result<PathBuf, String> {
        let name = raw(name)?;
        Ok(self.work().join(OsStr::from_bytes(&name)))
    }

    fn create(&self, file: &File) -> Result<(), String> {
        let path = self.path(&file.name)?;
        let directory = path.parent().unwrap_or(&self.root);
        std::fs::create_dir_all(directory).map_err(|e| e.to_string())?;
        let target = self.expand(&file.text);
        match file.kind {
            Kind::Regular => {
                let mut contents = file.text.clone().into_bytes();
                contents.extend(bytes(&file.parts)?);
                std::fs::write(&path, contents).map_err(|e| e.to_string())?;
            }
            Kind::Directory => std::fs::create_dir_all(&path).map_err(|e| e.to_string())?,
            Kind::Fifo => special(&path, &["p"])?,
            Kind::Device => special(&path, &["c", "1", "3"])?,
            Kind::Symlink => {
                std::os::unix::fs::symlink(target, &path).map_err(|e| e.to_string())?;
            }
            Kind::Hardlink => {
                let target = self.path(&file.text)?;
                std::fs::hard_link(target, &path).map_err(|e| e.to_string())?;
            }
        }
        if let Some(mode) = &file.mode {
            let mode = u32::from_str_radix(mode, 8).map_err(|e| e.to_string())?;
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(&path, permissions).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn forge(&self, forge: &Forge) -> Result<(), String> {
        let from = self.path(&forge.from)?;
        let genuine = std::fs::read(&from).map_err(|e| format!("{}: {e}", from.display()))?;
        let mut certificate = decode(&genuine).map_err(|e| e.to_string())?;
        if let Some(profile) = &forge.profile {
            certificate.binding.profile.clone_from(profile);
        }
        if let Some(specification) = &forge.specification {
            certificate.binding.specification = digest(specification.as_bytes());
            certificate.specification = Some(specification.clone());
        }
        if let Some(words) = &forge.provenance {
            let word = |n: usize| words.get(n).cloned().unwrap_or_default();
            let made = Provenance {
                tool: word(0),
                version: word(1),
                entry: word(2),
                specifications: vec![word(3)],
                arguments: words.iter().skip(4).cloned().collect(),
                ..Provenance::default()
            };
            certificate.provenance = Some(made.encode());
        }
        if !forge.provenance_bytes.is_empty() {
            certificate.provenance = Some(bytes(&forge.provenance_bytes)?);
        }
        if let Some(entries) = &forge.ledger {
            certificate.ledger = entries.iter().cloned().map(entry).collect();
        }
        let mut forged = encode(&certificate);
        forged.truncate(forge.keep.unwrap_or(usize::MAX));
        forged.extend(bytes(&forge.append)?);
        for at in &forge.invert {
            if let Some(byte) = forged.get_mut(*at) {
                *byte = !*byte;
            }
        }
        let path = self.path(&forge.name)?;
        std::fs::write(path, forged).map_err(|e| e.to_string())
    }
}

fn entry([kind, subject, detail]: [String; 3]) -> LedgerEntry {
    LedgerEntry {
        kind,
        subject,
        detail,
    }
}

/// Makes a pipe or a device.
fn special(path: &Path, what: &[&str]) -> Result<(), String> {
    let made = Command::new("mknod").arg(path).args(what).output();
    let made = made.map_err(|error| format!("mknod: {error}"))?;
    if made.status.success() {
        Ok(())
    } else {
        Err(format!("mknod: {}", crate::text(&made)))
    }
}
