//! Tests of `src/run/stage.rs` that need its private parts.

use super::*;
use crate::structure::Load;

#[test]
fn the_configuration_decides_the_stages() {
    let mut list = vec![];
    stages(&SolverConfig::classic(5), 0.1, &mut list);
    let visited = |of: Loads| match of {
        Loads::All => &[Load::Usual, Load::Pulled, Load::Heavy][..],
        Loads::Usual => &[Load::Usual],
        Loads::Loaded => &[Load::Pulled, Load::Heavy],
        Loads::Heavy => &[Load::Heavy],
    };
    let count = |list: &[Stage], is: fn(&Pass) -> bool, load: Load| -> u32 {
        let times = list.iter().map(|stage| match stage {
            Stage::Contacts { pass, of, times, .. } if is(pass) && visited(*of).contains(&load) => {
                *times
            }
            _ => 0,
        });
        times.sum()
    };
    let stops = |list: &[Stage], load| count(list, |pass| matches!(pass, Pass::Stop { .. }), load);
    let last = |list: &[Stage], load| count(list, |pass| *pass == Pass::Stop { last: true }, load);
    assert_eq!((stops(&list, Load::Usual), last(&list, Load::Usual)), (5, 1));
    assert_eq!((stops(&list, Load::Pulled), last(&list, Load::Pulled)), (6, 1));
    assert_eq!((stops(&list, Load::Heavy), last(&list, Load::Heavy)), (16, 1));
    assert_eq!(count(&list, |pass| matches!(pass, Pass::Project(_)), Load::Usual), 3);

    let soft = SolverConfig { correction: Correction::SOFT, ..SolverConfig::default() };
    stages(&soft, 1.0 / 60.0, &mut list);
    let starts = |list: &[Stage], load| count(list, |pass| *pass == Pass::WarmStart, load);
    let forgets = |list: &[Stage], load| count(list, |pass| *pass == Pass::Forget, load);
    let loads = [Load::Usual, Load::Pulled, Load::Heavy];
    for load in loads {
        assert_eq!((starts(&list, load), forgets(&list, load)), (1, 0));
    }
    let reuse = Stage::IntegrateVelocities { reuse: true };
    assert_eq!(list.iter().filter(|&&stage| stage == reuse).count(), 3);
    for (load, times) in [(Load::Usual, 4), (Load::Pulled, 24), (Load::Heavy, 64)] {
        assert_eq!((stops(&list, load), last(&list, load)), (times, 4));
        assert_eq!(count(&list, |pass| matches!(pass, Pass::Push { .. }), load), times);
    }
    stages(&SolverConfig { warm_starting: false, ..soft }, 1.0 / 60.0, &mut list);
    for load in loads {
        assert_eq!((starts(&list, load), forgets(&list, load)), (0, 3));
    }
}

#[test]
fn equal_stages_are_of_one_kind() {
    let (mut list, mut numbers) = (vec![], vec![]);
    for config in [SolverConfig::default(), SolverConfig::classic(5)] {
        stages(&config, 0.1, &mut list);
        kinds(&list, &mut numbers);
        assert_eq!(numbers.len(), list.len());
        for (one, kind) in list.iter().zip(&numbers) {
            for (other, other_kind) in list.iter().zip(&numbers) {
                assert_eq!(one == other, kind == other_kind, "{one:?}, {other:?}");
            }
        }
        let mut known = 0;
        for kind in &numbers {
            assert!(*kind <= known, "kinds are numbered as they come");
            known = known.max(kind + 1);
        }
        assert!(usize::from(known) < list.len() || config.substeps == 1);
    }
}
