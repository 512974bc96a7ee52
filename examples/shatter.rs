//! Polygons as material: an outline with holes taken apart, a plate cut in two, a pane broken.
//!
//! ```text
//! cargo run --release --example shatter
//! ```
//!
//! Prints what happened, and draws it into `out/shatter.svg`.
#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use umbra::geom::cut::{decompose, shatter, split};
use umbra::geom::math::{pose, rotation};
use umbra::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    umbra_scenes::examples::no_arguments(
        "Polygons taken apart, cut and broken: prints what became of them, draws out/shatter.svg.",
    );
    let mut picture = SvgDraw::new().scale(60.0)?.opacity(1.0)?;

    let (outline, hole) = key();
    let pieces = decompose(&outline, std::slice::from_ref(&hole))?;
    println!("A key of {} points with a hole of {}:", outline.len(), hole.len());
    report(&pieces);
    draw(&mut picture, "decompose: convex pieces", &pieces, 0.0);

    // What cannot be cut is refused, and the refusal says where it is wrong.
    let mut crossing = outline;
    crossing.swap(3, 7);
    if let Err(error) = decompose(&crossing, &[]) {
        println!("  With two points swapped it is refused: {error}.");
    }

    let plate = Polygon::rounded_cuboid(2.2, 1.4, 0.3)?;
    let halves = split(&plate, [0.3, 0.0], [1.0, 0.45])?;
    let pieces: Vec<Polygon> = halves.behind.into_iter().chain(halves.ahead).collect();
    println!("A rounded plate of area {:.4}, cut:", plate.area_properties().area);
    report(&pieces);
    draw(&mut picture, "split: rounded corners stay round", &pieces, 7.0);

    let pane = Polygon::regular(9, 2.4)?;
    let pieces = shatter(&pane, &seeds())?;
    println!("A pane of area {:.4}, shattered:", pane.area_properties().area);
    report(&pieces);
    draw(&mut picture, "shatter: Voronoi cells", &pieces, 14.0);

    picture.save("out/shatter.svg")?;
    println!("Drawn into out/shatter.svg.");
    Ok(())
}

/// How many pieces there are, and what they weigh together.
fn report(pieces: &[Polygon]) {
    let area: f32 = pieces.iter().map(|piece| piece.area_properties().area).sum();
    let most = pieces.iter().map(|piece| piece.vertices().len()).max().unwrap_or(0);
    println!("  {} convex pieces of up to {most} corners, {area:.4} in area.", pieces.len());
}

/// A key: a round bow with a hole, and a blade with teeth.
fn key() -> (Vec<Point>, Vec<Point>) {
    let arc = |radius: f32, from: f32, to: f32, n: usize| {
        (0..n).map(move |i| {
            let angle = from + (to - from) * i as f32 / (n - 1) as f32;
            Point::new(-1.3, 0.0) + rotation(angle.to_radians()) * Vector::new(radius, 0.0)
        })
    };
    let blade = [
        [2.6, 0.3],
        [2.6, -0.6],
        [2.2, -0.6],
        [2.2, -0.3],
        [1.8, -0.3],
        [1.8, -0.9],
        [1.3, -0.9],
        [1.3, -0.3],
        [0.9, -0.3],
    ];
    let outline = arc(1.3, 345.0, 15.0, 23).chain(blade.into_iter().map(Point::from)).collect();
    (outline, arc(0.5, 0.0, 330.0, 12).collect())
}

/// Seeds that crowd around the place where the pane was hit.
fn seeds() -> Vec<Point> {
    (1..=60)
        .map(|i| {
            // The golden angle spreads the directions; the distance grows faster and faster.
            let direction = rotation(2.399_963 * i as f32);
            let distance = 2.6 * (i as f32 / 60.0).powi(2) + 0.05;
            Point::new(0.4, -0.3) + direction * Vector::new(distance, 0.0)
        })
        .collect()
}

/// Draws pieces side by side, each in a colour of its own, over a title.
fn draw(picture: &mut SvgDraw, title: &str, pieces: &[Polygon], x: f32) {
    // Soft colours, so that the edges are what one sees.
    let colors = [0x8ecae6, 0xffd6a5, 0xb7e4c7, 0xffadad, 0xcdb4db, 0xfdffb6];
    picture.text(Point::new(x, -2.9), title, DebugColor::hex(0x33_3333));
    for (piece, color) in pieces.iter().zip(colors.iter().cycle()) {
        let color = DebugColor::hex(*color);
        picture.shape(&piece.clone().into(), &pose([x, 0.0], 0.0), color);
    }
}
