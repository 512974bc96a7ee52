//! The order in which the constraints of a tree are eliminated.

use std::collections::BTreeSet;

/// One constraint that is eliminated, and its neighbours at that time.
pub(super) struct Elimination {
    pub(super) constraint: u32,
    pub(super) later: Vec<u32>,
}

/// The order of the elimination; `None` if a constraint has too many later neighbours or all need
/// too many products of blocks.
pub(super) fn eliminate(
    mut neighbours: Vec<Vec<u32>>,
    [most_later, most]: [usize; 2],
) -> Option<Vec<Elimination>> {
    let count = neighbours.len();
    let mut queue = BTreeSet::new();
    queue.extend((0_u32..).zip(&neighbours).map(|(index, list)| (list.len(), index)));
    let (mut steps, mut products) = (Vec::with_capacity(count), 0);
    while let Some((_, constraint)) = queue.pop_first() {
        let later = core::mem::take(&mut neighbours[constraint as usize]);
        products += later.len() * later.len();
        if products > most || later.len() > most_later {
            return None;
        }
        for &one in &later {
            let list = &mut neighbours[one as usize];
            queue.remove(&(list.len(), one));
            list.retain(|other| *other != constraint);
            for &other in &later {
                if other != one
                    && let Err(at) = list.binary_search(&other)
                {
                    list.insert(at, other);
                }
            }
            queue.insert((list.len(), one));
        }
        steps.push(Elimination { constraint, later });
    }
    Some(steps)
}
