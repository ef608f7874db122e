//! Pictures of the table, drawn in a thread of their own so that nobody waits for them at the prompt.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::{Error, worker};
use crate::kit::Kit;
use crate::press::picture::Pictures;
use crate::press::write::output::Output;
use crate::press::write::{png, svg};
use crate::referee::Scene;
use crate::table::renderer::Renderer;

/// A picture's file: SVG or PNG, by its extension.
#[derive(Clone, Debug)]
pub struct PictureFile {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Svg,
    Png,
}

impl PictureFile {
    /// Parses it for the command line.
    pub fn parse(path: &str) -> Result<PictureFile, String> {
        PictureFile::new(Path::new(path))
    }

    fn new(path: &Path) -> Result<PictureFile, String> {
        let extension = path
            .extension()
            .map(|extension| extension.to_ascii_lowercase());
        let format = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => {
                return Err(format!(
                    "`{}` is neither an .svg nor a .png",
                    path.display()
                ));
            }
        };
        Ok(PictureFile {
            path: path.to_owned(),
            format,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Draws a table; the file is replaced atomically.
    pub fn draw(&self, pictures: &mut Pictures<'_>, scene: &Scene) -> Result<(), Error> {
        let (svg, dpi) = drawn(pictures, scene)?;
        let picture = match self.format {
            Format::Svg => svg.into_bytes(),
            Format::Png => png::render(&svg, dpi)?,
        };
        written(&self.path, picture).map_err(Error::Other)
    }
}

/// A table as SVG, and its dots per inch as pixels.
fn drawn(pictures: &mut Pictures<'_>, scene: &Scene) -> Result<(String, u32), Error> {
    if scene.things.is_empty() {
        return Err(Error::Other("this game has no picture of its table".into()));
    }
    let job = pictures.job(scene)?;
    let svg = svg::write(&job, 0)?;
    Ok((svg, Pictures::dpi(&job.sheets[0])))
}

/// Writes a file that is named in play; it is replaced atomically.
fn written(file: &Path, bytes: Vec<u8>) -> Result<(), String> {
    let output = Output::new();
    let written = output.add(file, bytes).and_then(|()| output.write());
    written
        .map(drop)
        .map_err(|error| worker::not_written(&error))
}

/// Something to draw.
enum Work {
    Draw(Scene, PictureFile, Sender<Result<(), String>>),
    Svg(Scene, Sender<Result<String, String>>),
    Refresh(Scene),
}

/// The session's handle to the drawing thread.
struct DrawingThread {
    work: Sender<Work>,
    keeps: bool,
    error: Arc<Mutex<Option<String>>>,
}

impl Renderer for DrawingThread {
    fn draw(&mut self, scene: Scene, file: &Path) -> Result<(), String> {
        let (done, answer) = channel();
        let stopped = || "the pictures have stopped".to_owned();
        self.work
            .send(Work::Draw(scene, PictureFile::new(file)?, done))
            .map_err(|_| stopped())?;
        answer.recv().unwrap_or_else(|_| Err(stopped()))
    }

    fn svg(&mut self, scene: Scene) -> Result<String, String> {
        let (done, answer) = channel();
        let stopped = || "the pictures have stopped".to_owned();
        self.work
            .send(Work::Svg(scene, done))
            .map_err(|_| stopped())?;
        answer.recv().unwrap_or_else(|_| Err(stopped()))
    }

    fn write(&mut self, file: &Path, text: String) -> Result<(), String> {
        written(file, text.into_bytes())
    }

    fn keeps(&self) -> bool {
        self.keeps
    }

    fn refresh(&mut self, scene: Scene) {
        // If the thread has stopped, it has said why, or the program is stopping.
        let _ = self.work.send(Work::Refresh(scene));
    }

    fn error(&mut self) -> Option<String> {
        self.error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

/// Runs a session that may have pictures drawn; `kept` is updated during the session, and up to date when this returns.
pub fn with_renderer<T>(
    kit: &Kit,
    kept: Option<&PictureFile>,
    session: impl FnOnce(&mut dyn Renderer) -> T,
) -> T {
    let error = Arc::new(Mutex::new(None));
    let (work, orders) = channel();
    thread::scope(|scope| {
        let told = error.clone();
        scope.spawn(move || serve(kit, kept, &orders, &told));
        session(&mut DrawingThread {
            work,
            keeps: kept.is_some(),
            error,
        })
    })
}

/// Draws what is requested until the session is over. Of several waiting refreshes, only the last is drawn.
fn serve(
    kit: &Kit,
    kept: Option<&PictureFile>,
    orders: &Receiver<Work>,
    told: &Mutex<Option<String>>,
) {
    let mut pictures: Option<Pictures<'_>> = None;
    while let Ok(first) = orders.recv() {
        let pictures = pictures.get_or_insert_with(|| Pictures::new(kit));
        let mut latest = None;
        for order in std::iter::once(first).chain(orders.try_iter()) {
            match order {
                Work::Refresh(scene) => latest = Some(scene),
                Work::Svg(scene, done) => {
                    let svg = drawn(pictures, &scene).map(|(svg, _)| svg);
                    let _ = done.send(svg.map_err(|error| error.sentence()));
                }
                Work::Draw(scene, file, done) => {
                    // If the session broke off, nobody is waiting any more.
                    let _ = done.send(
                        file.draw(pictures, &scene)
                            .map_err(|error| error.sentence()),
                    );
                }
            }
        }
        if let (Some(scene), Some(file)) = (latest, kept)
            && let Err(error) = file.draw(pictures, &scene)
        {
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.sentence());
        }
    }
}
