//! One run of a compiler: text in, bytes out, both bounded, and an environment of our own.

use proofmark_guard::Binding;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::Builder;

/// Where a compiler finds its assembler. It finds its own parts by its own name.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// More of a compiler's messages is not read by people.
const MESSAGES_MAX: usize = 64 << 10;
/// Threads that only copy need little.
const STACK_BYTES: usize = 128 << 10;

/// What a compiler did.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) output: Vec<u8>,
    /// What it said, cut off after [`MESSAGES_MAX`] bytes.
    pub(super) messages: String,
}

/// Why there is no result.
pub(super) enum Broken {
    /// The compiler does not start, or the system fails.
    System(std::io::Error),
    /// It writes more than so many bytes, and more is not read.
    TooLong(usize),
}

impl From<std::io::Error> for Broken {
    fn from(error: std::io::Error) -> Broken {
        Broken::System(error)
    }
}

/// Where standard output goes.
pub(super) enum Output {
    /// It is read, up to so many bytes.
    Read(usize),
    /// Into this file.
    File(OwnedFd),
}

/// Runs `program` on a text. Nothing of this process's environment reaches it: `CPATH`,
/// `GCC_EXEC_PREFIX`, `LD_PRELOAD` and others would change what is read and run.
pub(super) fn run(
    program: &Path,
    arguments: &[OsString],
    input: &[u8],
    output: Output,
) -> Result<Ended, Broken> {
    let (stdout, limit) = match output {
        Output::Read(limit) => (Stdio::piped(), limit),
        Output::File(file) => (Stdio::from(file), 0),
    };
    let mut child = started(program)
        .args(arguments)
        .env_clear()
        .env("PATH", PATH)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()?;
    let copied = copy(&mut child, input, limit);
    if copied.is_err() {
        // It may have ended by itself.
        let _ = child.kill();
    }
    let status = child.wait()?;
    let (output, messages) = copied?;
    Ok(Ended {
        status,
        output,
        messages,
    })
}

/// A compiler that ends with this process, where this is the child of a guarded command.
fn started(program: &Path) -> Command {
    let Some(binding) = Binding::of_this_process() else {
        return Command::new(program);
    };
    let mut command = binding.command(program);
    if is_gcc(program) {
        command.arg("-wrapper").arg(binding.wrapper());
    }
    command
}

/// Whether a compiler starts its parts as processes that it would leave behind. Others do all in
/// one (clang), or are ended by the guard's other means.
fn is_gcc(program: &Path) -> bool {
    let named = std::fs::canonicalize(program);
    let name = named.as_deref().ok().and_then(Path::file_name);
    name.is_some_and(|name| name.to_string_lossy().contains("gcc"))
}

/// Feeds a compiler, and reads what it writes.
fn copy(child: &mut Child, input: &[u8], limit: usize) -> Result<(Vec<u8>, String), Broken> {
    let (stdin, stderr) = (child.stdin.take(), child.stderr.take());
    let stdout = child.stdout.take();
    std::thread::scope(|scope| {
        Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || feed(stdin, input))?;
        let messages = Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || stderr.map_or(Ok(Vec::new()), first_of))?;
        let output = stdout.map_or(Ok(Vec::new()), |stdout| all_of(stdout, limit))?;
        let messages = messages.join().unwrap_or(Ok(Vec::new()))?;
        Ok((output, String::from_utf8_lossy(&messages).into_owned()))
    })
}

/// A compiler that stops reading has found an error, and says so.
fn feed(stdin: Option<ChildStdin>, input: &[u8]) {
    if let Some(mut stdin) = stdin {
        let _ = stdin.write_all(input);
    }
}

fn all_of(from: impl Read, limit: usize) -> Result<Vec<u8>, Broken> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(Broken::TooLong(limit));
    }
    Ok(bytes)
}

/// The beginning; the rest is read too, so that the writer does not wait.
fn first_of(mut from: impl Read) -> std::io::Result<Vec<u8>> {
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let count = from.read(&mut part)?;
        let read = part.get(..count).unwrap_or_default();
        if read.is_empty() {
            return Ok(bytes);
        }
        let room = MESSAGES_MAX.saturating_sub(bytes.len());
        bytes.extend(read.iter().take(room));
    }
}
