//! A film as text.

use std::fmt::{Error, Write as _};

use umbra::prelude::*;

use super::ink::Inks;
use super::marks::Marks;
use super::{Actor, Place, tenth};

/// Deviation from a straight way that is let pass, in pixels and degrees.
const OFF: [Real; 2] = [0.6, 1.5];

/// All parts of a film.
pub(super) struct Film {
    /// Markup of what never moves.
    pub(super) still: String,
    pub(super) actors: Vec<Actor>,
    pub(super) marks: Marks,
    /// Width and height.
    pub(super) size: [Real; 2],
    pub(super) seconds: Real,
}

impl Film {
    /// The film as SVG.
    pub(super) fn written(&self, inks: &Inks) -> String {
        self.picture(inks).unwrap_or_default()
    }

    fn picture(&self, inks: &Inks) -> Result<String, Error> {
        let Self { still, actors, marks, size: [width, height], seconds } = self;
        let (mut styles, mut shapes) = (String::new(), String::new());
        for (index, actor) in actors.iter().enumerate() {
            let last = actor.track.len() - 1;
            let place = |frame: usize| actor.track[frame].map(tenth);
            let stretches = actor.track.iter().any(|it| it[3] != 1.0);
            let [x, y, angle, length] = place(0);
            let stretch =
                |length: Real| if stretches { format!("scale({length},1)") } else { String::new() };
            let start = format!("translate({x} {y})rotate({angle}){}", stretch(length));
            let kept = simplified(&actor.track, &actor.seen);
            let is_still = kept.len() == 2 && place(0) == place(last) && actor.seen[0];
            let is_ever_seen = actor.seen.contains(&true);
            if !is_ever_seen {
                continue;
            }
            if is_still {
                writeln!(shapes, "<g transform=\"{start}\">{}{}</g>", actor.shapes, actor.arms)?;
                continue;
            }
            write!(styles, "@keyframes k{index}{{")?;
            for frame in kept {
                let (at, percent) = (place(frame), 100.0 * frame as Real / last as Real);
                let ([x, y, angle, length], hidden) = (at, !actor.seen[frame]);
                let stretch = stretch(length);
                let shown = match hidden {
                    true => ";opacity:0",
                    false if actor.seen.contains(&false) => ";opacity:1",
                    false => "",
                };
                write!(
                    styles,
                    "{percent:.1}%{{transform:translate({x}px,{y}px)rotate({angle}deg){stretch}{shown}}}"
                )?;
            }
            writeln!(styles, "}}#b{index}{{animation-name:k{index}}}")?;
            let hidden = if actor.seen[0] { "" } else { " opacity=\"0\"" };
            writeln!(
                shapes,
                "<g id=\"b{index}\" class=\"m\" transform=\"{start}\"{hidden}>{}{}</g>",
                actor.shapes, actor.arms
            )?;
        }
        let (marked, rules) = marks.written(*seconds);
        let background = inks.ink(|paint| paint.background);
        let colors = inks.rules();
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<style>{colors}.m{{animation:{seconds}s linear infinite}}\n\
             text{{font:11px system-ui,sans-serif;text-anchor:middle;paint-order:stroke;stroke-width:3px}}\n{styles}{rules}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n<g>{still}</g>\n{shapes}{marked}</svg>\n"
        ))
    }
}

/// The frames that are needed so that straight motion between them is hardly off. A body that
/// appears, goes, or is put elsewhere has a frame before and after.
fn simplified(track: &[Place], seen: &[bool]) -> Vec<usize> {
    let last_frame = track.len() - 1;
    let is_jump = |frame: usize| {
        let far = (0..2).any(|axis| (track[frame][axis] - track[frame - 1][axis]).abs() > 120.0);
        far || seen[frame] != seen[frame - 1]
    };
    let (mut kept, mut last) = (vec![0], 0);
    for end in 1..track.len() {
        let straight = !is_jump(end)
            && (last + 1..end).all(|frame| {
                let part = (frame - last) as Real / (end - last) as Real;
                let off = |axis: usize| {
                    let between = track[last][axis] + part * (track[end][axis] - track[last][axis]);
                    (between - track[frame][axis]).abs()
                };
                off(0) < OFF[0] && off(1) < OFF[0] && off(2) < OFF[1] && off(3) < OFF[0]
            });
        if !straight {
            if last != end - 1 {
                kept.push(end - 1);
            }
            last = end - 1;
            if is_jump(end) {
                kept.push(end);
                last = end;
            }
        }
    }
    if last != last_frame {
        kept.push(last_frame);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_ways_need_no_frames_and_jumps_need_two() {
        let straight: Vec<Place> = (0..50).map(|at| [at as Real * 2.0, 5.0, 0.0, 1.0]).collect();
        assert_eq!(simplified(&straight, &[true; 50]), [0, 49]);
        let mut jump = straight.clone();
        jump[25..].iter_mut().for_each(|it| it[0] += 500.0);
        assert_eq!(simplified(&jump, &[true; 50]), [0, 24, 25, 49]);
        let mut seen = [true; 50];
        seen[..10].fill(false);
        assert_eq!(simplified(&straight, &seen), [0, 9, 10, 49]);
    }
}
