//! Runs this program as a person would type it, tells how far it is, and ends it when the assistant cancels the call.

use std::io;
use std::path::Path;
use std::process::Stdio;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::Command;

use super::super::progress::{LINE, LINES, STEPS};

/// The most that an assistant is told at once, in bytes.
pub const MAX_TEXT: usize = 50_000;

/// The most that is kept of what a command writes, in bytes.
const MAX_KEPT: u64 = 8 << 20;

/// What a command wrote.
pub struct Ran {
    pub is_ok: bool,
    pub out: String,
    /// Errors and notes, without progress.
    pub notes: String,
}

impl Ran {
    /// What it wrote, or why it failed.
    pub fn text(self) -> Result<String, String> {
        let notes = self.notes.trim_end();
        match self.is_ok {
            true if notes.is_empty() => Ok(self.out),
            true => Ok(format!("{}\n{notes}\n", self.out.trim_end())),
            false if notes.is_empty() => Err(self.out),
            false => Err(notes.to_owned()),
        }
    }
}

/// This program, to be started in a folder.
pub fn program(folder: &Path) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    Ok(command)
}

/// Runs a command to its end.
///
/// # Errors
///
/// It cannot be started, or the call was cancelled.
pub async fn run(
    arguments: &[String],
    folder: &Path,
    context: &RequestContext<RoleServer>,
) -> Result<Ran, String> {
    let failed = |error: io::Error| format!("cannot run paperkeep: {error}");
    let mut child = program(folder)
        .map_err(failed)?
        .args(arguments)
        .env(LINES, "1")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (Some(out), Some(notes)) = (child.stdout.take(), child.stderr.take()) else {
        return Err("cannot read what paperkeep writes".to_owned());
    };
    let ended = async { tokio::join!(kept(out), told(notes, context), child.wait()) };
    tokio::select! {
        (out, notes, status) = ended => Ok(Ran {
            is_ok: status.map_err(failed)?.success(),
            out,
            notes,
        }),
        // Dropping the child ends it.
        () = context.ct.cancelled() => Err("cancelled".to_owned()),
    }
}

/// What comes from a pipe, as far as it is kept.
async fn kept(pipe: impl AsyncRead + Unpin) -> String {
    let mut bytes = Vec::new();
    let mut kept = pipe.take(MAX_KEPT);
    // What was read until a failure is all there is.
    let _ = kept.read_to_end(&mut bytes).await;
    let _ = tokio::io::copy(&mut kept.into_inner(), &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same for errors and notes; lines of progress are passed on.
async fn told(pipe: impl AsyncRead + Unpin, context: &RequestContext<RoleServer>) -> String {
    let mut notes = String::new();
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut pipe)
            .take(MAX_TEXT as u64)
            .read_until(b'\n', &mut line)
            .await;
        if !read.is_ok_and(|bytes| bytes > 0) {
            return notes;
        }
        let line = String::from_utf8_lossy(&line);
        match line.strip_prefix(LINE) {
            Some(progress) => pass_on(progress.trim_end(), context).await,
            None if notes.len() < 2 * MAX_TEXT => notes += &line,
            None => {}
        }
    }
}

/// Tells the assistant how far a command is, if it wants to know.
async fn pass_on(progress: &str, context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else {
        return;
    };
    let (steps, words) = progress.split_once(' ').unwrap_or((progress, ""));
    let Ok(steps) = steps.parse::<u32>() else {
        return;
    };
    let told = ProgressNotificationParam::new(token, f64::from(steps))
        .with_total(STEPS as f64)
        .with_message(words);
    // An assistant that has gone needs no progress.
    let _ = context.peer.notify_progress(told).await;
}

/// A text of bounded length, which says how much is missing.
pub fn bounded(mut text: String) -> String {
    if text.len() <= MAX_TEXT {
        return text;
    }
    let end = text.floor_char_boundary(MAX_TEXT);
    let missing = text.len() - end;
    text.truncate(end);
    text + &format!("\n[cut here: {missing} more bytes; ask for less at once]\n")
}
