//! Affine transformations: how a printer distorts a page, and what compensates for that.

/// `x' = a x + c y + e`, `y' = b x + d y + f`, written as `[a b c d e f]` in SVG; in millimetres, with y down.
///
/// ```
/// use paperkeep::press::sheet::Affine;
/// let moved = Affine([2.0, 0.0, 0.0, 1.0, 5.0, -1.0]);
/// assert_eq!(moved.apply([10.0, 10.0]), [25.0, 9.0]);
/// assert_eq!(moved.inverse().apply([25.0, 9.0]), [10.0, 10.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    pub const IDENTITY: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn is_identity(&self) -> bool {
        *self == Affine::IDENTITY
    }

    /// Transforms a point, in mm.
    pub fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * x + c * y + e, b * x + d * y + f]
    }

    /// The inverse. It does not exist for a transformation that flattens the plane, which no printer does.
    pub fn inverse(&self) -> Affine {
        let [a, b, c, d, e, f] = self.0;
        let area = a * d - b * c;
        Affine([
            d / area,
            -b / area,
            -c / area,
            a / area,
            (c * f - d * e) / area,
            (b * e - a * f) / area,
        ])
    }
}

impl Default for Affine {
    fn default() -> Affine {
        Affine::IDENTITY
    }
}
