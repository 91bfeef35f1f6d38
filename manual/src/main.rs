//! `manual DIRECTORY`: man pages and shell completions of both commands, made from the very
//! definitions of their command lines, in the tree that installations have below their prefix.

// Compiled from the commands' own files, so that neither command links what makes the pages.
#[path = "../../checker/src/arguments.rs"]
mod checker;
#[path = "../../producer/src/command/arguments.rs"]
mod producer;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::fs::{create_dir_all, File};
use std::io::{Error, Result};
use std::path::Path;

fn main() -> Result<()> {
    let Some(directory) = std::env::args_os().nth(1) else {
        return Err(Error::other("give the directory to write to"));
    };
    let share = Path::new(&directory).join("share");
    for command in [
        checker::Arguments::command(),
        producer::Arguments::command(),
    ] {
        manual(&share, &command)?;
        for (shell, folder) in COMPLETIONS {
            completions(&share.join(folder), shell, &command)?;
        }
    }
    Ok(())
}

/// A page for the command and one for each of its subcommands.
fn manual(share: &Path, command: &Command) -> Result<()> {
    let pages = share.join("man/man1");
    create_dir_all(&pages)?;
    clap_mangen::generate_to(command.clone(), pages)
}

/// Where shells look for completions.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Zsh, "zsh/site-functions"),
    (Shell::Fish, "fish/vendor_completions.d"),
];

fn completions(folder: &Path, shell: Shell, command: &Command) -> Result<()> {
    create_dir_all(folder)?;
    let name = command.get_name();
    let file = match shell {
        Shell::Zsh => format!("_{name}"),
        Shell::Fish => format!("{name}.fish"),
        _ => name.to_owned(),
    };
    let mut out = File::create(folder.join(file))?;
    clap_complete::generate(shell, &mut command.clone(), name, &mut out);
    Ok(())
}
