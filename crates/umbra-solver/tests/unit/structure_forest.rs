//! Trees that are kept are the ones that would be found anew.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{
    Body, Contact, FIXED, Hold, JointConstraint, JointSolving, Softness, Stiffness, Structure,
};

/// Bodies in short chains, some of which are fixed, some heavy.
fn bodies(inv_masses: &[u8]) -> Vec<Body> {
    let inv_mass = |kind: u8| [0.0, 1.0, 1.0, 0.5, 0.01][kind as usize];
    let each = inv_masses.iter().map(|kind| inv_mass(*kind));
    each.map(|inv_mass| Body { inv_mass, inv_inertia: inv_mass, ..Body::default() }).collect()
}

fn joint(&(from, step, priority): &(u32, u32, u16), count: u32) -> JointConstraint {
    let stiffness = Stiffness::Rigid(Softness { hertz: 60.0, damping_ratio: 2.0 });
    let body_b = if step == 0 { FIXED } else { (from + step) % count };
    JointConstraint {
        body_a: from,
        body_b,
        priority,
        hold: Hold { stiffness, ..Hold::FREE },
        ..JointConstraint::default()
    }
}

/// All that is known of the trees, in the order of their constraints.
fn trees_of(structure: &Structure) -> Vec<String> {
    let mut trees: Vec<_> = structure.joints.trees().iter().collect();
    trees.sort_by_key(|tree| tree.nodes.iter().map(|node| node.constraint).min());
    let told = trees.iter().map(|tree| {
        let (nodes, bodies, later) = (&tree.nodes, &tree.bodies, &tree.later);
        let lists = (nodes, bodies, later, &tree.couplings, &tree.targets);
        format!("{lists:?} {} {:?} {}", tree.has_loops, tree.load, tree.batch)
    });
    told.collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(29),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn kept_trees_are_those_found_anew(
        kinds in prop::collection::vec(0_u8..5, 8..40),
        links in prop::collection::vec((0_u32..40, 0_u32..3, 0_u16..64), 0..40),
        changes in prop::collection::vec((0_usize..3, any::<prop::sample::Index>(), (0_u32..40, 0_u32..3, 0_u16..64)), 1..12),
        auto in any::<bool>(),
    ) {
        let solving = if auto { JointSolving::Auto } else { JointSolving::Trees };
        let (mut bodies, count) = (bodies(&kinds), kinds.len() as u32);
        let within = |link: &(u32, u32, u16)| joint(&(link.0 % count, link.1, link.2), count);
        let mut joints: Vec<_> = links.iter().map(within).collect();
        let mut kept = Structure::new();
        for (what, at, link) in changes {
            match what {
                0 => joints.push(within(&link)),
                1 if !joints.is_empty() => drop(joints.remove(at.index(joints.len()))),
                _ => {
                    let body = &mut bodies[at.index(kinds.len())];
                    body.inv_mass = if body.inv_mass == 0.0 { 1.0 } else { 0.5 * body.inv_mass };
                }
            }
            kept.rebuild_with(&bodies, &mut [], &joints, solving).unwrap();
            let mut fresh = Structure::new();
            fresh.rebuild_with(&bodies, &mut [], &joints, solving).unwrap();
            prop_assert_eq!(trees_of(&kept), trees_of(&fresh));
            let at_once = |structure: &Structure| (0..joints.len()).map(|at| structure.is_at_once(at)).collect::<Vec<_>>();
            prop_assert_eq!(at_once(&kept), at_once(&fresh));
        }
    }
}

#[test]
fn a_rebuild_that_is_refused_leaves_nothing_stale() {
    let (bodies, solving) = (bodies(&[1; 12]), JointSolving::Rows);
    let chain: Vec<_> = (0..11).map(|at| joint(&(at, 1, at as u16), 12)).collect();
    // All between two bodies: each needs a colour of its own.
    let bundle: Vec<_> = (0..11).map(|at| joint(&(0, 1, at), 12)).collect();
    let mut structure = Structure::new();
    structure.rebuild_with(&bodies, &mut [], &chain, solving).unwrap();
    let stranger = Contact { body_a: 99, body_b: 0, point_count: 1, ..Contact::default() };
    structure.rebuild_with(&bodies, &mut [stranger], &bundle, solving).unwrap_err();
    structure.rebuild_with(&bodies, &mut [], &bundle, solving).unwrap();
    assert_eq!(structure.joints.colours.len(), 11);
}
