//! An engine in another program gives the same results as in this one.

use std::path::Path;

use umbra::prelude::*;
use umbra_versus::contestant::Contestant;
use umbra_versus::description::Description;
use umbra_versus::engines::Kind;
use umbra_versus::questions::Question;
use umbra_versus::remote::Remote;

const PROGRAM: &str = env!("CARGO_BIN_EXE_umbra-versus");

#[test]
fn bodies_and_answers_are_the_same_to_the_bit() {
    for (kind, name) in [(Kind::Box2d, "tumbler"), (Kind::Rapier, "pile_100")] {
        let def = umbra_scenes::find(name).unwrap();
        let (description, scene) = Description::from_def(def, SceneConfig::default()).unwrap();
        let mut here = Contestant::new(kind, &description, &scene, 1, Path::new("")).unwrap();
        let remote = Remote::start(Path::new(PROGRAM), kind, name, 1).unwrap();
        let mut there = Contestant::There(remote);
        assert_eq!(here.play(0..7).unwrap().len(), 7);
        assert_eq!(there.play(0..7).unwrap().len(), 7);
        let bits = |contestant: &mut Contestant| {
            let bodies = contestant.bodies().unwrap();
            let of = |body: &umbra_versus::engines::BodyState| {
                let pose = body.pose.to_homogeneous();
                let motion = [body.velocity.x, body.velocity.y, body.angular_velocity];
                pose.iter().chain(&motion).map(|x| x.to_bits()).collect::<Vec<_>>()
            };
            bodies.iter().flat_map(of).collect::<Vec<_>>()
        };
        assert_eq!(bits(&mut here), bits(&mut there), "{name}");
        here.get_ready().unwrap();
        there.get_ready().unwrap();
        let [a, b] =
            [&mut here, &mut there].map(|contestant| contestant.ask(Question::ShortRay).unwrap());
        assert_eq!(a.sum, b.sum, "{name}");
    }
}

#[test]
fn what_goes_wrong_over_there_is_told_here() {
    let start = |scene| Remote::start(Path::new(PROGRAM), Kind::Box2d, scene, 1).map(|_| ());
    assert!(start("nowhere").is_err());
    assert!(Remote::start(Path::new("/no/program"), Kind::Box2d, "pile_1", 1).is_err());
}
