//! A bar for whoever waits: on a terminal only, and only where the wait is longer than a moment.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::press::proof::Progress;

/// What is done sooner needs no bar.
const MOMENT: Duration = Duration::from_millis(500);
const NEXT: Duration = Duration::from_millis(80);

/// The steps of the bar.
const FINE: u64 = 1_000;

/// Shows progress on the standard error until it is dropped.
pub(super) struct Bar {
    /// Tells the bar to end by going away.
    end: Option<Sender<()>>,
    drawing: Option<JoinHandle<()>>,
}

impl Bar {
    /// Of a progress whose pages are called so.
    pub fn of(progress: &Arc<Progress>, pages: &'static str) -> Bar {
        if !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            return Bar { end: None, drawing: None };
        }
        let (end, ended) = channel::<()>();
        let progress = progress.clone();
        let drawing = std::thread::spawn(move || {
            let mut wait = MOMENT;
            let mut bar = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(wait) {
                wait = NEXT;
                show(bar.get_or_insert_with(new), &progress, pages);
            }
            bar.inspect(ProgressBar::finish_and_clear);
        });
        Bar { end: Some(end), drawing: Some(drawing) }
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
    let style = ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(FINE), ProgressDrawTarget::stderr()).with_style(style)
}

fn show(bar: &ProgressBar, progress: &Progress, pages: &str) {
    let ((faces, all_faces), (written, all)) = (progress.faces.so_far(), progress.pages.so_far());
    bar.set_position((progress.share() * FINE as f64) as u64);
    bar.set_message(match all {
        0 => format!("{faces} of {all_faces} faces drawn"),
        _ => format!("{faces} faces drawn, {written} of {all} {pages} written"),
    });
}
