// A hundred thousand random calls, many of them with nonsense: each returns or throws an error of the language, and
// the same calls come to the same state.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";

const { init, Shape, World } = umbra;
await init();

const CALLS = 100_000;

/** Random numbers that are the same everywhere. */
function random(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function play(seed, calls) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const odd = [NaN, Infinity, -1, 0, 1e30, 1e-30, undefined, null, "1", {}, [], -0];
  const number = (size = 4) => (next() < 0.02 ? pick(odd) : (next() - 0.5) * size);
  const size = () => (next() < 0.02 ? pick(odd) : 0.1 + next());
  const point = () => (next() < 0.01 ? pick(odd) : [number(12), number(12)]);
  const flag = () => (next() < 0.02 ? pick(odd) : next() < 0.5);
  const key = (keys) => (next() < 0.03 ? pick([...odd, 1e9, 2 ** 40 + 3]) : pick(keys));
  const shape = () =>
    pick([
      () => Shape.circle(size()),
      () => Shape.cuboid(size(), size()),
      () => Shape.capsule(point(), point(), size()),
      () => Shape.polygon([point(), point(), point()]),
      () => Shape.concave([point(), point(), point(), point()]),
    ])();
  const world = new World();
  world.addBody({ type: "fixed", position: [0, -8] }, { shape: Shape.cuboid(20, 1) });
  const all = (kind) => world[kind]();
  const body = () => world.body(key(all("bodies")));
  const moves = [
    () => world.addBody({ type: pick(["dynamic", "kinematic", "fixed"]), position: point(), angle: number() }, { shape: shape() }),
    () => world.addBody({ position: point(), velocity: point(), bullet: flag() }, { shape: shape(), restitution: size() }),
    () => world.addCollider(key(all("bodies")), { shape: shape(), density: size(), sensor: flag() }),
    () => world.addJoint({ type: "revolute", bodyA: key(all("bodies")), bodyB: key(all("bodies")), anchor: point() }),
    () => world.addJoint({ type: "distance", bodyA: key(all("bodies")), bodyB: key(all("bodies")), anchorA: point(), anchorB: point() }),
    () => world.removeBody(key(all("bodies"))),
    () => world.removeCollider(key(all("colliders"))),
    () => world.removeJoint(key(all("joints"))),
    () => (body().velocity = point()),
    () => (body().position = point()),
    () => (body().enabled = flag()),
    () => (body().type = pick(["dynamic", "kinematic", "fixed", "other"])),
    () => body().applyImpulse(point(), next() < 0.5 ? point() : undefined),
    () => body().moveTo([number(), number(), number()], size()),
    () => body().split(point(), point()),
    () => (world.collider(key(all("colliders"))).friction = size()),
    () => (world.collider(key(all("colliders"))).shape = shape()),
    () => (world.joint(key(all("joints"))).limits = [number(), number()]),
    () => (world.joint(key(all("joints"))).motor = next() < 0.5 ? null : { speed: number(), maxForce: size() }),
    () => world.explode({ center: point(), reach: size(), impulse: number() }),
    () => world.castRay(point(), point()),
    () => world.castShape(shape(), point(), point()),
    () => world.overlapShape(shape(), point()),
    () => world.closestPoint(point(), size()),
    () => world.events().length,
    () => (world.gravity = next() < 0.5 ? [0, -10] : point()),
    () => world.step(next() < 0.05 ? number() : 1 / 60),
    () => world.step(1 / 60),
    () => world.step(1 / 60),
  ];
  let [refused, saved] = [0, world.snapshot()];
  for (let i = 0; i < calls; i++) {
    // A crowd that only grows would make the test a test of patience.
    const move = world.stats().bodies > 60 ? () => world.removeBody(pick(all("bodies").slice(1))) : pick(moves);
    try {
      move();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError || /defect/.test(error.message)) {
        throw new Error(`call ${i}: ${move}`, { cause: error });
      }
      refused += 1;
    }
    if (i % 1000 === 0) {
      world.validate();
      if (next() < 0.3) world.restore(saved);
      else world.snapshot(saved);
    }
  }
  return { hash: world.stateHash(), refused };
}

test(`${CALLS} random calls throw nothing but errors`, () => {
  const { refused } = play(1, CALLS);
  assert.ok(refused > CALLS / 100 && refused < CALLS / 2, `${refused} were refused`);
});

test("the same calls come to the same state", () => {
  assert.deepEqual(play(7, 5000), play(7, 5000));
});
