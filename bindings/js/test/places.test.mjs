import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, run } from "./scenes.mjs";

const { init, Shape, World } = umbra;
await init();

test("fields of every kind", () => {
  const world = new World();
  const ball = world.addBody({ position: [0, 1] }, { shape: Shape.circle(0.5) });
  const keys = [
    world.addField({ type: "gravity", acceleration: [1, 0], cuboid: [9, 9] }),
    world.addField({ type: "attraction", acceleration: 5, radius: 2, pose: [9, 9, 0] }),
    world.addField({ type: "magnet", force: 3, range: 4, body: ball }),
    world.addField({ type: "water", density: 2, drag: 1, below: true, velocity: [1, 0] }),
    world.addField({ type: "wind", velocity: [4, 0], lift: 0.1, polygon: [[-9, -9], [9, -9], [0, 9]] }),
  ];
  assert.deepEqual(world.fields(), keys);
  run(world, 30);
  assert.ok(world.body(ball).velocity.x > 0);
  world.moveField(keys[0], [1, 2, 0.5]);
  assert.deepEqual({ ...world.fieldPose(keys[0]), angle: 0 }, { x: 1, y: 2, angle: 0 });
  world.enableField(keys[0], false);
  world.setField(keys[0], { type: "gravity", acceleration: [0, 2] });
  const { x, y } = world.gravityAt([0, 0]);
  assert.ok(Number.isFinite(x) && Number.isFinite(y));
  const { area } = world.shapeInField(keys[3], Shape.cuboid(1, 1), [0, 0]);
  assert.ok(Math.abs(area - 2) < 1e-4);
  assert.ok(world.submerged(keys[3], ball).area >= 0);
  world.removeField(keys[0]);
  assert.throws(() => world.removeField(keys[0]), /no field/);
});

test("portals", () => {
  const world = new World({ gravity: [0, 0] });
  const portal = world.addPortal({ from: [[2, -1], [2, 1]], to: [[9, -1], [9, 1]] });
  const ball = world.addBody({ velocity: [6, 0] }, { shape: Shape.circle(0.25) });
  run(world, 60);
  assert.ok(world.body(ball).position.x > 8);
  world.setPortal(portal, { from: [[2, -1], [2, 1]], to: [[7, -1], [7, 1]], oneWay: true });
  assert.deepEqual(world.portals(), [portal]);
  assert.equal(world.portalImages().length % 4, 0);
  world.removePortal(portal);
});

test("bodies are split, shattered, carved and blown up", () => {
  const world = new World();
  const slab = () => world.addBody({}, { shape: Shape.cuboid(2, 1) });
  const [first, second, third] = [slab(), slab(), slab()];
  const area = (keys) => keys.reduce((sum, key) => sum + world.body(key).mass, 0);
  const pieces = world.body(first).split([0, -5], [0, 5]);
  assert.equal(pieces.length, 2);
  assert.equal(pieces[0], first);
  assert.ok(Math.abs(area(pieces) - 8) < 1e-3);
  assert.equal(world.poses[4 * world.row(pieces[1]) + 2], 1);
  assert.ok(world.body(second).shatter([0, 0], 8).length >= 3);
  world.carveBody(third, [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]);
  assert.ok(Math.abs(world.body(third).mass - 7) < 1e-2);
  const carved = world.carve([[-9, 0.9], [9, 0.9], [9, 2], [-9, 2]]);
  assert.ok(carved.size >= 3);
  const blown = world.explode({ center: [0, -3], reach: 9, impulse: 5 });
  assert.ok(blown.length >= 3 && blown[0].impulse.y > 0);
  const impulse = world.explosionOn({ center: [0, -3], reach: 9, impulse: 5 }, Shape.circle(1), [0, 0]);
  assert.ok(impulse.y > 0);
  world.validate();
});

test("a body with a toughness breaks, and tells it", () => {
  const world = new World();
  world.addBody({ type: "fixed" }, { shape: Shape.cuboid(20, 0.5) });
  world.addBody({ position: [0, 4], velocity: [0, -30], fracture: 0.5 }, { shape: Shape.cuboid(2, 0.5) });
  let broken = [];
  for (let i = 0; i < 60 && broken.length === 0; i++) {
    world.step();
    broken = world.events(["fractures"]);
  }
  assert.ok(broken.length > 0);
  assert.ok(world.hasBody(broken[0].piece));
  assert.ok(world.poses.length / 4 > world.row(broken[0].piece));
});

test("bytes: damage and other kinds are refused", () => {
  const { world } = boxes(umbra);
  const bytes = world.serialize();
  const hash = world.stateHash();
  assert.throws(() => World.deserialize(bytes.subarray(0, 40)), /damaged/);
  assert.throws(() => World.deserialize(new Uint8Array(9)), /`bytes`/);
  assert.throws(() => world.restore(bytes), /`bytes`/);
  for (let i = 12; i < bytes.length; i += 7) {
    const damaged = bytes.slice();
    damaged[i] ^= 255;
    try {
      run(World.deserialize(damaged), 2);
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), error);
    }
  }
  assert.equal(world.stateHash(), hash);
});

test("lines to draw", () => {
  const { world } = boxes(umbra);
  world.addBody({}, { shape: Shape.capsule([0, 0], [1, 0], 0.25) });
  const lines = world.debugLines();
  assert.ok(lines.length >= 24 * 5 && lines.length % 5 === 0);
  assert.ok(lines.every(Number.isFinite));
  const none = world.debugLines({ view: { min: [90, 90], max: [91, 91] } });
  assert.equal(none.length, 0);
});
