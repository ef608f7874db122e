//! The picture that a kit has for the cover of its rules. Cut to a strip, it also fills what a page leaves free.

use super::super::flow::Flow;
use crate::face::Reader;
use crate::kit::{Point, Problems, Size, Um};
use crate::press::sheet::{Placed, Role};

impl Flow<'_, '_> {
    /// Adds the picture with its top left corner at this point and in this size, in mm; returns whether the kit has one.
    pub(in super::super) fn frontispiece(
        &mut self,
        (x, y): (f64, f64),
        (wide, high): (f64, f64),
        reader: &mut Reader,
    ) -> Result<bool, Problems> {
        let kit = self.sources.kit;
        let Some(path) = &kit.lesson.cover_face else {
            return Ok(false);
        };
        let size = Size::new(Um::from_mm(wide), Um::from_mm(high));
        let context = [("w", size.w), ("h", size.h)];
        let context = context.map(|(name, edge)| (name.to_owned(), edge.mm().into()));
        let drawing = self.sources.templates.draw(
            path,
            context.into_iter().collect(),
            "the picture on the cover of the rules",
            (size, Um::ZERO),
            reader,
        )?;
        let face = self.draw(drawing);
        self.block(Role::Figure(kit.title.clone()));
        self.add_placed(Placed {
            face,
            at: Point::new(Um::from_mm(x), Um::from_mm(y)),
            size,
            ..Placed::default()
        });
        Ok(true)
    }
}
