//! A world that breaks a law, made as small as it can be and still break it.

use umbra_scenes::meetings::World;
use umbra_scenes::meetings::dimensions::{COUNT, DIMENSIONS, index};

use super::watch::{Breach, check};

/// The smallest that was found, and how it breaks the law.
pub fn shrink(world: &World, law: &'static str) -> (World, Breach) {
    shrink_by(world, law, |world: &World| {
        let only = if law == "panic" { None } else { Some(law) };
        check(world, only).into_iter().find(|breach| breach.law == law)
    })
}

/// The same, with another answer to whether a world breaks the law.
pub fn shrink_by(
    world: &World,
    law: &'static str,
    breaks: impl Fn(&World) -> Option<Breach>,
) -> (World, Breach) {
    let mut best = world.clone();
    let Some(mut breach) = breaks(&best) else {
        let text = "it does not do it again".to_owned();
        return (best, Breach { law, step: 0, text });
    };
    let mut take = |candidate: World, best: &mut World| match breaks(&candidate) {
        Some(found) => {
            (*best, breach) = (candidate, found);
            true
        }
        None => false,
    };
    // Each dimension back to its simplest value, until none helps any more.
    loop {
        let before = best.clone();
        for dimension in 0..COUNT {
            // Counts are shrunk one by one.
            let least = best.values[dimension];
            let lower = if dimension == index("count") { 0..least } else { 0..least.min(1) };
            for value in lower {
                let mut candidate = best.clone();
                candidate.values[dimension] = value;
                if take(candidate, &mut best) {
                    break;
                }
            }
        }
        if best == before {
            break;
        }
    }
    // Without single bodies, the last ones first.
    for body in (0..best.plan().bodies.len()).rev() {
        let mut candidate = best.clone();
        candidate.without.push(body);
        take(candidate, &mut best);
    }
    let steps = breach.step + 1;
    if steps < best.plan().steps {
        best.steps = Some(steps);
    }
    (best, breach)
}

/// All that is needed to see it again.
pub fn describe(world: &World, breach: &Breach) -> String {
    let Breach { law, step, text } = breach;
    let dimensions = world.values.iter().zip(&DIMENSIONS);
    let count = dimensions.filter(|(value, _)| **value > 0).count();
    format!(
        "{law}, step {step}: {text}\n{count} values beside the simplest: {}\n\n{}",
        world.name(),
        world.plan().program()
    )
}
