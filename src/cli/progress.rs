//! A progress bar: only on a terminal, and only if the wait is longer than a moment. For another program, lines that it asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::stdio::{self, note};
use crate::press::drawn::Progress;

/// Anything faster needs no bar.
const MOMENT: Duration = Duration::from_millis(500);
const NEXT: Duration = Duration::from_millis(80);

/// The steps of the bar.
pub(super) const STEPS: u64 = 1_000;

/// The variable of the environment with which a program asks for progress in lines.
pub(super) const LINES: &str = "PAPERKEEP_PROGRESS";

/// How such a line begins; what follows is the progress in [`STEPS`], and words.
pub(super) const LINE: &str = "progress ";

/// Shows progress on standard error until it is dropped.
pub(super) struct Bar {
    /// Dropping it ends the bar.
    end: Option<Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Bar {
    /// Shows progress in pages with this name.
    pub fn of(progress: &Arc<Progress>, pages: &'static str) -> Bar {
        let progress = progress.clone();
        Bar::drawn(move |bar| show(bar, &progress, pages))
    }

    /// Shows progress in a number of games.
    pub fn of_games(done: &Arc<AtomicU64>, games: u64) -> Bar {
        let done = done.clone();
        Bar::drawn(move |bar| {
            let done = done.load(Relaxed);
            bar.set_position(done.saturating_mul(STEPS) / games.max(1));
            bar.set_message(format!("{done} of {games} games"));
        })
    }

    fn drawn(mut show: impl FnMut(&ProgressBar) + Send + 'static) -> Bar {
        let in_lines = std::env::var_os(LINES).is_some();
        if !in_lines && !stdio::is_watched() {
            return Bar {
                end: None,
                drawing: None,
            };
        }
        let (end, ended) = channel::<()>();
        let drawing = std::thread::spawn(move || {
            let mut wait = MOMENT;
            let mut bar = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(wait) {
                if in_lines {
                    let bar = bar.get_or_insert_with(ProgressBar::hidden);
                    show(bar);
                    note!("{LINE}{} {}", bar.position(), bar.message());
                } else {
                    wait = NEXT;
                    show(bar.get_or_insert_with(new));
                }
            }
            bar.inspect(ProgressBar::finish_and_clear);
        });
        Bar {
            end: Some(end),
            drawing: Some(drawing),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(drawing) = self.drawing.take() {
            let _ = drawing.join();
        }
    }
}

fn new() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(STEPS), target()).with_style(style)
}

/// Stderr, wherever this process has it.
fn target() -> ProgressDrawTarget {
    #[cfg(unix)]
    if let Some(file) = stdio::stderr_apart()
        && let Ok(file) = file.try_clone()
    {
        let term = console::Term::read_write_pair(std::io::stdin(), file);
        return ProgressDrawTarget::term(term, 20);
    }
    ProgressDrawTarget::stderr()
}

fn show(bar: &ProgressBar, progress: &Progress, pages: &str) {
    let ((faces, all_faces), (written, all)) = (progress.faces.so_far(), progress.pages.so_far());
    bar.set_position((progress.share() * STEPS as f64) as u64);
    bar.set_message(match all {
        0 => format!("{faces} of {all_faces} faces drawn"),
        _ => format!("{faces} faces drawn, {written} of {all} {pages} written"),
    });
}
