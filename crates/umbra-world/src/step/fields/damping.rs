//! Damping of a body by all wind and water together, and the limit that it sets to forces in a
//! step.
//!
//! Drag pulls the motion of a body to that of what flows around it, and in a step never past it.
//! Forces that were bounded one by one overshoot when they are summed, and so do the ends of a body
//! that is dragged beside its middle. So the damping of all flows is collected in one matrix `D`
//! over the velocity along x, along y and the turning, and is looked at once. With
//! `K = dt M⁻½ D M⁻½`, a direction of motion with an eigenvalue `κ` of `K` loses the part `κ` of
//! its distance to the flow in a step. Where `κ` is above 1, all forces on the body in that
//! direction are divided by it: then the body takes over, in this step, the speed at which drag and
//! the other forces are in balance. Elsewhere the forces stay as they are, so loads on what floats
//! are exact.

use umbra_solver::Body;

/// The share of its length in the direction of the flow, below which a force counts as if it had
/// that much.
const LEAST_DRAG: f64 = 0.1;

/// So often are all pairs of axes turned. The off-diagonal part falls by its square in each.
const JACOBI_SWEEPS: usize = 8;

/// A symmetric matrix over the velocity along x and y and the angular velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Damping {
    matrix: [[f64; 3]; 3],
}

impl Damping {
    /// Adds `strength` in this direction of motion.
    fn add(&mut self, strength: f64, direction: [f64; 3]) {
        for (row, a) in self.matrix.iter_mut().zip(direction) {
            for (entry, b) in row.iter_mut().zip(direction) {
                *entry += strength * a * b;
            }
        }
    }

    /// Adds a force per speed on a place with this lever arm, whatever the direction, and a torque
    /// per angular velocity.
    pub(super) fn add_drag(&mut self, per_speed: f64, [x, y]: [f64; 2], per_turn: f64) {
        self.add(per_speed, [1.0, 0.0, -y]);
        self.add(per_speed, [0.0, 1.0, x]);
        self.matrix[2][2] += per_turn;
    }

    /// Adds a force per speed along one direction.
    pub(super) fn add_along(&mut self, per_speed: f64, [x, y]: [f64; 2], along: [f64; 2]) {
        self.add(per_speed, [along[0], along[1], x * along[1] - y * along[0]]);
    }

    /// Adds what makes a force of this difference of velocities.
    pub(super) fn add_force(&mut self, arm: [f64; 2], force: [f64; 2], missing: [f64; 2]) {
        let product = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let square = product(force, force);
        let least = LEAST_DRAG * (square * product(missing, missing)).sqrt();
        let power = product(force, missing);
        let power = if power > least { power } else { least };
        if power > 0.0 {
            self.add_drag(square / power, arm, 0.0);
        }
    }

    /// True if nothing damps.
    pub(super) fn is_none(&self) -> bool {
        (0..3).all(|axis| self.matrix[axis][axis] == 0.0)
    }

    /// Net force along x and y and torque on a body, reduced so that damping does not overshoot;
    /// `None` if no reduction is needed. Forces across the flow are reduced more, because drag does
    /// not balance them.
    pub(super) fn bounded(
        &self,
        state: &Body,
        [acts, across]: [[f64; 3]; 2],
        dt: f64,
    ) -> Option<[f64; 3]> {
        let [mass, turn] = [state.inv_mass, state.inv_inertia].map(|it| f64::from(it).sqrt());
        let free = |locked: bool| if locked { 0.0 } else { mass };
        let scale = [free(state.locks.x), free(state.locks.y), turn];
        let mut part = self.matrix;
        for (row, a) in part.iter_mut().zip(scale) {
            for (entry, b) in row.iter_mut().zip(scale) {
                *entry *= dt * a * b;
            }
        }
        // The sum of the eigenvalues, of which none is negative.
        if part[0][0] + part[1][1] + part[2][2] <= 1.0 {
            return None;
        }
        let axes = eigenvectors(&mut part);
        let mut sum = [0.0; 3];
        for (index, axis) in axes.into_iter().enumerate() {
            let value = part[index][index];
            let along = |acts: [f64; 3]| (0..3).map(|it| axis[it] * scale[it] * acts[it]).sum();
            let [acts, across]: [f64; 2] = [along(acts), along(across)];
            let bound = if value > 1.0 { value } else { 1.0 };
            let left = (acts + across / (bound * bound)) / bound;
            (0..3).for_each(|it| sum[it] += left * axis[it]);
        }
        Some(core::array::from_fn(|it| {
            if scale[it] > 0.0 { sum[it] / scale[it] } else { acts[it] + across[it] }
        }))
    }
}

/// The eigenvectors of a symmetric matrix, which is left with the eigenvalues on its diagonal
/// (Jacobi).
fn eigenvectors(matrix: &mut [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for [p, q] in (0..JACOBI_SWEEPS).flat_map(|_| [[0, 1], [0, 2], [1, 2]]) {
        let off = matrix[p][q];
        if off == 0.0 {
            continue;
        }
        // The smaller angle by which turning both axes makes that zero.
        let ratio = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
        let size = ratio.abs() + (ratio * ratio + 1.0).sqrt();
        let tangent = if ratio < 0.0 { -1.0 / size } else { 1.0 / size };
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        let sine = tangent * cosine;
        matrix[p][p] -= tangent * off;
        matrix[q][q] += tangent * off;
        (matrix[p][q], matrix[q][p]) = (0.0, 0.0);
        let third = 3 - p - q;
        let [a, b] = [matrix[third][p], matrix[third][q]];
        let [a, b] = [cosine * a - sine * b, sine * a + cosine * b];
        (matrix[third][p], matrix[p][third]) = (a, a);
        (matrix[third][q], matrix[q][third]) = (b, b);
        let [a, b] = [axes[p], axes[q]];
        axes[p] = core::array::from_fn(|it| cosine * a[it] - sine * b[it]);
        axes[q] = core::array::from_fn(|it| sine * a[it] + cosine * b[it]);
    }
    axes
}

#[cfg(test)]
#[path = "../../../tests/unit/step_fields_damping.rs"]
mod tests;
