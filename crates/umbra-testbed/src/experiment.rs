//! One session, or two of the same scene side by side, and the clock that drives them.
//!
//! Both sessions get the same commands before the same steps; what may differ is their
//! configuration. That is the whole of a comparison.

use core::time::Duration;

use umbra::prelude::*;

use crate::session::{Command, Session, Source};
use crate::threads::Threads;

/// How much of a frame steps may take. A slow scene then runs in slow motion, and the window stays
/// responsive.
const BUDGET: Duration = Duration::from_millis(50);
/// The most steps of one frame: at eight times the usual speed, a frame of a sixtieth needs eight.
const MOST_STEPS: u32 = 16;

/// Side of a comparison: one of two sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The first, which is always there.
    #[default]
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Label of the side.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// The sessions and the clock.
#[derive(Clone, Debug)]
pub struct Experiment {
    a: Session,
    b: Option<Session>,
    timestep: FixedTimestep,
    /// True while time goes on.
    pub playing: bool,
    /// Speed of time; 1 is real time.
    pub speed: Real,
    /// The threads on which steps are done.
    pub threads: Threads,
    /// Steps that are done as fast as possible before the clock takes over.
    ahead: u32,
}

impl Experiment {
    /// A scene at its start, playing.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn new(source: impl Into<Source>) -> Result<Self, umbra::Error> {
        Ok(Self {
            a: Session::new(source)?,
            b: None,
            timestep: FixedTimestep::new(60.0)?,
            playing: true,
            speed: 1.0,
            threads: Threads::default(),
            ahead: 0,
        })
    }

    /// The first session.
    pub fn a(&self) -> &Session {
        &self.a
    }

    /// The second session, while there is one.
    pub fn b(&self) -> Option<&Session> {
        self.b.as_ref()
    }

    /// The session of a side; the first one, if there is no second.
    pub fn session(&self, side: Side) -> &Session {
        match (side, &self.b) {
            (Side::B, Some(b)) => b,
            _ => &self.a,
        }
    }

    /// All sessions.
    pub fn sessions(&self) -> impl Iterator<Item = (Side, &Session)> {
        Side::BOTH
            .into_iter()
            .zip([Some(&self.a), self.b.as_ref()])
            .filter_map(|(side, session)| Some((side, session?)))
    }

    fn sessions_mut(&mut self) -> impl Iterator<Item = &mut Session> {
        [Some(&mut self.a), self.b.as_mut()].into_iter().flatten()
    }

    /// True if there are two sessions.
    pub fn is_compared(&self) -> bool {
        self.b.is_some()
    }

    /// Begins or ends a comparison. The second session starts as a copy of the first, its past
    /// included.
    pub fn set_compared(&mut self, compared: bool) {
        self.b = compared.then(|| self.b.take().unwrap_or_else(|| self.a.clone()));
    }

    /// Does the same to all sessions.
    ///
    /// # Errors
    /// When the first session's engine refuses. In the second one, the target of the command may be
    /// gone already.
    pub fn command(&mut self, command: &Command) -> Result<(), umbra::Error> {
        if let Some(b) = &mut self.b {
            let _ = b.command(command.clone());
        }
        self.a.command(command.clone())?;
        if let Command::Rate(rate) = command {
            self.timestep = FixedTimestep::new(*rate)?;
        }
        Ok(())
    }

    /// Gives all sessions commands that are done before steps to come. Knobs are those of the first
    /// session.
    pub fn expect(&mut self, commands: &[(u32, Command)]) {
        self.a.expect(commands.to_vec());
        if let Some(b) = &mut self.b {
            let hands = commands.iter().filter(|(_, it)| !matches!(it, Command::Configure(_)));
            b.expect(hands.cloned().collect());
        }
    }

    /// Begins to record the scene of the first session, for a file.
    ///
    /// # Errors
    /// When the engine refuses.
    pub fn record(&mut self) -> Result<(), umbra::Error> {
        self.a.record()
    }

    /// Ends that recording; `None` if there was none.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.a.take_recording()
    }

    /// Gives one session another configuration.
    ///
    /// # Errors
    /// When a value makes no sense.
    pub fn configure(&mut self, side: Side, config: SceneConfig) -> Result<(), umbra::Error> {
        let session = match (side, &mut self.b) {
            (Side::B, Some(b)) => b,
            _ => &mut self.a,
        };
        session.command(Command::Configure(config))
    }

    /// Fraction of a step by which the time shown is past the last step but one, from 0 to 1:
    /// moving bodies are drawn there.
    pub fn alpha(&self) -> Real {
        let moves = self.playing && self.a.goal().is_none();
        if moves { self.timestep.alpha().clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Lets a frame of the world outside pass. Returns how many steps were done.
    ///
    /// # Errors
    /// When the engine refuses a step. Time is stopped then.
    pub fn frame(&mut self, seconds: Real) -> Result<u32, umbra::Error> {
        let result = self.pass(seconds);
        self.playing &= result.is_ok();
        result
    }

    fn pass(&mut self, seconds: Real) -> Result<u32, umbra::Error> {
        if self.sessions().any(|(_, session)| session.goal().is_some()) {
            self.sessions_mut().try_for_each(|session| session.work(BUDGET / 2))?;
            return Ok(0);
        }
        let most = self.steps_within_budget();
        if self.ahead > 0 {
            let steps = self.ahead.min(most.max(1));
            self.ahead -= steps;
            (0..steps).try_for_each(|_| self.step_all())?;
            return Ok(steps);
        }
        if !self.playing {
            return Ok(0);
        }
        let mut timestep = self.timestep.clone().with_max_steps(most.min(MOST_STEPS));
        // A tab that was hidden comes back after minutes.
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, 0.25) } else { 0.0 };
        let steps = timestep.advance(seconds * self.speed, |_| self.step_all());
        self.timestep = timestep;
        steps
    }

    fn steps_within_budget(&self) -> u32 {
        let one: Duration = self.sessions().map(|(_, session)| session.step_time()).sum();
        let most = BUDGET.as_nanos() / one.as_nanos().max(1);
        u32::try_from(most).unwrap_or(u32::MAX).clamp(1, 1000)
    }

    /// A step of all sessions. Time stops at the end of a recording.
    fn step_all(&mut self) -> Result<(), umbra::Error> {
        if self.a.world().is_over() {
            (self.playing, self.ahead) = (false, 0);
            return Ok(());
        }
        let threads = self.threads.clone();
        threads.run(|| self.sessions_mut().try_for_each(Session::step))
    }

    /// Does this many steps as fast as possible, over as many frames as it takes.
    pub fn run_ahead(&mut self, steps: u32) {
        self.ahead = steps;
    }

    /// Number of steps that are still to be done as fast as possible.
    pub fn ahead(&self) -> u32 {
        self.ahead
    }

    /// Stops time and does one step.
    ///
    /// # Errors
    /// When the engine refuses the step.
    pub fn step(&mut self) -> Result<(), umbra::Error> {
        self.playing = false;
        self.step_all()
    }

    /// Stops time and goes back by one step.
    ///
    /// # Errors
    /// When the engine refuses a step on the way.
    pub fn step_back(&mut self) -> Result<(), umbra::Error> {
        let before = self.a.goal().unwrap_or(self.a.step_count()).saturating_sub(1);
        self.seek(before)
    }

    /// Stops time and goes to a step of the record: at once when a snapshot of it is kept, else
    /// over the next frames.
    ///
    /// # Errors
    /// When the engine refuses a step on the way.
    pub fn seek(&mut self, step: u32) -> Result<(), umbra::Error> {
        self.playing = false;
        self.ahead = 0;
        self.sessions_mut().try_for_each(|session| {
            session.seek(step)?;
            session.work(BUDGET / 4)
        })
    }

    /// Sets the scene up anew, with the configurations as they are.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn restart(&mut self) -> Result<(), umbra::Error> {
        self.ahead = 0;
        self.timestep = FixedTimestep::new(self.a.world().rate())?;
        self.sessions_mut().try_for_each(Session::restart)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(name: &str) -> Experiment {
        Experiment::new(umbra_scenes::find(name).unwrap()).unwrap()
    }

    #[test]
    fn a_second_of_frames_is_a_second_of_steps_at_any_speed() {
        for (speed, expected) in [(1.0, 60), (0.25, 15), (4.0, 240)] {
            let mut experiment = begin("hello");
            experiment.speed = speed;
            let steps: u32 = (0..60).map(|_| experiment.frame(1.0 / 60.0).unwrap()).sum();
            assert!(steps.abs_diff(expected) <= 2, "{speed}: {steps}");
            assert_eq!(experiment.a().step_count(), steps);
        }
    }

    #[test]
    fn paused_nothing_moves_and_a_step_is_one_step() {
        let mut experiment = begin("hello");
        experiment.playing = false;
        experiment.frame(1.0).unwrap();
        assert_eq!((experiment.a().step_count(), experiment.alpha()), (0, 1.0));
        experiment.step().unwrap();
        experiment.step().unwrap();
        experiment.step_back().unwrap();
        assert_eq!(experiment.a().step_count(), 1);
        assert!(!experiment.playing);
    }

    #[test]
    fn two_sessions_are_the_same_until_their_configurations_differ() {
        let mut experiment = begin("towers");
        experiment.set_compared(true);
        let hashes = |experiment: &Experiment| -> Vec<u64> {
            experiment.sessions().map(|(_, session)| session.scene().state_hash()).collect()
        };
        let bomb = Command::Bomb { at: Point::new(0.0, 0.5), radius: 5.0, speed: 5.0 };
        experiment.command(&bomb).unwrap();
        (0..30).for_each(|_| experiment.step().unwrap());
        let both = hashes(&experiment);
        assert_eq!(both[0], both[1]);
        let mut config = *experiment.a().scene().config();
        config.solver.substeps = 1;
        experiment.configure(Side::B, config).unwrap();
        (0..30).for_each(|_| experiment.step().unwrap());
        let both = hashes(&experiment);
        assert_ne!(both[0], both[1]);
        assert_eq!(experiment.a().step_count(), experiment.session(Side::B).step_count());
        // Each keeps its own configuration when the scene begins again.
        experiment.restart().unwrap();
        assert_eq!(experiment.a().scene().config().solver.substeps, 4);
        assert_eq!(experiment.session(Side::B).scene().config().solver.substeps, 1);
    }

    #[test]
    fn the_number_of_threads_changes_nothing_but_time() {
        let [one, two] = [1, 2].map(|count| {
            let mut experiment = begin("zoo");
            experiment.threads.set(count).unwrap();
            assert_eq!(experiment.threads.count(), count);
            (0..60).for_each(|_| experiment.step().unwrap());
            experiment.a().scene().state_hash()
        });
        assert_eq!(one, two);
    }

    #[test]
    fn steps_ahead_are_done_over_frames_and_then_the_clock_takes_over() {
        let mut experiment = begin("pyramid");
        experiment.playing = false;
        experiment.run_ahead(100);
        let mut frames = 0;
        while experiment.ahead() > 0 {
            experiment.frame(0.0).unwrap();
            frames += 1;
        }
        assert_eq!(experiment.a().step_count(), 100);
        assert!(frames < 100, "{frames}");
    }
}
