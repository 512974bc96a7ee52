//! The tables.

use std::fmt::Write;

use umbra_scenes::bouncing;

use crate::contest::Outcome;
use crate::engines::Kind;
use crate::quality::Quality;
use crate::race::Answers;
use crate::verdict::shortfalls;

/// The outcomes of one scene.
pub type SceneOutcomes = (&'static str, Vec<Outcome>);

/// All scenes with a number of threads.
#[derive(Clone, Debug)]
pub struct Run {
    /// The number of threads of each engine.
    pub threads: usize,
    /// The results of the scenes.
    pub scenes: Vec<SceneOutcomes>,
}

/// The ratio of the fastest peer's time to that of the first engine that is no peer; `None` without
/// peers.
pub fn times_faster(kinds: &[Kind], times: &[f64]) -> Option<f64> {
    let both = || kinds.iter().zip(times);
    let (_, first) = both().find(|(kind, _)| !kind.is_peer())?;
    let peers = both().filter(|(kind, _)| kind.is_peer()).map(|(_, time)| *time);
    Some(peers.reduce(f64::min)? / first)
}

/// The geometric mean; `None` for an empty sequence.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let count = logarithms.len();
    (count > 0).then(|| (logarithms.iter().sum::<f64>() / count as f64).exp())
}

impl Run {
    /// The speed relative to the fastest peer, for each scene; NaN without peers.
    pub fn ratios(&self, kinds: &[Kind]) -> Vec<f64> {
        let of = |(_, outcomes): &SceneOutcomes| {
            let times: Vec<f64> = outcomes.iter().map(Outcome::mean).collect();
            times_faster(kinds, &times).unwrap_or(f64::NAN)
        };
        self.scenes.iter().map(of).collect()
    }
}

/// Milliseconds per step, and the speed relative to peers; all thread counts side by side.
pub fn speed_table(runs: &[Run], kinds: &[Kind]) -> String {
    let mut header = "| scene |".to_owned();
    for run in runs {
        let threads =
            if run.threads == 1 { "1 thread" } else { &format!("{} threads", run.threads) };
        for (index, kind) in kinds.iter().enumerate() {
            let threads = if index == 0 { &format!("{threads}: ") } else { "" };
            let _ = write!(header, " {threads}{} |", kind.title());
        }
        header += " faster |";
    }
    let columns = runs.len() * (kinds.len() + 1);
    let mut text = format!("{header}\n|---|{}\n", "---:|".repeat(columns));
    let ratios: Vec<Vec<f64>> = runs.iter().map(|run| run.ratios(kinds)).collect();
    let Some(first) = runs.first() else { return text };
    for (row, (name, _)) in first.scenes.iter().enumerate() {
        let _ = write!(text, "| {name} |");
        for (run, ratios) in runs.iter().zip(&ratios) {
            for outcome in &run.scenes[row].1 {
                let _ = write!(text, " {} |", figure(outcome.mean()));
            }
            let _ = write!(text, " {} |", ratio(ratios[row]));
        }
        text += "\n";
    }
    for (title, rows) in groups(first.scenes.iter().map(|(name, _)| *name)) {
        let _ = write!(text, "| {title} |");
        for ratios in &ratios {
            let mean = geometric_mean(rows.iter().map(|row| ratios[*row])).unwrap_or(f64::NAN);
            let _ = write!(text, "{} {} |", " |".repeat(kinds.len()), ratio(mean));
        }
        text += "\n";
    }
    text
}

/// Rows with a mean of their own: crowds that bounce, and all other scenes. Single rows have none.
fn groups(names: impl Iterator<Item = &'static str>) -> Vec<(&'static str, Vec<usize>)> {
    let mut groups = vec![("geometric mean", vec![]), ("of crowds that bounce", vec![])];
    for (row, name) in names.enumerate() {
        let bounces = bouncing::SCENES.iter().any(|def| def.name == name);
        groups[usize::from(bounces)].1.push(row);
    }
    groups.retain(|(_, rows)| rows.len() > 1);
    groups
}

/// The gain of each engine from more threads: one table for the first and the last run.
pub fn scaling_table(runs: &[Run], kinds: &[Kind]) -> String {
    let mut text = "| scene |".to_owned();
    for kind in kinds {
        let _ = write!(text, " {} |", kind.title());
    }
    let _ = write!(text, "\n|---|{}\n", "---:|".repeat(kinds.len()));
    let scaling = scaling(runs);
    for (name, ratios) in &scaling {
        let _ = write!(text, "| {name} |");
        for ratio in ratios {
            let _ = write!(text, " {ratio:.2} |");
        }
        text += "\n";
    }
    for (title, rows) in groups(scaling.iter().map(|(name, _)| *name)) {
        let _ = write!(text, "| {title} |");
        for index in 0..kinds.len() {
            let mean = geometric_mean(rows.iter().map(|row| scaling[*row].1[index]));
            let _ = write!(text, " **{:.2}** |", mean.unwrap_or(f64::NAN));
        }
        text += "\n";
    }
    text
}

/// For each scene and engine, the time of the first run over that of the last.
pub fn scaling(runs: &[Run]) -> Vec<(&'static str, Vec<f64>)> {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Vec::new() };
    let of = |((name, one), (_, several)): (&SceneOutcomes, &SceneOutcomes)| {
        (*name, one.iter().zip(several).map(|(one, several)| one.mean() / several.mean()).collect())
    };
    first.scenes.iter().zip(&last.scenes).map(of).collect()
}

/// The quality of the scenes.
pub fn quality_table(scenes: &[SceneOutcomes]) -> String {
    let mut text = "| scene | engine | overlap at the end, mm: deepest / 99 % / mean | pairs | \
                    worst of the run: deepest / mean | gaps of joints, mm: widest / mean / mean at the end | marked body moved, mm | mean height, m | \
                    energy gained | top speed, m/s | lost | Umbra falls short in |\n\
                    |---|---|---|---:|---|---|---|---:|---:|---:|---:|---|\n"
        .to_owned();
    for (name, outcomes) in scenes {
        for outcome in outcomes {
            let quality = &outcome.quality;
            let last = &quality.last;
            let shortfalls = if outcome.kind.is_peer() {
                String::new()
            } else {
                shortfalls(outcome, outcomes).join(", ")
            };
            let _ = writeln!(
                text,
                "| {name} | {} | {} / {} / {} | {} | {} / {} | {} | {:.1}, {:.1} | {:.4} | {:.3} % | \
                 {:.2} | {} | {shortfalls} |",
                outcome.kind.title(),
                millimetres(last.overlap.deepest),
                millimetres(last.overlap.most),
                millimetres(last.overlap.mean),
                last.overlap.pairs,
                millimetres(quality.worst),
                millimetres(quality.worst_mean),
                gaps(quality),
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

/// Nanoseconds per question, and the speed relative to peers.
pub fn questions_table(rows: &[Answers], kinds: &[Kind]) -> String {
    let mut text = "| ns per query |".to_owned();
    for kind in kinds {
        let _ = write!(text, " {} |", kind.title());
    }
    let _ =
        write!(text, " faster | mean answers |\n|---|{}---|\n", "---:|".repeat(kinds.len() + 1));
    for row in rows {
        let _ = write!(text, "| {} |", row.title);
        for time in &row.times {
            let _ = write!(text, " {time:.0} |");
        }
        let faster = times_faster(kinds, &row.times).unwrap_or(f64::NAN);
        let means: Vec<_> = row.means.iter().map(|mean| format!("{mean:.4}")).collect();
        let _ = writeln!(text, " {} | {} |", ratio(faster), means.join(" / "));
    }
    text
}

/// All figures, one line for each scene and engine.
pub fn csv(runs: &[Run]) -> String {
    let mut text = "threads,scene,engine,steps,mean_ms,median_ms,p99_ms,deepest_m,p99_m,mean_m,\
                    pairs,worst_m,worst_mean_m,widest_gap_m,mean_gap_m,last_mean_gap_m,drift_x_m,drift_y_m,height_m,energy_gained,\
                    top_speed,lost\n"
        .to_owned();
    let all = runs.iter().flat_map(|run| run.scenes.iter().map(|scene| (run.threads, scene)));
    for (threads, (name, outcomes)) in all {
        for outcome in outcomes {
            let (quality, last) = (&outcome.quality, &outcome.quality.last);
            let _ = writeln!(
                text,
                "{threads},{name},{},{},{:.5},{:.5},{:.5},{:.6},{:.6},{:.6},{},{:.6},{:.6},{:.6},\
                 {:.6},{:.6},{:.6},{:.6},{:.5},{:.6},{:.3},{}",
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
                quality.widest_gap,
                quality.mean_gap,
                last.gaps.mean,
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

/// A ratio; wins are bold, losses are marked.
fn ratio(ratio: f64) -> String {
    match ratio {
        ratio if ratio.is_nan() => "-".to_owned(),
        ratio if ratio < 1.0 => format!("{ratio:.2}, lost"),
        ratio => format!("**{ratio:.2}**"),
    }
}

/// Milliseconds.
pub fn figure(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 0.1 => format!("{ms:.4}"),
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms => format!("{ms:.1}"),
    }
}

/// The gaps of joints; empty for a scene without joints.
fn gaps(quality: &Quality) -> String {
    if quality.widest_gap == 0.0 {
        return String::new();
    }
    let [widest, mean, last] =
        [quality.widest_gap, quality.mean_gap, quality.last.gaps.mean].map(millimetres);
    format!("{widest} / {mean} / {last}")
}

fn millimetres(metres: f64) -> String {
    let millimetres = 1e3 * metres;
    if millimetres < 10.0 { format!("{millimetres:.2}") } else { format!("{millimetres:.0}") }
}
