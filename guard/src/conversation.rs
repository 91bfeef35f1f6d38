//! A command that somebody talks with: the parent reads what is typed, and the child answers.
//!
//! The child's standard input is its lifeline (`crate::child`), along which requests travel: the
//! length of each in four bytes, least first, and its bytes. A request without bytes ends the
//! conversation. Answers come along the child's standard output; each ends with `END`, which is
//! in no text that went through [`crate::text`]. The limit on time counts for each answer.
//!
//! Whoever interrupts the parent means the answer that the child works on. Between answers there is
//! nothing to interrupt at a terminal; elsewhere, the command ends.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Ends an answer.
const END: u8 = 0;

/// Longest request, in bytes.
const REQUEST_BYTES_MAX: usize = 1 << 20;

/// What the child is asked.
pub struct Requests {
    pub(crate) received: Receiver<String>,
}

impl Requests {
    /// Waits for the next request. There is none when the conversation has ended.
    pub fn next(&self) -> Option<String> {
        self.received.recv().ok()
    }

    /// Ends an answer.
    pub fn answered(&self) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(&[END]).and_then(|()| out.flush());
    }
}

/// Since when the child works on an answer.
#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<Mutex<Option<Instant>>>);

impl Busy {
    pub(crate) fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The parent's side of a conversation.
pub struct Talk {
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    busy: Busy,
    interrupted: Arc<AtomicBool>,
}

impl Talk {
    /// `None` if the child's ends are not here.
    pub(crate) fn with(child: &mut Child, busy: Busy, flag: Arc<AtomicBool>) -> Option<Talk> {
        Some(Talk {
            requests: child.stdin.take()?,
            answers: BufReader::new(child.stdout.take()?),
            busy,
            interrupted: flag,
        })
    }

    /// Asks something, unless it is empty or too long, which are no requests.
    ///
    /// # Errors
    /// The child is gone.
    pub fn ask(&mut self, request: &str) -> std::io::Result<()> {
        let request = match request {
            "" => " ",
            request if request.len() > REQUEST_BYTES_MAX => " ",
            request => request,
        };
        self.busy.begin();
        send(&mut self.requests, request)
    }

    /// Hands over an answer, line by line.
    ///
    /// # Errors
    /// The child has ended before the answer has.
    pub fn answer(&mut self, each: &mut dyn FnMut(&str)) -> std::io::Result<()> {
        loop {
            let mut row = row(&mut self.answers)?;
            let ends = row.pop_if(|last| *last == END).is_some();
            each(&String::from_utf8_lossy(&row));
            if ends {
                // Whoever interrupts an answer wants no more than that.
                self.interrupted.store(false, Ordering::SeqCst);
                self.busy.end();
                return Ok(());
            }
        }
    }
}

/// A line, with what ends it.
fn row(from: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut row = Vec::new();
    loop {
        let read = match from.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read.is_empty() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let last = read.iter().position(|byte| matches!(*byte, b'\n' | END));
        let count = last.map_or(read.len(), |last| last + 1);
        row.extend_from_slice(read.get(..count).unwrap_or_default());
        from.consume(count);
        if last.is_some() {
            return Ok(row);
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = send(&mut self.requests, "");
        // The child takes a pipe that closes for the end of this process: let it end before.
        let mut rest = Vec::new();
        let _ = self.answers.read_to_end(&mut rest);
    }
}

fn send(to: &mut impl Write, request: &str) -> std::io::Result<()> {
    let length = u32::try_from(request.len()).unwrap_or(0);
    to.write_all(&length.to_le_bytes())?;
    to.write_all(request.as_bytes())?;
    to.flush()
}

/// Passes requests on until there are no more, or the pipe closes.
pub(crate) fn receive(from: &mut impl Read, to: &Sender<String>) {
    let mut length = [0; 4];
    while from.read_exact(&mut length).is_ok() {
        let length = u32::from_le_bytes(length) as usize;
        if length == 0 || length > REQUEST_BYTES_MAX {
            return;
        }
        let mut bytes = vec![0; length];
        if from.read_exact(&mut bytes).is_err() {
            return;
        }
        let _ = to.send(String::from_utf8_lossy(&bytes).into_owned());
    }
}
