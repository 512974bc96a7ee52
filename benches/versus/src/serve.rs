//! The server side of [`remote`](crate::remote): a program that answers requests.

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::path::Path;

use umbra::prelude::*;

use crate::contestant::Contestant;
use crate::description::Description;
use crate::engines::Kind;
use crate::questions::{Asked, Question};
use crate::remote::write_body;

/// Loads a scene according to `arguments` (the engine, the scene, the number of threads)
/// and answers requests until there are none.
///
/// # Errors
/// When a request is not understood.
pub fn serve(
    arguments: &[String],
    requests: impl BufRead + Send,
    mut answers: impl Write + Send,
) -> Result<(), String> {
    let [kind, scene, threads] = arguments else { return Err(format!("{arguments:?}")) };
    let threads: usize = threads.parse().map_err(|_| format!("{threads} threads"))?;
    let kind = Kind::find(kind)?;
    let def = umbra_scenes::find(scene).ok_or_else(|| format!("{scene} is no scene"))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    // All from within the pool, so that no step pays for a way into it.
    pool.map_err(|error| error.to_string())?.install(|| {
        let (description, scene) = Description::from_def(def, SceneConfig::default())?;
        let mut contestant = Contestant::new(kind, &description, &scene, threads, Path::new(""))?;
        let mut say = |text: &str| {
            let written = writeln!(answers, "ok{text}").and_then(|()| answers.flush());
            written.map_err(|error| error.to_string())
        };
        say("")?;
        for line in requests.lines() {
            say(&respond(&mut contestant, &line.map_err(|error| error.to_string())?)?)?;
        }
        Ok(())
    })
}

fn respond(contestant: &mut Contestant, line: &str) -> Result<String, String> {
    let mut answer = String::new();
    let number = |word: &str| word.parse::<u32>().map_err(|_| line.to_owned());
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["substeps", count] => contestant.set_substeps(number(count)?)?,
        ["play", start, end] => {
            for time in contestant.play(number(start)?..number(end)?)? {
                let _ = write!(answer, " {time}");
            }
        }
        ["bodies"] => {
            for number in contestant.bodies()?.iter().flat_map(write_body) {
                let _ = write!(answer, " {}", number.to_bits());
            }
        }
        ["ready"] => contestant.get_ready()?,
        ["ask", name] => {
            let question = Question::find(name).ok_or_else(|| line.to_owned())?;
            let Asked { nanoseconds, sum } = contestant.ask(question)?;
            let _ = write!(answer, " {nanoseconds} {sum}");
        }
        _ => return Err(line.to_owned()),
    }
    Ok(answer)
}
