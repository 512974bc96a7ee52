//! Which bodies hang together: those that can be pushed and touch one another.

use crate::Scene;

/// Per body, in the order of the scene's arrays, the least body of its group.
pub(super) fn groups(scene: &Scene) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..scene.bodies.infos.len()).collect();
    for contact in scene.contacts().filter(crate::ContactRef::is_touching) {
        let bodies = contact.body_indices();
        if bodies.iter().all(|&body| scene.bodies.states[body].is_dynamic()) {
            let [a, b] = bodies.map(|body| root(&mut parent, body));
            parent[a.max(b)] = a.min(b);
        }
    }
    (0..parent.len()).map(|body| root(&mut parent, body)).collect()
}

fn root(parent: &mut [usize], mut body: usize) -> usize {
    while parent[body] != body {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    body
}
