//! Two peers play one world over loopback sockets, with frames of latency and lost packets between
//! them.
//!
//! Each peer steps at once with its own input and a prediction of the other's. When an input
//! arrives that was predicted wrongly, the netcode ([`ggrs`]) calls [`Game::load`] to go back and
//! [`Game::advance`] for each frame since then. Both peers have the same bits in every confirmed
//! frame.
//!
//! - `game.rs`: the rules, and saving and loading of frames;
//! - `wire.rs`: a socket that delivers late, or not at all;
//! - this file: two sessions in turn, and the report of their match.

mod game;
mod wire;

pub use game::{Game, Input};
pub use wire::Wire;

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread::sleep;
use std::time::Duration;

use ggrs::{
    DesyncDetection, GgrsError, GgrsEvent, GgrsRequest, P2PSession, PlayerType, PredictRepeatLast,
    SessionBuilder, SessionState,
};

/// The greatest number of frames by which a peer may be ahead of the other one's inputs.
pub const WINDOW: usize = 14;

/// The types of the game for the netcode. The game keeps moments itself, in memory that it reuses.
#[derive(Debug)]
pub enum Rules {}

impl ggrs::Config for Rules {
    type Input = Input;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = SocketAddr;
}

/// The quality of the network.
#[derive(Clone, Copy, Debug)]
pub struct Network {
    /// The delay of every packet, in frames.
    pub latency: u32,
    /// The number of lost packets per thousand.
    pub lost: u32,
}

/// The result of a match.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Frames that both peers have confirmed, and in which their hashes are equal.
    pub confirmed: usize,
    /// The number of rollbacks, both peers together.
    pub rollbacks: usize,
    /// The number of steps, both peers together: confirmed frames are stepped again after each
    /// rollback.
    pub steps: usize,
    /// The largest snapshot, in bytes.
    pub snapshot: usize,
    /// The hash of the last frame.
    pub hash: u64,
}

/// One of the two players.
struct Peer {
    session: P2PSession<Rules>,
    game: Game,
    player: usize,
    rollbacks: usize,
    steps: usize,
}

impl Peer {
    fn new(player: usize, port: u16, other: u16, network: Network) -> Result<Self, Box<dyn Error>> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, other));
        let mut builder = SessionBuilder::<Rules>::new()
            .with_max_prediction_window(WINDOW)
            .with_desync_detection_mode(DesyncDetection::On { interval: 10 });
        for handle in 0..2 {
            let kind =
                if handle == player { PlayerType::Local } else { PlayerType::Remote(address) };
            builder = builder.add_player(kind, handle)?;
        }
        let wire = Wire::bind(port, network, player as u64)?;
        let session = builder.start_p2p_session(wire)?;
        Ok(Self { session, game: Game::new()?, player, rollbacks: 0, steps: 0 })
    }

    /// Plays one frame, unless it is too far ahead of the other one.
    fn play(&mut self) -> Result<(), Box<dyn Error>> {
        self.session.poll_remote_clients();
        for event in self.session.events() {
            if let GgrsEvent::DesyncDetected { frame, .. } = event {
                return Err(format!("frame {frame} came to other bits").into());
            }
        }
        if self.session.current_state() != SessionState::Running {
            return Ok(());
        }
        let input = Input::of_frame(self.session.current_frame(), self.player);
        self.session.add_local_input(self.player, input)?;
        let requests = match self.session.advance_frame() {
            Err(GgrsError::PredictionThreshold) => return Ok(()),
            requests => requests?,
        };
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let hash = self.game.save(frame)?;
                    cell.save(frame, Some(()), Some(hash.into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    self.game.load(frame)?;
                    self.rollbacks += 1;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    self.game.advance([inputs[0].0, inputs[1].0])?;
                    self.steps += 1;
                }
            }
        }
        Ok(())
    }

    /// The number of frames that are final.
    fn confirmed(&self) -> usize {
        let frames = self.session.confirmed_frame().min(self.session.current_frame() - 1);
        usize::try_from(frames).unwrap_or(0)
    }
}

/// Plays until both peers have confirmed `frames` frames, and compares each of them.
///
/// # Errors
/// When a port is taken, a step is refused, or the two peers have different bits.
pub fn play(frames: usize, network: Network, ports: [u16; 2]) -> Result<Report, Box<dyn Error>> {
    let mut peers =
        [Peer::new(0, ports[0], ports[1], network)?, Peer::new(1, ports[1], ports[0], network)?];
    let mut compared = 0;
    while compared < frames {
        for peer in &mut peers {
            peer.play()?;
        }
        if peers.iter().any(|peer| peer.session.current_state() != SessionState::Running) {
            // They greet one another by the clock.
            sleep(Duration::from_millis(1));
        }
        let known = peers.iter().map(Peer::confirmed).min().unwrap_or(0);
        while compared < known.min(frames) {
            let [a, b] = [&peers[0], &peers[1]].map(|peer| peer.game.hash_of(compared));
            if a != b {
                return Err(format!("frame {compared}: {a:x?} and {b:x?}").into());
            }
            compared += 1;
        }
    }
    let sum = |count: fn(&Peer) -> usize| peers.iter().map(count).sum();
    Ok(Report {
        confirmed: compared,
        rollbacks: sum(|peer| peer.rollbacks),
        steps: sum(|peer| peer.steps),
        snapshot: peers[0].game.snapshot_size(),
        hash: peers[0].game.hash_of(compared - 1).unwrap_or_default(),
    })
}
