//! The figures in which an engine falls short of the better of its peers.

use crate::contest::Outcome;
use crate::quality::Quality;

/// A figure that should be small.
type Measure = (&'static str, fn(&Quality) -> f64);

const MEASURES: [Measure; 8] = [
    ("deepest at end", |quality| quality.last.overlap.deepest),
    ("99 % at end", |quality| quality.last.overlap.most),
    ("mean at end", |quality| quality.last.overlap.mean),
    ("worst deepest", |quality| quality.worst),
    ("worst mean", |quality| quality.worst_mean),
    ("widest gap", |quality| quality.widest_gap),
    ("mean gap", |quality| quality.mean_gap),
    ("energy gained", |quality| quality.energy_gained),
];

/// Figures worse by less than a hundredth count as equal: two runs of one engine differ by more.
const AS_GOOD: f64 = 1.01;
/// The permitted difference of heights from those of the peers, and the height from which on they
/// are compared, in metres: below there is no pile.
const SAME_HEIGHT: f64 = 0.02;
const LEAST_HEIGHT: f64 = 1.0;
/// A scene in which no marked body moves farther than this should stand, in metres.
const STANDS: f64 = 1.0;

/// The figures of `outcome` that are worse than in every peer among `all`, with their ratios.
pub fn shortfalls(outcome: &Outcome, all: &[Outcome]) -> Vec<String> {
    let peers: Vec<&Quality> =
        all.iter().filter(|other| other.kind.is_peer()).map(|other| &other.quality).collect();
    let quality = &outcome.quality;
    let mut found = Vec::new();
    if peers.is_empty() {
        return found;
    }
    let best =
        |of: &dyn Fn(&Quality) -> f64| peers.iter().map(|q| of(q)).fold(f64::INFINITY, f64::min);
    for (name, of) in MEASURES {
        let (ours, theirs) = (of(quality), best(&of));
        if ours > AS_GOOD * theirs.max(1e-6) {
            found.push(format!("{name} ({})", times(ours, theirs)));
        }
    }
    let drift = |quality: &Quality| quality.last.drift[0].hypot(quality.last.drift[1]);
    let stands = all.iter().all(|outcome| drift(&outcome.quality) < STANDS);
    if stands && drift(quality) > AS_GOOD * best(&drift) {
        found.push(format!("drift ({})", times(drift(quality), best(&drift))));
    }
    let height = quality.last.height;
    let off = |other: &Quality| (height - other.last.height).abs() / other.last.height.abs();
    if height > LEAST_HEIGHT && best(&off) > SAME_HEIGHT {
        let sign = if peers.iter().all(|peer| height > peer.last.height) { "+" } else { "-" };
        found.push(format!("height ({sign}{:.0} %)", 1e2 * best(&off)));
    }
    if quality.last.lost as f64 > best(&|quality| quality.last.lost as f64) {
        found.push(format!("{} lost", quality.last.lost));
    }
    found
}

fn times(ours: f64, theirs: f64) -> String {
    if theirs > 0.0 { format!("{:.2} times", ours / theirs) } else { "theirs 0".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Kind;
    use crate::meter::Overlap;
    use crate::quality::Look;

    fn outcome(kind: Kind, deepest: f64, height: f64, lost: usize) -> Outcome {
        let overlap = Overlap { deepest, ..Overlap::default() };
        let last = Look { overlap, height, lost, ..Look::default() };
        let mut quality = Quality::default();
        quality.last = last;
        Outcome { kind, times: Vec::new(), quality, remarks: String::new() }
    }

    #[test]
    fn only_what_is_worse_than_the_better_peer_is_named() {
        let peers = [outcome(Kind::Box2d, 0.1, 10.0, 0), outcome(Kind::Rapier, 0.2, 11.0, 1)];
        let said = |ours: &Outcome| shortfalls(ours, &peers);
        assert!(said(&outcome(Kind::Umbra, 0.05, 11.1, 0)).is_empty());
        assert_eq!(said(&outcome(Kind::Umbra, 0.15, 10.1, 0)), ["deepest at end (1.50 times)"]);
        assert_eq!(said(&outcome(Kind::Umbra, 0.1, 12.1, 0)), ["height (+10 %)"]);
        assert_eq!(said(&outcome(Kind::Umbra, 0.1, 9.0, 2)), ["height (-10 %)", "2 lost"]);
    }
}
