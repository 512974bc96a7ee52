//! What a contact manifold is: pairs of shapes, their contact points and normals.
//!
//! `cargo run --release --example collide` prints each manifold and draws all of them into
//! `out/collide.svg`.

#![allow(clippy::print_stdout, reason = "printing is what this example is for")]

use umbra::geom::math::pose;
use umbra::geom::{ChainSegment, collide};
use umbra::prelude::*;

const BLUE: DebugColor = DebugColor::hex(0x1f6fb4);
const ORANGE: DebugColor = DebugColor::hex(0xe08214);
const RED: DebugColor = DebugColor::hex(0xb2182b);
const BLACK: DebugColor = DebugColor::hex(0x333333);

/// A pair of shapes and what is to be seen in it.
struct Pair {
    title: &'static str,
    a: (Shape, Pose),
    b: (Shape, Pose),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    umbra_scenes::examples::no_arguments(
        "Pairs of shapes with their contact points and normals: prints them, draws out/collide.svg.",
    );
    let mut picture = SvgDraw::new().scale(80.0)?;
    for (index, pair) in pairs()?.iter().enumerate() {
        // Four pairs to a row.
        let shift = Vector::new(4.2 * (index % 4) as f32, -3.6 * (index / 4) as f32);
        let moved = |p: &Pose| Pose::from_parts((p.translation.vector + shift).into(), p.rotation);
        let (a, pose_a) = (&pair.a.0, moved(&pair.a.1));
        let (b, pose_b) = (&pair.b.0, moved(&pair.b.1));
        let contact = collide(a, &pose_a, b, &pose_b, 0.0);

        picture.shape(a, &pose_a, BLUE);
        picture.shape(b, &pose_b, ORANGE);
        picture.text(Point::from(Vector::new(0.0, -1.7) + shift), pair.title, BLACK);
        println!(
            "{}: normal ({:.3}, {:.3})",
            pair.title,
            contact.normal.x + 0.0,
            contact.normal.y + 0.0
        );
        for point in contact.points() {
            let (on_a, on_b) = (point.on_a(&pose_a), point.on_b(&pose_b));
            println!(
                "  on A ({:.3}, {:.3}), on B ({:.3}, {:.3}), overlap {:.3}, id {:08x}",
                on_a.x - shift.x,
                on_a.y - shift.y,
                on_b.x - shift.x,
                on_b.y - shift.y,
                -point.separation,
                point.id.to_bits()
            );
            picture.arrow(on_a, 0.5 * contact.normal, RED);
            picture.point(on_a, BLUE);
            picture.point(on_b, ORANGE);
        }
    }
    picture.save("out/collide.svg")?;
    println!("drawn in out/collide.svg");
    Ok(())
}

fn pairs() -> Result<Vec<Pair>, umbra::geom::Error> {
    let brick = || Polygon::cuboid(1.0, 0.6).map(Shape::from);
    let at = |x: f32, y: f32, angle: f32| pose([x, y], angle);
    Ok(vec![
        Pair {
            title: "face on face: two points",
            a: (brick()?, at(0.0, -0.6, 0.0)),
            b: (Polygon::cuboid(0.7, 0.5)?.into(), at(0.5, 0.4, 0.06)),
        },
        Pair {
            title: "corner on face: one point",
            a: (brick()?, at(0.0, -0.6, 0.0)),
            b: (Polygon::cuboid(0.5, 0.5)?.into(), at(0.2, 0.6, 0.8)),
        },
        Pair {
            title: "circle at a corner",
            a: (brick()?, at(-0.3, -0.5, 0.1)),
            b: (Circle::new(0.6)?.into(), at(0.95, 0.55, 0.0)),
        },
        Pair {
            title: "centre inside",
            a: (brick()?, at(0.0, -0.4, 0.0)),
            b: (Circle::new(0.45)?.into(), at(0.3, 0.0, 0.0)),
        },
        Pair {
            title: "capsule lying",
            a: (brick()?, at(0.0, -0.6, 0.0)),
            b: (Capsule::new([-0.7, 0.0], [0.7, 0.0], 0.3)?.into(), at(0.4, 0.25, 0.05)),
        },
        Pair {
            title: "rounded corners",
            a: (Polygon::cuboid(0.6, 0.5)?.grown(0.3)?.into(), at(-0.4, -0.4, 0.0)),
            b: (Polygon::regular(3, 0.6)?.grown(0.25)?.into(), at(0.75, 0.65, 0.3)),
        },
        Pair {
            title: "a link of a smooth chain",
            a: (
                ChainSegment::new(
                    Some([-3.0, 0.0].into()),
                    [-1.4, 0.0],
                    [0.2, 0.0],
                    Some([1.4, 0.0].into()),
                )?
                .into(),
                at(0.0, -0.3, 0.0),
            ),
            b: (Polygon::cuboid(0.5, 0.4)?.into(), at(0.3, 0.02, 0.0)),
        },
        Pair {
            title: "polygons, deep",
            a: (Polygon::regular(7, 0.9)?.into(), at(-0.3, -0.2, 0.2)),
            b: (Polygon::regular(5, 0.8)?.into(), at(0.6, 0.2, 0.5)),
        },
    ])
}
