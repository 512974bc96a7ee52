//! The catalogue: all scenes, in groups, as the testbed and the command line list them.
//!
//! A scene is added in two places of one file: its function, and its row in that file's table. The
//! table of a new file gets a row in [`GROUPS`].

use umbra::prelude::*;

use crate::{
    Driver, Framing, SceneDef, benchmark, bouncing, bridge, builders, bullets, car, characters,
    clock, cradle, determinism, elements, examples, ground, growth, joints, pinball, platformer,
    play, portals, puppets, quality, ragdoll, shots, small, vehicles, wrecking_ball,
};

/// Scenes that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the group.
    pub name: &'static str,
    /// A suggestion for scenes without one of their own.
    pub tries: &'static str,
    /// The scenes.
    pub scenes: &'static [SceneDef],
}

/// All groups, in the order in which they are listed.
pub static GROUPS: [Group; 12] = [
    Group { name: "Play", tries: "Use the arrow keys, Enter and X.", scenes: &play::SCENES },
    Group { name: "Machines", tries: "Drag a part.", scenes: &MACHINES },
    Group { name: "Ground", tries: "Drag a body over it.", scenes: &ground::SCENES },
    Group { name: "Examples", tries: "Drag a body and throw it.", scenes: &examples::SCENES },
    Group { name: "Quality", tries: "Compare two solvers side by side.", scenes: &quality::SCENES },
    Group { name: "Benchmark", tries: "Watch the time of a step.", scenes: &benchmark::SCENES },
    Group { name: "Bouncing", tries: "Raise the restitution.", scenes: &bouncing::SCENES },
    Group { name: "Small", tries: "Watch the time of a step.", scenes: &small::SCENES },
    Group {
        name: "Determinism",
        tries: "Note the state hash, and check that a replay comes to the same.",
        scenes: &determinism::SCENES,
    },
    Group { name: "Pyramids", tries: "See how the time grows.", scenes: &growth::PYRAMIDS },
    Group { name: "Drums", tries: "See how the time grows.", scenes: &growth::PILES },
    Group { name: "Field", tries: "Throw something into it.", scenes: growth::FIELDS },
];

/// Machines with joints, from the smallest to the largest.
static MACHINES: [SceneDef; 21] = [
    SceneDef {
        framing: Framing::View(view([-15.2, -5.2], [15.2, 4.0])),
        steps: 1200,
        sleeping: true,
        ..SceneDef::new(
            "boats",
            "Boats, crates and a raft in water and wind.",
            elements::fill_boats,
        )
        .tries("Drag a boat under water, or turn it over.")
    },
    SceneDef {
        framing: Framing::View(view([-16.0, -16.0], [16.0, 16.0])),
        steps: 1200,
        ..SceneDef::new(
            "planets",
            "Planets, a moon and pebbles around a sun.",
            elements::fill_planets,
        )
        .tries("Throw a planet out of its orbit.")
    },
    SceneDef {
        framing: Framing::View(view([-10.0, -0.5], [20.0, 8.5])),
        steps: 600,
        sleeping: true,
        ..SceneDef::new(
            "glass_house",
            "A ball is shot through panes that break.",
            elements::fill_glass_house,
        )
        .tries("Throw the ball again.")
    },
    SceneDef {
        framing: Framing::View(view([-20.0, -1.5], [18.0, 6.0])),
        steps: 120,
        sleeping: true,
        ..SceneDef::new(
            "quarry",
            "Crates, a wall and a rock, to be blown up.",
            elements::fill_quarry,
        )
        .tries("Press B in front of the wall: what stands behind it is spared.")
    },
    SceneDef {
        driver: Driver::Script(shots::script),
        sleeping: true,
        framing: Framing::View(view([-8.0, -0.5], [13.5, 9.0])),
        ..SceneDef::new("pyramid", "A pyramid is hit by three balls.", shots::fill)
            .tries("Step back to the moment before an impact, and give a ball another restitution.")
    },
    SceneDef {
        framing: Framing::View(view([-3.0, -3.0], [3.5, 0.6])),
        ..SceneDef::new("newtons_cradle", "Five balls hang side by side; one falls.", cradle::fill)
            .tries("Draw two balls back and let go.")
    },
    SceneDef {
        driver: Driver::Script(clock::keep_going),
        framing: Framing::View(view([-1.8, -1.9], [1.8, 1.9])),
        steps: 3600,
        ..SceneDef::new("clock", "A pendulum, ratchets, gears, a rack and a pulley.", clock::fill)
            .tries("Hold the pendulum for a while; select a gear and look at its torque.")
    },
    SceneDef {
        driver: Driver::Script(joints::script),
        framing: Framing::View(view([-2.4, -10.2], [20.0, 2.4])),
        ..SceneDef::new("joint_kinds", "Every kind of joint at work.", joints::fill_roles)
            .tries("Select a joint and edit its limits, motor and spring.")
    },
    SceneDef {
        framing: Framing::Follow(24.0),
        steps: 900,
        ..SceneDef::new("car", "A car drives over waves that grow.", car::fill)
            .tries("Change the spring of an axle, or the speed of the motor.")
    },
    SceneDef {
        framing: Framing::Follow(24.0),
        steps: 900,
        ..SceneDef::new("vehicle", "A car climbs 30 degrees and jumps.", vehicles::fill)
            .tries("Change the stiffness of an axle's spring.")
    },
    SceneDef {
        framing: Framing::View(view([-17.0, -1.0], [18.0, 7.0])),
        sleeping: true,
        ..SceneDef::new(
            "builders",
            "Ropes, a bridge, cloth, a ragdoll and soft bodies.",
            builders::fill,
        )
        .tries("Drag the weight on the rope, or squeeze the blob.")
    },
    SceneDef {
        framing: Framing::View(view([-23.0, -9.0], [23.0, 5.0])),
        steps: 1200,
        ..SceneDef::new("bridge", "A truck drives over a bridge of 30 planks.", bridge::fill)
            .tries("Give a joint of the bridge a force at which it breaks: 12,000 N is too little.")
    },
    SceneDef {
        framing: Framing::View(view([-15.0, -1.5], [20.0, 17.0])),
        steps: 720,
        ..SceneDef::new(
            "wrecking_ball",
            "A ball on a chain of links a thousand times lighter hits a wall.",
            wrecking_ball::fill,
        )
        .tries("Set the joint solving to rows, and the chain comes apart.")
    },
    SceneDef {
        driver: Driver::Script(pinball::script),
        framing: Framing::View(pinball::VIEW),
        steps: 3600,
        ..SceneDef::new("pinball", "A game of pinball with three balls.", pinball::fill)
            .tries("Switch continuous collision off, and balls come through the flippers.")
    },
    SceneDef {
        driver: Driver::Script(bullets::script),
        framing: Framing::View(bullets::VIEW),
        ..SceneDef::new("bullets", "A shooting range with shots at up to 400 m/s.", bullets::fill)
            .tries("Switch continuous collision off, and see what shots pass through.")
    },
    SceneDef {
        framing: Framing::View(view([-2.5, -4.5], [9.5, 4.2])),
        sleeping: true,
        ..SceneDef::new("ragdoll", "Ten ragdolls fall down a flight of stairs.", ragdoll::fill)
            .tries("Catch one by the foot. Set the joint solving to automatic.")
    },
    SceneDef {
        framing: Framing::View(view([-12.8, -0.8], [12.8, 7.9])),
        steps: 1200,
        ..SceneDef::new(
            "portals",
            "A fall without an end, a throw from floor to floor, a chain in two rooms.",
            portals::fill,
        )
        .tries("Drop something into a portal. Pull at the end of the chain.")
    },
    SceneDef {
        framing: Framing::View(view([-10.6, -6.4], [10.6, 6.4])),
        steps: 1200,
        ..SceneDef::new(
            "asteroids",
            "Rocks in a world that wraps around: two portals that only displace.",
            portals::fill_asteroids,
        )
        .tries("Throw a rock over the edge.")
    },
    SceneDef {
        driver: Driver::Script(puppets::script),
        framing: Framing::View(view([-6.5, -0.5], [6.5, 3.6])),
        steps: 1200,
        ..SceneDef::new(
            "puppets",
            "Ragdolls of growing strength stand, wave and crouch, and are hit by balls.",
            puppets::fill,
        )
        .tries("Throw one over, and see which of them get up again.")
    },
    SceneDef {
        driver: Driver::Script(characters::script),
        framing: Framing::Follow(14.0),
        steps: 1080,
        ..SceneDef::new(
            "floating_character",
            "A body on a spring runs over ramps, stairs and rough ground.",
            characters::fill,
        )
        .tries("Throw a crate at it: it sways, and stands up again.")
    },
    SceneDef {
        driver: Driver::Script(platformer::script),
        framing: Framing::Follow(12.0),
        steps: platformer::STEPS,
        ..SceneDef::new(
            "platformer",
            "A player runs, jumps and rides through a level of cells.",
            platformer::fill,
        )
        .tries("Put something in the player's way.")
    },
];

const fn view(min: [Real; 2], max: [Real; 2]) -> Aabb {
    Aabb { min: Point::new(min[0], min[1]), max: Point::new(max[0], max[1]) }
}

/// All scenes, in the order in which tables list them.
pub fn all() -> impl Iterator<Item = &'static SceneDef> {
    GROUPS.iter().flat_map(|group| group.scenes)
}

/// The scene of this name.
pub fn find(name: &str) -> Option<&'static SceneDef> {
    all().find(|def| def.name == name)
}

impl SceneDef {
    /// A suggestion for the user: its own line, or that of its group.
    pub fn what_to_try(&self) -> &'static str {
        let is_mine = |group: &&Group| group.scenes.iter().any(|def| def.name == self.name);
        match self.tries {
            "" => GROUPS.iter().find(is_mine).map_or("", |group| group.tries),
            tries => tries,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_scene_says_what_to_try() {
        let mut names: Vec<_> = all().map(|def| def.name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
        for def in all() {
            assert!(!def.what_to_try().is_empty() && def.about.ends_with('.'), "{}", def.name);
        }
    }

    #[test]
    fn machines_run_and_a_copy_goes_on_like_the_original() {
        for def in &MACHINES {
            let mut running = def.set_up(SceneConfig::default()).unwrap();
            (0..60).for_each(|_| running.step(1.0 / 60.0).unwrap());
            let mut copy = def.set_up(SceneConfig::default()).unwrap();
            copy.clone_from(&running);
            for both in [&mut running, &mut copy] {
                (0..60).for_each(|_| both.step(1.0 / 60.0).unwrap());
            }
            assert_eq!(running.scene.state_hash(), copy.scene.state_hash(), "{}", def.name);
            assert_eq!(running.steps_done(), 120);
        }
    }

    #[test]
    fn the_clock_of_the_catalogue_keeps_time() {
        let mut running = find("clock").unwrap().set_up(SceneConfig::default()).unwrap();
        (0..20 * 60).for_each(|_| running.step(1.0 / 60.0).unwrap());
        // The wheel's axle is the first joint; it turns on by a tooth per second.
        let axle = running.scene.joints().next().unwrap();
        let ticks = running.scene.joint(axle).unwrap().angle() / clock::TOOTH;
        assert!((18.5..21.0).contains(&ticks), "{ticks}");
    }

    #[test]
    fn the_balls_of_the_pyramid_are_shot() {
        let mut running = find("pyramid").unwrap().set_up(SceneConfig::default()).unwrap();
        let top = running.roles.marked.unwrap();
        let start = running.scene.body(top).unwrap().position();
        (0..300).for_each(|_| running.step(1.0 / 60.0).unwrap());
        let moved = running.scene.body(top).unwrap().position() - start;
        assert!(moved.norm() > 1.0, "{moved}");
    }
}
