//! The results of laws in small worlds are no worse with Umbra than with its peers.

use umbra_versus::meetings::{MEASURES, count, play, report};

#[test]
fn what_goes_wrong_in_small_worlds_goes_wrong_with_peers_too() {
    let played = play(0, 450);
    let mut behind = vec![];
    for measure in MEASURES {
        let [umbra, box2d, rapier] = [0, 1, 2].map(|engine| count(&played, engine, measure));
        // As many as the worse peer, and a few for chance.
        if umbra > box2d.max(rapier) + 4 {
            behind.push(measure.0);
        }
    }
    assert_eq!(behind, Vec::<&str>::new(), "{}", report(&played));
}
