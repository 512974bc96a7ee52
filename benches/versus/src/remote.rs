//! An engine in another program with other build options: compiler options and features apply to a
//! whole program, so an engine at its best needs one of its own.
//!
//! Every request is a line of words, and so is every answer. The other program takes the times,
//! around the same calls as here; while one program works, the other waits for the line and costs
//! nothing.

use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;

use umbra::prelude::*;

use crate::engines::{BodyState, Kind};
use crate::questions::{Asked, Question};

/// The argument with which the program answers requests instead of printing tables.
pub const SERVE: &str = "--serve";

/// The client side of the conversation.
pub struct Remote {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Remote {
    /// Starts a program and makes it load a scene.
    ///
    /// # Errors
    /// When the program does not exist or cannot load the scene.
    pub fn start(program: &Path, kind: Kind, scene: &str, threads: usize) -> Result<Self, String> {
        let mut child = Command::new(program)
            .args([SERVE, kind.name(), scene, &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}; see --help", program.display()))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a program without pipes".to_owned());
        };
        let mut remote = Self { child, requests, answers: BufReader::new(answers) };
        remote.answer()?;
        Ok(remote)
    }

    /// The same as [`Contestant::set_substeps`](crate::contestant::Contestant::set_substeps).
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn set_substeps(&mut self, substeps: u32) -> Result<(), String> {
        self.request(&format!("substeps {substeps}")).map(drop)
    }

    /// The same as [`Contestant::play`](crate::contestant::Contestant::play).
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn play(&mut self, steps: Range<u32>) -> Result<Vec<f64>, String> {
        let answer = self.request(&format!("play {} {}", steps.start, steps.end))?;
        words(&answer)
    }

    /// The same as [`Contestant::bodies`](crate::contestant::Contestant::bodies).
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn bodies(&mut self) -> Result<Vec<BodyState>, String> {
        let bits: Vec<u32> = words(&self.request("bodies")?)?;
        let numbers: Vec<Real> = bits.into_iter().map(Real::from_bits).collect();
        Ok(numbers.chunks_exact(BODY_WORDS).map(read_body).collect())
    }

    /// The same as [`Contestant::get_ready`](crate::contestant::Contestant::get_ready).
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn get_ready(&mut self) -> Result<(), String> {
        self.request("ready").map(drop)
    }

    /// The same as [`Contestant::ask`](crate::contestant::Contestant::ask).
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn ask(&mut self, question: Question) -> Result<Asked, String> {
        let answer = self.request(&format!("ask {}", question.name()))?;
        match words(&answer)?[..] {
            [nanoseconds, sum] => Ok(Asked { nanoseconds, sum }),
            _ => Err(answer),
        }
    }

    fn request(&mut self, line: &str) -> Result<String, String> {
        writeln!(self.requests, "{line}").map_err(|error| error.to_string())?;
        self.answer()
    }

    /// The next line, which begins with `ok` unless something is wrong.
    fn answer(&mut self) -> Result<String, String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        match line.trim_end().strip_prefix("ok") {
            Some(rest) => Ok(rest.to_owned()),
            None => Err(format!(
                "the other program says {line:?}; if it is older than this one, run \
                 benches/versus/build-best again"
            )),
        }
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // It ends by itself when nobody asks any more; here it is not waited for any longer.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn words<T: FromStr>(line: &str) -> Result<Vec<T>, String> {
    let word = |word: &str| word.parse().map_err(|_| format!("{word:?} is no number"));
    line.split_whitespace().map(word).collect()
}

/// The number of words for a body.
pub const BODY_WORDS: usize = 7;

fn read_body(words: &[Real]) -> BodyState {
    BodyState {
        pose: Pose::from_parts(
            Vector::new(words[0], words[1]).into(),
            Rotation::from_cos_sin_unchecked(words[2], words[3]),
        ),
        velocity: Vector::new(words[4], words[5]),
        angular_velocity: words[6],
    }
}

/// A body in the form that [`Remote::bodies`] reads.
pub fn write_body(body: &BodyState) -> [Real; BODY_WORDS] {
    let (at, turn) = (body.pose.translation.vector, body.pose.rotation);
    [at.x, at.y, turn.re, turn.im, body.velocity.x, body.velocity.y, body.angular_velocity]
}
