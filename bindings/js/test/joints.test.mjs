import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { run } from "./scenes.mjs";

const { init, Shape, World } = umbra;
await init();

/** A world with a wall and two boxes. */
function pair() {
  const world = new World();
  const wall = world.addBody({ type: "fixed" });
  const [a, b] = [0, 2].map((x) => world.addBody({ position: [x, 0] }, { shape: Shape.cuboid(0.5, 0.5) }));
  return { world, wall, a, b };
}

test("every kind of joint can be added, read and stepped", () => {
  const of = ({ wall, a, b }) => [
    { type: "revolute", bodyA: wall, bodyB: a, anchor: [0, 1] },
    { type: "prismatic", bodyA: wall, bodyB: a, anchor: [0, 0], axis: [1, 0] },
    { type: "weld", bodyA: a, bodyB: b, anchor: [1, 0] },
    { type: "distance", bodyA: a, bodyB: b, anchorA: [0, 0], anchorB: [2, 0] },
    { type: "rope", bodyA: a, bodyB: b, anchorA: [0, 0], anchorB: [2, 0], maxLength: 3 },
    { type: "spring", bodyA: a, bodyB: b, anchorA: [0, 0], anchorB: [2, 0], hertz: 2, dampingRatio: 0.5 },
    { type: "wheel", bodyA: a, bodyB: b, anchor: [2, 0], axis: [0, 1] },
    { type: "motor", bodyA: wall, bodyB: a, maxForce: 10, maxTorque: 10 },
    { type: "target", body: a, point: [0, 0] },
    { type: "friction", bodyA: wall, bodyB: a, anchor: [0, 0], maxForce: 5 },
    { type: "gear", bodyA: a, bodyB: b, ratio: 2 },
    { type: "pulley", bodyA: a, bodyB: b, groundA: [0, 5], groundB: [2, 5], anchorA: [0, 0], anchorB: [2, 0] },
    { type: "ratchet", bodyA: wall, bodyB: a, phase: 0, toothAngle: 0.5 },
    { type: "groove", bodyA: wall, bodyB: a, from: [-1, 0], to: [1, 0], anchorB: [0, 0] },
    { type: "filter", bodyA: a, bodyB: b },
  ];
  for (let i = 0; i < 15; i++) {
    const scene = pair();
    const options = of(scene)[i];
    const joint = scene.world.joint(scene.world.addJoint(options));
    assert.equal(joint.type, options.type);
    assert.equal(joint.bodyB, options.bodyB ?? options.body);
    run(scene.world, 10);
    scene.world.validate();
    for (const name of ["angle", "translation", "length", "speed", "separation", "reactionTorque"]) {
      assert.equal(typeof joint[name], "number", name);
    }
    joint.remove();
    assert.equal(joint.exists, false);
  }
});

test("settings of a joint can be read, changed and removed", () => {
  const { world, wall, a } = pair();
  const joint = world.joint(
    world.addJoint({
      type: "revolute",
      bodyA: wall,
      bodyB: a,
      anchor: [0, 1],
      limits: [-0.5, 0.5],
      motor: { speed: 1, maxForce: 20 },
      breakForce: 1000,
      userData: 3,
    }),
  );
  assert.deepEqual(joint.limits, [-0.5, 0.5]);
  assert.deepEqual(joint.motor, { speed: 1, maxForce: 20 });
  assert.equal(joint.breakForce, 1000);
  assert.equal(joint.userData, 3);
  joint.limits = null;
  joint.motor = null;
  assert.equal(joint.limits, null);
  assert.equal(joint.motor, null);
  joint.spring = { hertz: 2, dampingRatio: 0.5 };
  assert.deepEqual(joint.spring, { hertz: 2, dampingRatio: 0.5 });
  joint.spring = null;
  assert.equal(joint.spring, null);
  joint.breakForce = null;
  joint.softness = { hertz: 5, dampingRatio: 1 };
  assert.equal(joint.breakForce, null);
  assert.deepEqual(joint.softness, { hertz: 5, dampingRatio: 1 });
  joint.softness = null;
  assert.equal(joint.softness, null);
  joint.enabled = false;
  assert.equal(joint.enabled, false);
});

test("a target draws, a gear between joints turns, an open joint closes", () => {
  const { world, wall, a, b } = pair();
  const mouse = world.joint(world.addJoint({ type: "target", body: a, point: [0, 0] }));
  mouse.targetPoint = [0, 3];
  run(world, 120);
  assert.ok(world.body(a).position.y > 2);
  mouse.remove();
  const pin = (body) => world.addJoint({ type: "revolute", bodyA: wall, bodyB: body, anchor: world.body(body).position });
  const gear = world.addJoint({ type: "gearBetween", jointA: pin(a), jointB: pin(b), ratio: 1 });
  assert.equal(world.joint(gear).type, "gear");
  const open = world.joint(world.addJoint({ type: "weld", bodyA: wall, bodyB: a, anchor: [0, 0], localAnchors: [[0, 0], [1, 1]] }));
  assert.ok(open.separation > 0.1);
  open.close();
  assert.ok(open.separation < 1e-4);
});

test("a joint that breaks tells it", () => {
  const { world, wall, a } = pair();
  const joint = world.addJoint({ type: "revolute", bodyA: wall, bodyB: a, anchor: [0, 1], breakForce: 1 });
  run(world, 1);
  const [event] = world.events(["joints"]);
  assert.equal(event.type, "jointBroken");
  assert.equal(event.joint, joint);
  assert.equal(world.hasJoint(joint), false);
});
