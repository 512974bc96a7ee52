import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, fiveWays, run } from "./scenes.mjs";

const { init, Recording, Replay, Shape, World } = umbra;
await init();

/** A recorded world of 90 steps, in which a body is pushed and another one added. */
function recorded(options) {
  const { world, bodies } = boxes(umbra);
  world.record(options);
  assert.ok(world.recording);
  run(world, 30);
  world.body(bodies[4]).applyImpulse([3, 0]);
  run(world, 30);
  const late = world.addBody({ position: [1, 9] }, { shape: Shape.circle(0.3) });
  run(world, 30);
  return { world, bodies, late, recording: world.takeRecording() };
}

test("a recording is replayed to the last bit", () => {
  const { world, late, recording } = recorded();
  assert.equal(world.recording, false);
  assert.equal(world.takeRecording(), null);
  assert.equal(recording.steps, 90);
  assert.ok(recording.size > 90);
  assert.ok(Math.abs(recording.dtOf(90) - 1 / 60) < 1e-8);
  assert.equal(recording.dtOf(91), null);
  assert.equal(recording.hashAfter(90), world.stateHash());
  assert.equal(recording.hashAfter(0), null);
  const replay = new Replay(recording);
  let steps = 0;
  while (replay.step()) steps += 1;
  assert.deepEqual([steps, replay.stepsDone, replay.divergence], [90, 90, null]);
  assert.equal(replay.world.stateHash(), world.stateHash());
  assert.deepEqual(replay.world.body(late).position, world.body(late).position);
  assert.equal(replay.check(), null);
});

test("a replay is sought, and its world is brought up to date", () => {
  const { world, bodies, late, recording } = recorded({ keyframeEvery: 25, eachBody: true });
  const replay = new Replay(recording);
  const shown = replay.world;
  replay.seek(40);
  assert.ok(replay.world === shown && !shown.hasBody(late));
  const at = 4 * shown.row(bodies[4]);
  assert.equal(shown.poses[at], Math.fround(shown.body(bodies[4]).position.x));
  assert.equal(shown.stateHash(), recording.hashAfter(40));
  // What is done to it does not change the replay.
  shown.clear();
  replay.seek(1000);
  assert.equal(replay.world.stateHash(), world.stateHash());
  replay.seek(10);
  assert.deepEqual([replay.stepsDone, replay.world.stateHash()], [10, recording.hashAfter(10)]);
});

test("recordings as bytes", () => {
  const { world, recording } = recorded();
  const bytes = recording.serialize();
  const replay = new Replay(Recording.deserialize(bytes));
  assert.equal(replay.check(), null);
  assert.equal(replay.world.stateHash(), world.stateHash());
  assert.throws(() => Recording.deserialize(bytes.subarray(0, 50)), /damaged/);
  assert.throws(() => Recording.deserialize(world.serialize()), /`bytes`/);
  for (let i = 12; i < bytes.length; i += 97) {
    const damaged = bytes.slice();
    damaged[i] ^= 255;
    try {
      new Replay(Recording.deserialize(damaged)).check();
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), error);
      assert.doesNotMatch(error.message, /defect/);
    }
  }
});

test("a recorded world is rewound", () => {
  const { world } = boxes(umbra);
  assert.throws(() => world.rewind(1), Error);
  world.record({ keyframeEvery: 20, keepLast: 60 });
  run(world, 50);
  const hash = world.stateHash();
  run(world, 30);
  world.rewind(30);
  assert.equal(world.stateHash(), hash);
  assert.throws(() => world.rewind(1000), /1000/);
  assert.throws(() => world.rewind(-1), RangeError);
  assert.throws(() => world.record({ keyframeEvery: 0.5 }), /`keyframeEvery`/);
});

test("levels", () => {
  const world = fiveWays(umbra);
  const level = world.toLevel();
  assert.ok(JSON.parse(level).bodies.length > 30);
  const loaded = World.fromLevel(level);
  assert.equal(loaded.stats().bodies, world.stats().bodies);
  assert.equal(loaded.poses.length, world.poses.length);
  // A level has its bodies in an order of its own, so its hash is another one, the same each time.
  assert.equal(loaded.toLevel(), level);
  assert.equal(run(loaded, 300).stateHash(), run(World.fromLevel(level), 300).stateHash());
  const byHand = World.fromLevel(`{ "bodies": [{ "position": [0, 5], "colliders": [{ "shape": { "circle": { "radius": 0.5 } } }] }] }`);
  assert.equal(byHand.stats().colliders, 1);
  assert.throws(() => World.fromLevel("{"), /`level`/);
  assert.throws(() => World.fromLevel('{ "version": 99 }'), /version 99/);
  assert.throws(() => World.fromLevel(JSON.parse(level)), TypeError);
});
