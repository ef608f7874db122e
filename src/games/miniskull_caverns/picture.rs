//! The table in terms of pieces.

use super::Caverns;
use super::view::View;
use crate::kit::Kit;
use crate::referee::Scene;

/// The printed pieces, as pictures need them.
#[derive(Clone, Debug)]
pub struct Pieces {}

impl Pieces {
    pub(super) fn new(_kit: &Kit) -> Pieces {
        Pieces {}
    }
}

impl Caverns {
    pub(super) fn scene_of(&self, _view: &View<'_>) -> Scene {
        Scene::default()
    }
}
