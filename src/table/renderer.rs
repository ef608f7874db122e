//! Where files about a session are made: the session says when, and what lies on the table; an implementation that has the printed
//! faces draws it.

use std::path::Path;

use crate::referee::Scene;

/// Makes pictures of the table, and other files.
pub trait Renderer {
    /// Draws the table into a file, SVG or PNG by its extension, and waits until it is done. The error is a sentence.
    fn draw(&mut self, scene: Scene, file: &Path) -> Result<(), String>;

    /// Draws the table as SVG, and waits until it is done. The error is a sentence.
    fn svg(&mut self, scene: Scene) -> Result<String, String>;

    /// Writes text to a file, all of it or nothing. The error is a sentence.
    fn write(&mut self, file: &Path, text: String) -> Result<(), String>;

    /// Whether a picture file is being kept up to date.
    fn keeps(&self) -> bool;

    /// Brings that file up to date, in the background.
    fn refresh(&mut self, scene: Scene);

    /// What went wrong with that file since the last call.
    fn error(&mut self) -> Option<String>;
}

/// Where nothing can be drawn.
#[cfg(test)]
pub struct NoRenderer;

#[cfg(test)]
impl Renderer for NoRenderer {
    fn draw(&mut self, _scene: Scene, _file: &Path) -> Result<(), String> {
        Err("nothing can be drawn here".into())
    }

    fn svg(&mut self, _scene: Scene) -> Result<String, String> {
        Err("nothing can be drawn here".into())
    }

    fn write(&mut self, _file: &Path, _text: String) -> Result<(), String> {
        Err("nothing can be written here".into())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn refresh(&mut self, _scene: Scene) {}

    fn error(&mut self) -> Option<String> {
        None
    }
}
