//! Tests of `src/step/fields/damping.rs` that need its private parts.

use super::*;

#[test]
fn eigenvectors_diagonalise() {
    for matrix in [
        [[2.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 1.0]],
        [[1e-6, 0.0, 1e-3], [0.0, 1e9, 5.0], [1e-3, 5.0, 4.0]],
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
    ] {
        let mut left = matrix;
        let axes = eigenvectors(&mut left);
        let size = matrix[0][0] + matrix[1][1] + matrix[2][2];
        for (index, axis) in axes.iter().enumerate() {
            for row in 0..3 {
                let turned: f64 = (0..3).map(|it| matrix[row][it] * axis[it]).sum();
                assert!((turned - left[index][index] * axis[row]).abs() < 1e-12 * size);
            }
        }
    }
}
