import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";

const { init, Shape, World } = umbra;
await init();

/** A wall at x = 2 and a ball behind it at x = 4. */
function scene() {
  const world = new World();
  const wall = world.addBody({ type: "fixed", position: [2, 0] }, { shape: Shape.cuboid(0.5, 2) });
  const ball = world.addBody({ position: [4, 0] }, { shape: Shape.circle(0.5), userData: 7 });
  return { world, wall, ball };
}

test("rays", () => {
  const { world, wall, ball } = scene();
  const hit = world.castRay([0, 0], [8, 0]);
  assert.equal(hit.body, wall);
  assert.deepEqual(hit.point, { x: 1.5, y: 0 });
  assert.equal(hit.normal.x, -1);
  assert.deepEqual(hit.part, { shape: 0 });
  assert.ok(Math.abs(hit.fraction - 1.5 / 8) < 1e-6);
  assert.equal(world.castRay([0, 5], [8, 0]), null);
  assert.deepEqual(world.castRayAll([0, 0], [8, 0]).map((it) => it.body), [wall, ball]);
  const many = world.castRays(new Float32Array([0, 0, 8, 0, 0, 5, 8, 0]));
  assert.equal(many[1], wall);
  assert.equal(many[10], 0);
});

test("filters", () => {
  const { world, wall, ball } = scene();
  const body = (options) => world.castRay([0, 0], [8, 0], options)?.body;
  assert.equal(body({ only: ["dynamic"] }), ball);
  assert.equal(body({ only: ["fixed", "kinematic"] }), wall);
  assert.equal(body({ only: [] }), undefined);
  assert.equal(body({ exclude: wall }), ball);
  assert.equal(body({ predicate: (key) => world.collider(key).userData === 7 }), ball);
  assert.equal(body({ filter: { mask: 0 } }), undefined);
  assert.throws(() => body({ predicate: () => { throw new Error("mine"); } }), /mine/);
});

test("shapes and points", () => {
  const { world, wall, ball } = scene();
  const collider = (body) => world.body(body).colliders()[0];
  const hit = world.castShape(Shape.circle(0.5), [0, 0], [8, 0]);
  assert.equal(hit.body, wall);
  assert.ok(Math.abs(hit.pose.x - 1) < 1e-3);
  const turning = world.castShape(Shape.cuboid(1.4, 0.1), [0, 0, 1.57], [0, 0], { turn: -1.57 });
  assert.equal(turning, null);
  assert.deepEqual(world.overlapShape(Shape.circle(1), [4, 0]), [collider(ball)]);
  assert.deepEqual(world.overlapAabb([1, -1], [5, 1]).length, 2);
  assert.deepEqual(world.collidersAt([4, 0.1]), [collider(ball)]);
  const closest = world.closestPoint([0, 0], 9);
  assert.equal(closest.body, wall);
  assert.equal(closest.distance, 1.5);
  assert.equal(world.closestPoint([0, 0], 1), null);
});

test("events as objects and as numbers", () => {
  const world = new World();
  const ground = world.addBody({ type: "fixed" }, { shape: Shape.cuboid(9, 0.5) });
  const zone = world.addBody({ type: "fixed" }, { shape: Shape.cuboid(3, 2), sensor: true });
  const ball = world.addBody({ position: [0, 2.4], velocity: [0, -9] }, { shape: Shape.circle(0.5), hitEvents: true });
  const seen = new Map();
  for (let i = 0; i < 300; i++) {
    world.step();
    const numbers = world.eventNumbers();
    const events = world.events();
    assert.equal(numbers.length, events.length * umbra.EVENT_LENGTH);
    for (const event of events) {
      // The ground lies in the zone, too.
      if (event.visitorBody !== ground && !seen.has(event.type)) seen.set(event.type, event);
    }
  }
  assert.deepEqual(seen.get("contactBegin").bodies.sort(), [ground, ball].sort());
  const hit = seen.get("hit");
  assert.ok(hit.speed > 9 && hit.impulse > 0 && Math.abs(hit.normal.y) === 1);
  assert.deepEqual(hit.parts, [{ shape: 0 }, { shape: 0 }]);
  const begin = seen.get("sensorBegin");
  assert.equal(begin.sensorBody, zone);
  assert.equal(begin.visitorBody, ball);
  assert.equal(seen.get("fellAsleep").body, ball);
  assert.ok(world.collider(begin.sensor).overlaps().includes(begin.visitor));
  assert.deepEqual(world.collider(begin.visitor).seenBy(), [begin.sensor]);
  assert.throws(() => world.events(["nothing"]), RangeError);
});

test("hooks decide about contacts", () => {
  const setup = () => {
    const world = new World();
    world.addBody({ type: "fixed" }, { shape: Shape.cuboid(9, 0.5), userData: 1 });
    return { world, ball: world.addBody({ position: [0, 1.2], velocity: [3, 0] }, { shape: Shape.cuboid(0.5, 0.5) }) };
  };
  const { world, ball } = setup();
  let asked = 0;
  world.hooks = {
    shouldCollide({ bodies, userData }) {
      asked += 1;
      assert.ok(bodies.includes(ball) && userData.includes(1));
      return false;
    },
  };
  for (let i = 0; i < 60; i++) world.step();
  assert.ok(asked > 0 && world.body(ball).position.y < 0);

  const ice = setup();
  ice.world.hooks = { modifyContact: () => ({ friction: 0 }) };
  for (let i = 0; i < 120; i++) ice.world.step();
  assert.ok(Math.abs(ice.world.body(ice.ball).velocity.x - 3) < 1e-3);

  const broken = setup();
  broken.world.hooks = { modifyContact: () => { throw new TypeError("mine"); } };
  assert.throws(() => { for (let i = 0; i < 60; i++) broken.world.step(); }, /mine/);
  broken.world.hooks = { modifyContact: (contact) => (contact.normal.y ? false : undefined) };
  for (let i = 0; i < 60; i++) broken.world.step();
  assert.ok(broken.world.body(broken.ball).position.y < 0);
  broken.world.hooks = { shouldCollide: () => broken.world.removeBody(broken.ball) };
  broken.world.hooks = undefined;
  broken.world.step();
});
