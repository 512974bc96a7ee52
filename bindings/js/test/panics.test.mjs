// A panic of the engine is an error; its world cannot be used any more, others go on.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, FIVE_WAYS, fiveWays, run } from "./scenes.mjs";

const { Character, init, Shape, World } = umbra;
await init();

const panic = (world) => assert.throws(() => world._raw.panicOnPurpose(), (error) => {
  assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), error);
  assert.match(error.message, /^a defect of the engine: .*on purpose, with 6 bodies/s);
  return true;
});

test("a panic is an error, and its world says that it cannot be used", () => {
  const { world, bodies } = boxes(umbra);
  const body = world.body(bodies[0]);
  const hero = new Character(world, { shape: Shape.circle(0.5) });
  const snapshot = world.snapshot();
  panic(world);
  const broken = /^a defect of the engine has made this unusable: .*on purpose/s;
  const calls = [
    () => world.step(),
    () => world.poses,
    () => world.stats(),
    () => world.addBody(),
    () => world.serialize(),
    () => world.copy(),
    () => world.restore(snapshot),
    () => body.position,
    () => (body.position = [0, 0]),
    () => hero.step({ run: 1 }),
    () => world.castRay([0, 9], [0, -9]),
  ];
  for (const call of calls) assert.throws(call, { message: broken }, String(call));
  world.free();
  // What was saved of it can be used.
  const { world: other } = boxes(umbra);
  other.restore(snapshot);
  run(other, 10);
});

test("other worlds go on, before and after", () => {
  const world = run(fiveWays(umbra), 100);
  panic(boxes(umbra).world);
  run(world, 100);
  panic(boxes(umbra).world);
  assert.equal(run(world, 100).stateHash(), FIVE_WAYS);
  assert.equal(run(fiveWays(umbra), 300).stateHash(), FIVE_WAYS);
});

test("thousands of panics use up neither the stack nor the patience", () => {
  for (let i = 0; i < 2000; i++) panic(boxes(umbra).world);
  assert.equal(run(fiveWays(umbra), 300).stateHash(), FIVE_WAYS);
});

test("a panic inside a predicate leaves the asking world as it is", () => {
  const { world } = boxes(umbra);
  const other = boxes(umbra).world;
  assert.throws(() => world.castRay([0, 99], [0, -99], { predicate: () => other._raw.panicOnPurpose() }), /a defect/);
  assert.ok(world.castRay([0, 99], [0, -99]).point.y > 0);
  run(world, 10);
  assert.throws(() => other.step(), /unusable/);
});
