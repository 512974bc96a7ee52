import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, run } from "./scenes.mjs";

const { init, Predictor, Shape, World } = umbra;
await init();

/** A ball over a floor. */
function thrown() {
  const world = new World();
  const floor = world.addBody({ type: "fixed" }, { shape: Shape.cuboid(50, 0.5) });
  const ball = world.addBody({ position: [0, 4], velocity: [2, 0] }, { shape: Shape.circle(0.3), restitution: 0.7 });
  return { world, floor, ball };
}

test("a path is that of the steps that follow", () => {
  const { world, floor, ball } = thrown();
  const hash = world.stateHash();
  const prediction = world.predict(ball, 120);
  assert.equal(world.stateHash(), hash);
  assert.deepEqual([prediction.exact, prediction.reasons, prediction.paths.length], [true, [], 1]);
  const [path] = prediction.paths;
  assert.deepEqual([path.body, path.poses.length, path.restStep, path.restPose], [ball, 3 * 121, null, null]);
  const [touch] = path.touches;
  assert.equal(touch.otherBody, floor);
  assert.ok(touch.normal.y > 0.99 && Math.abs(touch.point.y - 0.5) < 0.1);
  assert.ok(Math.abs(touch.time - touch.step / 60) < 1e-5);
  assert.equal(world.collider(touch.collider).body, ball);
  run(world, 120);
  const { x, y, angle } = world.body(ball).pose;
  assert.deepEqual(Array.from(path.poses.subarray(360)), [x, y, angle]);
  assert.deepEqual(path.velocity, world.body(ball).velocity);
});

test("changes and bodies that are not there", () => {
  const { world, ball } = thrown();
  const far = (velocity) => world.predict(ball, 60, 1 / 60, { changes: [{ body: ball, velocity }] }).paths[0].poses[180];
  assert.ok(far([6, 0]) > far([3, 0]));
  const add = [{ body: { position: [0, 9], velocity: [4, 0] }, colliders: [{ shape: Shape.circle(0.2) }] }];
  const { paths } = world.predict([], 30, 1 / 60, { add });
  assert.equal(paths.length, 1);
  assert.equal(paths[0].body, null);
  assert.ok(Math.abs(paths[0].poses[90] - 2) < 1e-3);
  assert.equal(world.bodies().length, 2);
});

test("a pile is predicted exactly if that is asked for", () => {
  const { world, bodies } = boxes(umbra);
  run(world, 10);
  const predictor = new Predictor();
  assert.equal(predictor.predict(world, bodies, 60).exact, false);
  const { paths, exact } = predictor.predict(world, bodies, 60, 1 / 60, { exact: true });
  assert.ok(exact);
  run(world, 60);
  bodies.forEach((key, i) => assert.equal(paths[i].poses[181], world.body(key).position.y));
});

test("what comes to rest", () => {
  const { world } = thrown();
  const die = world.addBody({ position: [9, 2], angle: 0.4 }, { shape: Shape.cuboid(0.3, 0.3) });
  const [path] = world.predict(die, 400).paths;
  assert.ok(path.restStep > 0 && Math.abs(path.restPose.y - 0.8) < 0.01);
});

test("questions that make no sense", () => {
  const { world, ball } = thrown();
  assert.throws(() => world.predict(999, 5), /no body 999/);
  assert.throws(() => world.predict("a", 5), TypeError);
  assert.throws(() => world.predict(ball, -1), /`steps`/);
  assert.throws(() => world.predict(ball, 1e6), /`steps`/);
  assert.throws(() => world.predict(ball, 5, NaN), /`dt`/);
  assert.throws(() => world.predict(ball, 5, 0.1, { change: [] }), /`change`/);
  assert.throws(() => world.predict(ball, 5, 0.1, { changes: [{ body: ball, velocity: [NaN, 0] }] }), /`changes\[0\]/);
  assert.throws(() => world.predict(ball, 5, 0.1, { changes: [{ velocity: [1, 0] }] }), /no body 0/);
  assert.throws(() => world.predict(ball, 5, 0.1, { add: [{ colliders: [{ shape: Shape.circle(-1) }] }] }), /`radius`/);
});
