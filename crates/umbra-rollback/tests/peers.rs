//! The two peers of the example stay in agreement on any network.

use umbra_rollback::{Game, Input, Network, play};

/// The hash of the last of `frames` frames, played with all inputs known.
fn alone(frames: i32) -> u64 {
    let mut game = Game::new().expect("the numbers make sense");
    let mut hash = 0;
    for frame in 0..frames {
        hash = game.save(frame).expect("it can be saved");
        game.advance([0, 1].map(|player| Input::of_frame(frame, player))).expect("it goes on");
    }
    hash
}

#[test]
fn peers_confirm_the_same_frames() {
    // Tests that run beside this one have others.
    let first = 20_000 + 8 * (std::process::id() % 1500) as u16;
    for (round, (latency, lost)) in (0..).zip([(0, 0), (3, 50), (8, 20)]) {
        let ports = [0, 1].map(|peer| first + 2 * round + peer);
        let report = play(300, Network { latency, lost }, ports).expect("they stay together");
        assert_eq!((report.confirmed, report.hash), (300, alone(300)));
        assert!(latency == 0 || report.rollbacks > 20, "{report:?}");
    }
}
