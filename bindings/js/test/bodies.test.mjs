import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, run } from "./scenes.mjs";

const { init, Shape, World } = umbra;
await init();

const near = (a, b, most = 1e-5) => assert.ok(Math.abs(a - b) <= most, `${a} is not ${b}`);

test("keys are small whole numbers that never come again", () => {
  const world = new World();
  const [a, b] = [world.addBody(), world.addBody()];
  assert.deepEqual([a, b], [1, 2]);
  world.removeBody(a);
  const c = world.addBody();
  assert.equal(c, 2 ** 22 + 1);
  assert.equal(world.row(c), 1);
  assert.equal(world.hasBody(a), false);
  assert.equal(world.hasBody(c), true);
  assert.throws(() => world.body(a).mass, /no body 1 here/);
});

test("options of a body can be read again", () => {
  const world = new World();
  const options = {
    position: { x: 1, y: 2 },
    angle: 0.5,
    velocity: { x: 3, y: -1 },
    angularVelocity: 2,
    linearDamping: 0.25,
    angularDamping: 0.5,
    gravityScale: 0.75,
    additionalMass: 2,
    bullet: true,
    canSleep: false,
    lockRotation: true,
    fracture: 4,
    userData: 2 ** 53 - 1,
  };
  const body = world.body(world.addBody(options, { shape: Shape.circle(1) }));
  for (const [name, value] of Object.entries(options)) {
    if (name !== "angularVelocity") assert.deepEqual(body[name], value, name);
  }
  assert.equal(body.type, "dynamic");
  near(body.mass, Math.PI + 2);
  assert.deepEqual(body.constantForce, { force: { x: 0, y: 0 }, torque: 0 });
  assert.deepEqual(body.lockTranslation, [false, false]);
  assert.equal(body.massProperties, null);
});

test("every property of a body can be set", () => {
  const world = new World();
  const body = world.body(world.addBody({}, { shape: Shape.cuboid(1, 1) }));
  body.position = [4, 5];
  body.angle = 1;
  assert.deepEqual(body.position, { x: 4, y: 5 });
  near(body.angle, 1);
  body.pose = { x: 1, y: 1, angle: -0.5 };
  near(body.pose.angle, -0.5);
  body.velocity = { x: 1, y: 0 };
  body.massProperties = { mass: 3, inertia: 2, center: [0.5, 0] };
  assert.deepEqual(body.massProperties, { mass: 3, inertia: 2, center: { x: 0.5, y: 0 } });
  body.massProperties = null;
  near(body.mass, 4);
  body.constantForce = { force: [1, 2], torque: 3 };
  assert.deepEqual(body.constantForce, { force: { x: 1, y: 2 }, torque: 3 });
  body.lockTranslation = [true, false];
  assert.deepEqual(body.lockTranslation, [true, false]);
  body.fracture = 2;
  body.fracture = null;
  assert.equal(body.fracture, null);
  body.type = "kinematic";
  assert.equal(body.type, "kinematic");
  body.moveTo([2, 1, 0], 1 / 60);
  world.step();
  near(body.position.x, 2);
});

test("forces and impulses push", () => {
  const world = new World({ gravity: [0, 0] });
  const body = world.body(world.addBody({}, { shape: Shape.cuboid(0.5, 0.5) }));
  body.applyImpulse([2, 0]);
  assert.deepEqual(body.velocity, { x: 2, y: 0 });
  body.applyImpulse([0, 1], [1, 0]);
  assert.ok(body.angularVelocity > 0);
  body.applyForce([1, 0]);
  body.applyForce([1, 0], [0, 1]);
  body.applyTorque(1);
  assert.deepEqual(body.appliedForce.force, { x: 2, y: 0 });
  body.applyAngularImpulse(1);
  body.sleep();
  body.applyImpulse([1, 0], undefined, false);
  assert.equal(body.awake, false);
  body.wake();
  assert.equal(body.awake, true);
  assert.deepEqual(body.worldVector(body.localVector([1, 0])).x.toFixed(5), "1.00000");
  const point = body.worldPoint(body.localPoint([3, 4]));
  near(point.y, 4);
  assert.equal(typeof body.velocityAt([1, 1]).x, "number");
});

test("poses are one view, and moved tells which rows changed", () => {
  const { world, bodies, floor } = boxes(umbra);
  const rows = world.poses;
  assert.deepEqual(Array.from(rows.subarray(4 * floor, 4 * floor + 4)), [0, -0.5, 1, 0]);
  run(world, 10);
  assert.equal(world.moved.length, bodies.length);
  for (const key of world.moved) {
    const { x, y, angle } = world.body(key).pose;
    const [px, py, cos, sin] = world.poses.subarray(4 * world.row(key));
    assert.deepEqual([px, py], [x, y]);
    near(Math.atan2(sin, cos), angle, 1e-6);
  }
  let seen = 0;
  world.eachMoved((key, x, y) => {
    assert.deepEqual({ x, y }, world.body(key).position);
    seen += 1;
  });
  assert.equal(seen, bodies.length);
  run(world, 300);
  assert.equal(world.moved.length, 0); // all sleep
  world.body(bodies[0]).position = [7, 8];
  assert.deepEqual(Array.from(world.poses.subarray(4 * bodies[0], 4 * bodies[0] + 2)), [7, 8]);
  world.removeBody(bodies[0]);
  assert.deepEqual(Array.from(world.poses.subarray(4 * bodies[0], 4 * bodies[0] + 4)), [0, 0, 0, 0]);
});

test("views are handed out anew when memory has grown", () => {
  const { world, bodies } = boxes(umbra, 3);
  const before = world.poses;
  const worlds = [];
  while (before.buffer.byteLength > 0 && worlds.length < 400) {
    worlds.push(boxes(umbra, 60).world);
  }
  assert.equal(before.length, 0, "memory has grown: the old view is dead");
  assert.ok(world.poses.length > 0);
  world.step();
  assert.equal(world.body(bodies[0]).position.y, world.poses[4 * bodies[0] + 1]);
  worlds.forEach((it) => it.free());
});

test("interpolated poses lie between two steps", () => {
  const world = new World({ gravity: [0, 0] });
  const key = world.addBody({ velocity: [6, 0] }, { shape: Shape.circle(0.5) });
  world.step(0.5);
  near(world.body(key).interpolatedPose(0.5).x, 1.5);
  const poses = umbra.posesOf(world.interpolated(0.25));
  near(poses.get(key).x, 0.75);
});

test("lists of keys, islands, contacts, counts", () => {
  const { world, floor, bodies } = boxes(umbra);
  run(world, 30);
  assert.deepEqual(world.bodies(), [floor, ...bodies]);
  assert.equal(world.colliders().length, 6);
  assert.deepEqual(world.body(bodies[0]).colliders(), [world.colliders()[1]]);
  assert.equal(world.islands().length, 1);
  assert.equal(world.body(bodies[1]).island().length, 5);
  const [contact] = world.body(bodies[0]).contacts();
  assert.equal(contact.points.length, 2);
  assert.equal(world.contacts().length, 5);
  assert.equal(world.stats().bodies, 6);
  assert.equal(world.stats().touchingContacts, 5);
  assert.ok(world.energy() > 0);
  world.validate();
  world.shiftOrigin([0, -100]);
  near(world.body(floor).position.y, 99.5);
  near(world.poses[4 * floor + 1], 99.5);
  world.clear();
  assert.deepEqual(world.bodies(), []);
});

test("colliders: options, properties, removal", () => {
  const world = new World();
  const body = world.addBody({}, { shape: Shape.circle(1) });
  const filter = { category: 5, mask: 2n ** 63n, group: -3 };
  const collider = world.body(body).add({
    shape: Shape.cuboid(1, 2),
    position: [1, 0],
    angle: 0.5,
    density: 2,
    friction: 0.25,
    restitution: 0.5,
    frictionRule: "minimum",
    filter,
    userData: 9,
  });
  assert.equal(collider.body, body);
  assert.equal(collider.density, 2);
  assert.equal(collider.frictionRule, "minimum");
  assert.deepEqual(collider.filter, filter);
  near(collider.offset.angle, 0.5);
  near(collider.mass, 16);
  collider.filter = { group: 2 };
  assert.deepEqual(collider.filter, { category: 2n ** 64n - 1n, mask: 2n ** 64n - 1n, group: 2 });
  collider.oneWay = [0, 1];
  collider.oneWay = null;
  assert.equal(collider.oneWay, null);
  collider.shape = Shape.circle(2);
  assert.equal(collider.outlines()[0].radius, 2);
  collider.setMaterial(0, { friction: 0.125 });
  collider.friction = 0.5;
  assert.equal(collider.friction, 0.5);
  collider.remove();
  assert.equal(collider.exists, false);
  assert.throws(() => collider.friction, /no collider/);
});

test("every kind of shape", () => {
  const world = new World();
  const ground = world.addBody({ type: "fixed" });
  const points = [[0, 0], { x: 4, y: 0 }, [4, 3]];
  const ell = new Float32Array([0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3]);
  const shapes = [
    Shape.circle(1),
    Shape.cuboid(1, 2),
    Shape.cuboid(1, 2, 0.25),
    Shape.capsule([0, 0], [1, 0], 0.5),
    Shape.segment([0, 0], [1, 0]),
    Shape.polygon(points),
    Shape.polygon(points, 0.1),
    Shape.hull(points),
    Shape.chain([[0, 0], [1, 0], [2, 1]]),
    Shape.chainLoop([[0, 0], [4, 0], [4, 4], [0, 4]]),
    Shape.concave(ell),
    Shape.heightfield([0, 1, 0, 2], 9),
    Shape.compound([{ shape: Shape.circle(1) }, { shape: Shape.cuboid(1, 1), position: [3, 0], angle: 1 }]),
    Shape.tileText(1, "\n#.-\n###\n"),
  ];
  for (const shape of shapes) {
    const key = world.addCollider(ground, { shape });
    assert.ok(world.collider(key).aabb.max.x > 0.9, shape.type);
  }
});

test("tile maps", () => {
  const world = new World();
  const level = world.addBody({ type: "fixed" });
  const rows = [["full", { cell: "full", userData: 7, material: { friction: 0 } }, "slopeRight"], "..#"];
  const map = world.collider(world.addCollider(level, { shape: Shape.tiles(2, rows) }));
  assert.equal(map.cellSize, 2);
  assert.deepEqual(map.cell([1, 0]), { cell: "full", userData: 7 });
  assert.deepEqual(map.cell([2, 1]), { cell: "full", userData: 0 });
  assert.deepEqual(map.cell([0, 1]), { cell: "empty", userData: 0 });
  assert.deepEqual(map.cellAt([3, 1]), [1, 0]);
  map.setCell([1, 0], "empty");
  assert.deepEqual(map.cell([1, 0]), { cell: "empty", userData: 0 });
  const hit = world.castRay([5, 9], [0, -9]);
  assert.deepEqual(hit.part, { cell: [2, 1] });
});
