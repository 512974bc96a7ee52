//! The level of the example `platformer`, and the guarantees that a platform game needs.

use std::process::ExitCode;

use umbra::prelude::*;
use umbra_scenes::platformer;
use umbra_scenes::verdict::Verdict;

#[test]
fn every_claim_holds_and_a_second_run_is_the_same() {
    let (report, again) = (platformer::play().unwrap(), platformer::play().unwrap());
    let mut verdict = Verdict::default();
    report.judge(&mut verdict);
    assert_eq!(verdict.exit_code(), ExitCode::SUCCESS);
    assert!(report.goal.is_some());
    assert_eq!((report.goal, report.hash), (again.goal, again.hash));
}

/// Missing figures fail.
#[test]
fn an_empty_report_is_refused() {
    let mut verdict = Verdict::default();
    platformer::Report::default().judge(&mut verdict);
    assert_eq!(verdict.exit_code(), ExitCode::FAILURE);
}

/// The script keeps its state in the scene: a copy made on the ferry continues to the goal like the
/// original.
#[test]
fn a_copy_plays_on_like_the_original() {
    let def = umbra_scenes::find("platformer").unwrap();
    let mut running = def.set_up(SceneConfig::default()).unwrap();
    let goal = platformer::play().unwrap().goal.unwrap();
    let half_way = goal / 2;
    (0..half_way).for_each(|_| running.step(platformer::DT).unwrap());
    let mut copy = running.clone();
    for both in [&mut running, &mut copy] {
        (half_way..=goal).for_each(|_| both.step(platformer::DT).unwrap());
        assert!(platformer::has_reached_the_goal(&both.scene));
    }
    assert_eq!(running.scene.state_hash(), copy.scene.state_hash());
}
