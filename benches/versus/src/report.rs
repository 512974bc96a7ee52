//! The tables.

use std::fmt::Write;

use crate::contest::Outcome;
use crate::engines::Kind;

/// The outcomes of one scene.
pub type SceneOutcomes = (&'static str, Vec<Outcome>);

/// How many times faster than the faster peer the first engine is; `None` without peers.
pub fn times_faster(outcomes: &[Outcome]) -> Option<f64> {
    let first = outcomes.iter().find(|outcome| !outcome.kind.is_peer())?;
    let peers = outcomes.iter().filter(|outcome| outcome.kind.is_peer());
    let fastest = peers.map(Outcome::mean).reduce(f64::min)?;
    Some(fastest / first.mean())
}

/// Milliseconds per step, and the ratio.
pub fn speed_table(scenes: &[SceneOutcomes], kinds: &[Kind]) -> String {
    let names = kinds.iter().map(|kind| kind.name());
    let header: Vec<_> = names.flat_map(|name| [name.to_owned(), "median".to_owned()]).collect();
    let mut text = format!("| scene | {} | times faster |\n|---|", header.join(" | "));
    text += &"---:|".repeat(header.len() + 1);
    text += "\n";
    let mut logarithms = Vec::new();
    for (name, outcomes) in scenes {
        let _ = write!(text, "| {name} |");
        for outcome in outcomes {
            let _ = write!(text, " {} | {} |", figure(outcome.mean()), figure(outcome.median()));
        }
        let ratio = times_faster(outcomes);
        logarithms.extend(ratio.map(f64::ln));
        let _ = writeln!(text, " {} |", ratio.map_or("-".to_owned(), |r| format!("**{r:.2}**")));
    }
    if logarithms.len() > 1 {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        let blank = "  |".repeat(header.len());
        let _ = writeln!(text, "| geometric mean |{blank} **{mean:.2}** |");
    }
    text
}

/// What became of the scenes.
pub fn quality_table(scenes: &[SceneOutcomes]) -> String {
    let mut text = "| scene | engine | overlap at the end, mm: deepest / 99 % / mean | pairs | \
                    worst of the run: deepest / mean | marked body moved, mm | mean height, m | \
                    energy gained | top speed, m/s | lost |\n|---|---|---|---:|---|---|---:|---:|\
                    ---:|---:|\n"
        .to_owned();
    for (name, outcomes) in scenes {
        for outcome in outcomes {
            let quality = &outcome.quality;
            let last = &quality.last;
            let _ = writeln!(
                text,
                "| {name} | {} | {} / {} / {} | {} | {} / {} | {:.1}, {:.1} | {:.4} | {:.3} % | \
                 {:.2} | {} |",
                outcome.kind.name(),
                millimetres(last.overlap.deepest),
                millimetres(last.overlap.most),
                millimetres(last.overlap.mean),
                last.overlap.pairs,
                millimetres(quality.worst),
                millimetres(quality.worst_mean),
                1e3 * last.drift[0],
                1e3 * last.drift[1],
                last.height,
                1e2 * quality.energy_gained,
                last.top_speed,
                last.lost,
            );
        }
    }
    text
}

/// Everything, one line for each scene and engine; `header` puts the names of the columns first.
pub fn csv(scenes: &[SceneOutcomes], threads: usize, header: bool) -> String {
    let mut text = String::new();
    if header {
        text += "threads,scene,engine,steps,mean_ms,median_ms,p99_ms,deepest_m,p99_m,mean_m,pairs,\
                 worst_m,worst_mean_m,drift_x_m,drift_y_m,height_m,energy_gained,top_speed,lost\n";
    }
    for (name, outcomes) in scenes {
        for outcome in outcomes {
            let (quality, last) = (&outcome.quality, &outcome.quality.last);
            let _ = writeln!(
                text,
                "{threads},{name},{},{},{:.5},{:.5},{:.5},{:.6},{:.6},{:.6},{},{:.6},{:.6},{:.6},\
                 {:.6},{:.5},{:.6},{:.3},{}",
                outcome.kind.name(),
                outcome.times.len(),
                outcome.mean(),
                outcome.median(),
                outcome.slowest(),
                last.overlap.deepest,
                last.overlap.most,
                last.overlap.mean,
                last.overlap.pairs,
                quality.worst,
                quality.worst_mean,
                last.drift[0],
                last.drift[1],
                last.height,
                quality.energy_gained,
                last.top_speed,
                last.lost,
            );
        }
    }
    text
}

fn figure(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 0.1 => format!("{ms:.4}"),
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms => format!("{ms:.1}"),
    }
}

fn millimetres(metres: f64) -> String {
    let millimetres = 1e3 * metres;
    if millimetres < 10.0 { format!("{millimetres:.2}") } else { format!("{millimetres:.0}") }
}
