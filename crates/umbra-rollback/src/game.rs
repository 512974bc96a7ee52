//! The rules: two players among crates, who run, jump and shoot.

use ggrs::Frame;
use serde::{Deserialize, Serialize};
use umbra::Error;
use umbra::prelude::*;

use crate::WINDOW;

const DT: Real = 1.0 / 60.0;
/// The least number of frames between two shots of a player.
const RELOAD: Frame = 15;
/// The number of frames that a shot flies.
const LIFE: Frame = 80;
/// The number of moments that are kept: as many as a peer can be ahead, and some more.
const KEPT: usize = WINDOW + 2;

/// The input of a player: all that goes over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input(u8);

impl Input {
    const LEFT: u8 = 1;
    const RIGHT: u8 = 2;
    const JUMP: u8 = 4;
    const SHOOT: u8 = 8;

    /// The input of a player in a frame: here dice play, and they change their minds often.
    pub fn of_frame(frame: Frame, player: usize) -> Self {
        let mut bits = (frame / 7) as u64 * 2 + player as u64 + 1;
        for _ in 0..3 {
            bits = (bits ^ bits >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        Self((bits >> 40) as u8 & 15)
    }

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// A moment: the scene, and the data of the game beside it.
#[derive(Clone, Debug, Default)]
struct Moment {
    scene: Snapshot,
    shots: Vec<(BodyKey, Frame)>,
    frame: Frame,
}

/// The world of one peer.
#[derive(Debug)]
pub struct Game {
    scene: Scene,
    players: [BodyKey; 2],
    /// The shots, each with the frame in which it was fired.
    shots: Vec<(BodyKey, Frame)>,
    frame: Frame,
    /// The moments, at the number of their frame modulo the length; older ones are overwritten.
    moments: Vec<Moment>,
    /// The hash of every frame, as it was last saved.
    hashes: Vec<u64>,
}

impl Game {
    /// The world before the first frame, which is the same for both peers.
    ///
    /// # Errors
    /// Never, as long as the numbers in here are valid.
    pub fn new() -> Result<Self, Error> {
        let mut scene = Scene::new(SceneConfig::default())?;
        let walls = [
            Collider::cuboid(20.0, 0.5).at([0.0, -0.5]),
            Collider::cuboid(0.5, 8.0).at([-16.0, 8.0]),
            Collider::cuboid(0.5, 8.0).at([16.0, 8.0]),
        ];
        scene.add(Body::fixed(), walls)?;
        for i in 0..60_u8 {
            let place = [Real::from(i % 12) * 2.0 - 11.0, Real::from(i / 12) * 1.01 + 0.5];
            scene.add(Body::dynamic().position(place), [Collider::cuboid(0.5, 0.5)])?;
        }
        let mut player = |x: Real| {
            let body = Body::dynamic().position([x, 7.0]).can_sleep(false);
            scene.add(body, [Collider::circle(0.6).density(3.0)])
        };
        let players = [player(-5.0)?, player(5.0)?];
        let moments = vec![Moment::default(); KEPT];
        Ok(Self { scene, players, shots: vec![], frame: 0, moments, hashes: vec![] })
    }

    /// Advances by one frame.
    ///
    /// # Errors
    /// Never, as long as the numbers in here are valid.
    pub fn advance(&mut self, inputs: [Input; 2]) -> Result<(), Error> {
        for (key, input) in self.players.into_iter().zip(inputs) {
            let Ok(mut player) = self.scene.body_mut(key) else { continue };
            let side = Real::from(input.has(Input::RIGHT)) - Real::from(input.has(Input::LEFT));
            player.apply_impulse([0.8 * side, 0.0])?;
            if input.has(Input::JUMP) && player.view().velocity().y.abs() < 0.05 {
                player.apply_impulse([0.0, 25.0])?;
            }
            if input.has(Input::SHOOT) && self.frame % RELOAD == 0 {
                let from = player.view().position() + Vector::new(side, 0.7);
                let shot = Body::dynamic().position(from).velocity([30.0 * side, 4.0]).bullet(true);
                let shot = self.scene.add(shot, [Collider::circle(0.15).density(4.0)])?;
                self.shots.push((shot, self.frame));
            }
        }
        while self.shots.first().is_some_and(|(_, since)| self.frame - since >= LIFE) {
            self.scene.remove_body(self.shots.remove(0).0)?;
        }
        self.scene.step(DT)?;
        self.frame += 1;
        Ok(())
    }

    /// Saves the moment before a frame. Returns its hash.
    ///
    /// # Errors
    /// Never.
    pub fn save(&mut self, frame: Frame) -> Result<u64, Error> {
        let moment = &mut self.moments[frame as usize % KEPT];
        self.scene.save_into(&mut moment.scene)?;
        moment.shots.clone_from(&self.shots);
        moment.frame = frame;
        let (index, hash) = (frame as usize, self.scene.state_hash());
        self.hashes.truncate(index);
        self.hashes.push(hash);
        Ok(hash)
    }

    /// Goes back to the moment before a frame.
    ///
    /// # Errors
    /// When it was not saved.
    pub fn load(&mut self, frame: Frame) -> Result<(), Error> {
        let moment = &self.moments[frame as usize % KEPT];
        assert_eq!(moment.frame, frame, "the netcode goes back no farther than its window");
        self.scene.restore(&moment.scene)?;
        self.shots.clone_from(&moment.shots);
        self.frame = frame;
        Ok(())
    }

    /// The hash before a frame, as it was last saved.
    pub fn hash_of(&self, frame: usize) -> Option<u64> {
        self.hashes.get(frame).copied()
    }

    /// The size of the largest moment, in bytes.
    pub fn snapshot_size(&self) -> usize {
        self.moments.iter().map(|moment| moment.scene.size()).max().unwrap_or(0)
    }
}
