//! Named parts of the board, which messages mention, and the grids within them that pieces snap to.

use super::markup::{element, name};
use crate::games::by_kit::language::map_state::Shape;

/// The colour of lines between squares and hexes.
const LINES: &str = "98,112,102";

/// Width and height, or left and top, in pixels.
pub type Dots = (f64, f64);

/// A rectangle of the board, with the grid that pieces snap to.
pub struct Zone {
    pub name: String,
    pub at: Dots,
    pub size: Dots,
    pub grid: String,
}

/// The board's grid. A point belongs to the first zone that contains it.
pub fn zoned(zones: &[Zone]) -> String {
    let inside: String = zones.iter().map(Zone::element).collect();
    element(
        "VASSAL.build.module.map.boardPicker.board.ZonedGrid",
        &[],
        &inside,
    )
}

impl Zone {
    fn element(&self) -> String {
        let ((x, y), (w, h)) = (self.at, self.size);
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
        let path: Vec<String> = corners
            .iter()
            .map(|(x, y)| format!("{},{}", x.round(), y.round()))
            .collect();
        let attributes = [
            ("name", name(&self.name)),
            ("locationFormat", "$name$".into()),
            ("path", path.join(";")),
            ("useParentGrid", "false".into()),
            ("useHighlight", "false".into()),
            ("highlightProperty", String::new()),
        ];
        let attributes: Vec<(&str, &str)> = attributes
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
            .collect();
        element(
            "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone",
            &attributes,
            &self.grid,
        )
    }
}

/// The squares or hexes of a map, for tiles of this size, as many as fit in this area: their total size, and the grid that pieces
/// snap to. `lines` draws the grid, where nothing else shows it.
pub fn grid(shape: &Shape, (w, h): Dots, at: Dots, area: Dots, lines: bool) -> (Dots, String) {
    // The distances between the centres of columns and of rows. VASSAL expects pointy-topped hexes turned by a quarter.
    let (pitch, turned) = match shape {
        Shape::Flat => ((w * 0.75, h), false),
        Shape::Pointy => ((w, h * 0.75), true),
        Shape::Square | Shape::Places(..) => ((w, h), false),
    };
    let whole = |area: f64, size: f64, pitch: f64| {
        ((area - size) / pitch + 0.001).floor().max(0.0) * pitch + size
    };
    let size = (whole(area.0, w, pitch.0), whole(area.1, h, pitch.1));
    let first = (at.0 + w / 2.0, at.1 + h / 2.0);
    let turn = |(a, b): Dots| if turned { (b, a) } else { (a, b) };
    let (first, pitch) = (turn(first), turn(pitch));
    let [x, y] = [first.0, first.1].map(|dots| dots.round().to_string());
    let [dx, dy] = [pitch.0, pitch.1].map(|dots| dots.to_string());
    let common = [
        ("x0", x.as_str()),
        ("y0", &y),
        ("dx", &dx),
        ("dy", &dy),
        ("snapTo", "true"),
        ("edgesLegal", "false"),
        ("cornersLegal", "false"),
        ("visible", if lines { "true" } else { "false" }),
        ("dotsVisible", "false"),
        ("color", LINES),
    ];
    let grid = match shape {
        Shape::Flat | Shape::Pointy => {
            let sideways = [("sideways", if turned { "true" } else { "false" })];
            element(
                "VASSAL.build.module.map.boardPicker.board.HexGrid",
                &[&sideways, common.as_slice()].concat(),
                "",
            )
        }
        Shape::Square | Shape::Places(..) => {
            let range = [("range", "Manhattan")];
            element(
                "VASSAL.build.module.map.boardPicker.board.SquareGrid",
                &[&range, common.as_slice()].concat(),
                "",
            )
        }
    };
    (size, grid)
}

/// Named points that pieces snap to.
pub fn regions(points: &[(&str, Dots)]) -> String {
    let region = |(title, (x, y)): &(&str, Dots)| {
        let [x, y] = [x, y].map(|dots| dots.round().to_string());
        let attributes = [("name", name(title)), ("originx", x), ("originy", y)];
        let attributes: Vec<(&str, &str)> = attributes
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
            .collect();
        element(
            "VASSAL.build.module.map.boardPicker.board.Region",
            &attributes,
            "",
        )
    };
    let inside: String = points.iter().map(region).collect();
    let attributes = [("snapto", "true"), ("visible", "true"), ("fontsize", "14")];
    element(
        "VASSAL.build.module.map.boardPicker.board.RegionGrid",
        &attributes,
        &inside,
    )
}
