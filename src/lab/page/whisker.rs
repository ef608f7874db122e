//! A difference with its interval, small enough for a table's cell. No plotting crate draws those well.

use crate::lab::stats::Mean;

/// Half of the width, and what is left free at the ends.
const HALF: f64 = 80.0;
const MARGIN: f64 = 6.0;

/// The difference on a scale that reaches this far to both sides of zero: filled if it is significant, hollow if not.
pub fn whisker(difference: &Mean, reach: f64) -> String {
    let Mean { mean, error } = *difference;
    let at = |value: f64| HALF + (value / reach).clamp(-1.0, 1.0) * (HALF - MARGIN);
    let dot = if difference.is_significant() {
        "f-won"
    } else {
        "hollow"
    };
    format!(
        "<svg class=\"whisker\" viewBox=\"0 0 160 18\" aria-hidden=\"true\"><path class=\"s-pale\" d=\"M80 0V18\"/><path \
         class=\"s-won\" stroke-width=\"2\" d=\"M{:.1} 9H{:.1}\"/><circle class=\"{dot} s-won\" stroke-width=\"1.5\" cx=\"{:.1}\" \
         cy=\"9\" r=\"4\"/></svg>",
        at(mean - error),
        at(mean + error),
        at(mean)
    )
}
