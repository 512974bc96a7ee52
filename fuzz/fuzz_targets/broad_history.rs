//! Any history of calls, with any numbers: no panic, sound trees, and the pairs of brute force.
#![no_main]

use arbitrary::Arbitrary;
use core::ops::ControlFlow;
use libfuzzer_sys::fuzz_target;
use std::collections::{BTreeMap, BTreeSet};
use umbra_broad::{BroadPhase, BroadPhaseConfig, Cast, Filter, Move, ProxyId, ProxyKind};
use umbra_geom::{Aabb, Vector};

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Kind {
    Static,
    Kinematic,
    Dynamic,
}

impl From<Kind> for ProxyKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Static => Self::Static,
            Kind::Kinematic => Self::Kinematic,
            Kind::Dynamic => Self::Dynamic,
        }
    }
}

#[derive(Arbitrary, Debug)]
enum Action {
    /// Small whole numbers, so that boxes meet.
    Add {
        at: [i8; 2],
        size: [u8; 2],
        kind: Kind,
        group: i8,
    },
    AddRaw {
        corners: [f32; 4],
    },
    Move {
        which: u8,
        at: [i8; 2],
        size: [u8; 2],
        by: [i8; 2],
    },
    MoveRaw {
        which: u8,
        corners: [f32; 4],
        by: [f32; 2],
    },
    /// Many at once: now and then one of them twice, or one with numbers that are no good.
    MoveMany {
        moves: Vec<(u8, [i8; 2], [u8; 2], [i8; 2])>,
        odd: Option<(u8, [f32; 4])>,
    },
    Filter {
        which: u8,
        category: u64,
        mask: u64,
        group: i8,
    },
    Kind {
        which: u8,
        kind: Kind,
    },
    Remove {
        which: u8,
    },
    Refresh,
    Rebuild,
    Find,
    Query {
        corners: [f32; 4],
        mask: u64,
    },
    Cast {
        origin: [f32; 2],
        by: [f32; 2],
        fraction: f32,
        radius: f32,
    },
}

struct Known {
    fat: Aabb,
    filter: Filter,
    kind: ProxyKind,
}

fn small(at: [i8; 2], size: [u8; 2]) -> Aabb {
    let [x, y] = at.map(f32::from);
    let [width, height] = size.map(f32::from);
    Aabb { min: [x, y].into(), max: [x + width * 0.25, y + height * 0.25].into() }
}

fn raw(corners: [f32; 4]) -> Aabb {
    let [x0, y0, x1, y1] = corners;
    Aabb { min: [x0, y0].into(), max: [x1, y1].into() }
}

fuzz_target!(|actions: Vec<Action>| {
    let Ok(mut broad) = BroadPhase::new(BroadPhaseConfig::default()) else { return };
    let mut known: BTreeMap<ProxyId, Known> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    for action in actions {
        let pick = |which: u8| known.keys().nth(which as usize % known.len().max(1)).copied();
        match action {
            Action::Add { .. } | Action::AddRaw { .. } => {
                let (aabb, kind, group) = match action {
                    Action::Add { at, size, kind, group } => (small(at, size), kind, group),
                    Action::AddRaw { corners } => (raw(corners), Kind::Dynamic, 0),
                    _ => return,
                };
                let (kind, filter) =
                    (kind.into(), Filter { group: i32::from(group) % 3, ..Filter::default() });
                if let Ok(id) = broad.add(aabb, kind, filter, 0) {
                    let fat = broad.fat_aabb(id).expect("just added");
                    known.insert(id, Known { fat, filter, kind });
                }
            }
            Action::Move { which, .. } | Action::MoveRaw { which, .. } => {
                let Some(id) = pick(which) else { continue };
                let (aabb, by) = match action {
                    Action::Move { at, size, by, .. } => {
                        (small(at, size), Vector::new(f32::from(by[0]), f32::from(by[1])))
                    }
                    Action::MoveRaw { corners, by, .. } => (raw(corners), Vector::from(by)),
                    _ => return,
                };
                let moved = broad.move_proxy(id, aabb, by);
                let fat = broad.fat_aabb(id).expect("known");
                assert!(moved.is_err() || fat.contains(&aabb));
                known.get_mut(&id).expect("picked").fat = fat;
            }
            Action::MoveMany { moves, odd } => {
                let mut many = Vec::new();
                for (which, at, size, by) in moves {
                    let Some(proxy) = pick(which) else { continue };
                    let displacement = Vector::new(f32::from(by[0]), f32::from(by[1]));
                    many.push(Move { proxy, aabb: small(at, size), displacement });
                }
                if let Some((place, corners)) = odd {
                    let place = usize::from(place) % many.len().max(1);
                    if let Some(to) = many.get_mut(place) {
                        to.aabb = raw(corners);
                    }
                }
                // A copy that is told of one after the other.
                let mut twin = broad.clone();
                let each = |to: &Move| twin.move_proxy(to.proxy, to.aabb, to.displacement);
                let one_by_one: Result<Vec<bool>, _> = many.iter().map(each).collect();
                let left = one_by_one.map(|left| left.iter().filter(|left| **left).count());
                // As text, in which one NaN is like another.
                assert_eq!(format!("{:?}", broad.move_many(&many)), format!("{left:?}"));
                for (id, known) in &mut known {
                    // One that is refused has moved nobody.
                    let fat = if left.is_ok() { twin.fat_aabb(*id) } else { Some(known.fat) };
                    assert_eq!(broad.fat_aabb(*id), fat);
                    known.fat = fat.expect("known");
                }
            }
            Action::Filter { which, category, mask, group } => {
                let Some(id) = pick(which) else { continue };
                let filter = Filter { category, mask, group: i32::from(group) % 3 };
                broad.set_filter(id, filter).expect("known");
                known.get_mut(&id).expect("picked").filter = filter;
            }
            Action::Kind { which, kind } => {
                let Some(id) = pick(which) else { continue };
                broad.set_kind(id, kind.into()).expect("known");
                known.get_mut(&id).expect("picked").kind = kind.into();
            }
            Action::Remove { which } => {
                let Some(id) = pick(which) else { continue };
                broad.remove(id).expect("known");
                assert!(broad.remove(id).is_err());
                known.remove(&id);
                pairs.retain(|pair: &[ProxyId; 2]| !pair.contains(&id));
            }
            Action::Refresh => broad.refresh(),
            Action::Rebuild => broad.rebuild(),
            Action::Find => {
                let found: Vec<_> = broad.find_new_pairs().iter().map(|p| p.proxies).collect();
                let mut truth = BTreeSet::new();
                for (a, one) in &known {
                    for (b, other) in known.range(a..).skip(1) {
                        if one.fat.overlaps(&other.fat)
                            && one.filter.accepts(&other.filter)
                            && one.kind.meets(other.kind)
                        {
                            truth.insert([*a, *b]);
                        }
                    }
                }
                let expected: Vec<_> = truth.difference(&pairs).copied().collect();
                assert_eq!(found, expected);
                pairs = truth;
            }
            Action::Query { corners, mask } => {
                let _ =
                    broad.query_aabb(&raw(corners), mask, |_, _| ControlFlow::<()>::Continue(()));
            }
            Action::Cast { origin, by, fraction, radius } => {
                let Ok(cast) = Cast::thick_ray(origin, by, fraction, radius) else { continue };
                let _ =
                    broad.cast(&cast, u64::MAX, |_, _, met| ControlFlow::<(), f32>::Continue(met));
            }
        }
        broad.validate().expect("sound");
    }
});
