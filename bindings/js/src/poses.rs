//! The poses of all bodies in one array, and the list of what moved.
use umbra::prelude::*;

use crate::wire::Key;

/// Numbers of a row: x, y, cosine and sine of the angle.
const ROW: usize = 4;

/// Poses by the slot of the body's key, which is `key % 2 ** 22`. Row 0 belongs to nothing.
#[derive(Default)]
pub struct Poses {
    /// x, y, cosine, sine of each body; zeros where there is none.
    pub rows: Vec<f32>,
    /// Keys of the bodies that the last step moved.
    pub moved: Vec<f64>,
}

impl Poses {
    fn row(&mut self, key: BodyKey) -> &mut [f32] {
        let start = ROW * (key.index() + 1);
        if self.rows.len() < start + ROW {
            self.rows.resize(start + ROW, 0.0);
        }
        &mut self.rows[start..start + ROW]
    }

    /// Writes the pose of a body.
    pub fn write(&mut self, key: BodyKey, pose: &Pose) {
        let (position, rotation) = (pose.translation.vector, pose.rotation);
        self.row(key).copy_from_slice(&[position.x, position.y, rotation.re, rotation.im]);
    }

    /// Clears the row of a removed body.
    pub fn remove(&mut self, key: BodyKey) {
        self.row(key).fill(0.0);
    }

    /// Writes all poses anew, after what may have changed many.
    pub fn write_all(&mut self, scene: &Scene) {
        self.rows.fill(0.0);
        for key in scene.bodies() {
            if let Ok(body) = scene.body(key) {
                self.write(key, &body.pose());
            }
        }
    }

    /// Writes the poses of what the last step moved.
    pub fn write_moved(&mut self, scene: &Scene) {
        self.moved.clear();
        for it in scene.moved_bodies() {
            self.moved.push(it.key().to_number());
            self.write(it.key(), &it.pose());
        }
        if !scene.fracture_events().is_empty() {
            self.write_all(scene);
        }
    }
}
