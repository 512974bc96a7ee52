// Scenes that several tests build. This file runs in Node and in browsers.

/** The state hash to which the scene `fiveWays` comes after 300 steps, through every binding and natively. */
export const FIVE_WAYS = "c138b7c4e4c0a12d";

/** A pile of boxes that a ball strikes, beside a capsule that swings from a pin: as `bindings/same` builds it. */
export function fiveWays({ World, Shape }) {
  const world = new World({ gravity: [0, -10] });
  const ground = world.addBody(
    { type: "fixed", position: [0, -0.5] },
    { shape: Shape.cuboid(20, 0.5), friction: 0.6 },
  );
  for (let row = 0; row < 8; row++) {
    for (let i = 0; i < 8 - row; i++) {
      world.addBody({ position: [i - (7 - row) * 0.5, 0.5 + row] }, { shape: Shape.cuboid(0.5, 0.5) });
    }
  }
  const ball = { shape: Shape.circle(0.4), density: 5, restitution: 0.5 };
  world.addBody({ position: [-12, 3], velocity: [15, 2] }, ball);
  const bob = world.addBody({ position: [6, 6] }, { shape: Shape.capsule([-0.5, 0], [0.5, 0], 0.25) });
  world.addJoint({ type: "revolute", bodyA: ground, bodyB: bob, anchor: [6, 8] });
  return world;
}

/** A world with a floor and some boxes on it. */
export function boxes({ World, Shape }, count = 5) {
  const world = new World();
  const floor = world.addBody({ type: "fixed", position: [0, -0.5] }, { shape: Shape.cuboid(20, 0.5) });
  const bodies = Array.from({ length: count }, (_, i) =>
    world.addBody({ position: [0, 0.5 + 1.1 * i] }, { shape: Shape.cuboid(0.5, 0.5) }),
  );
  return { world, floor, bodies };
}

/** Steps a world so many times. */
export function run(world, steps, dt = 1 / 60) {
  for (let i = 0; i < steps; i++) world.step(dt);
  return world;
}
