//! The table as a drawing.

use super::Dungeon;
use super::view::View;
use crate::referee::Screen;

impl Dungeon {
    pub(super) fn draw(&self, _view: &View<'_>, _width: usize) -> Screen {
        Screen::default()
    }

    pub(super) fn describe_view(&self, _view: &View<'_>) -> Vec<String> {
        vec![String::from("(to come)")]
    }
}
