// Bad input gives an error of the language that names the parameter, and leaves the world as it was.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { boxes, run } from "./scenes.mjs";

const { Car, Character, FixedTimestep, init, Shape, TopDownCar, World } = umbra;
await init();

const { world, floor, bodies } = boxes(umbra);
run(world, 20);
const [a, b] = bodies;
const body = world.body(a);
const collider = world.collider(body.colliders()[0]);
const joint = world.joint(world.addJoint({ type: "revolute", bodyA: a, bodyB: b, anchor: [0, 1] }));
const gone = world.addBody();
world.removeBody(gone);
const circle = { shape: Shape.circle(1) };

/** What is refused, by which error, and what the message has to name. */
const refused = [
  [() => new World({ gravity: [NaN, 0] }), RangeError, /`gravity`/],
  [() => new World({ gravty: [0, 0] }), RangeError, /`gravty`/],
  [() => new World({ solver: { substeps: 0 } }), RangeError, /`solver.substeps`/],
  [() => new World({ solver: { substep: 1 } }), RangeError, /`solver.substep`/],
  [() => new World({ solver: { substeps: 2.5 } }), RangeError, /`solver.substeps`/],
  [() => new World({ continuous: "maybe" }), RangeError, /`continuous`/],
  [() => new World(5), TypeError, /`options`/],
  [() => world.configure({ lengthUnit: -1 }), RangeError, /`lengthUnit`/],
  [() => world.step(NaN), RangeError, /`dt`/],
  [() => world.step(-1), RangeError, /`dt`/],
  [() => world.step("1"), TypeError, /`dt`/],
  [() => world.step(1e39), RangeError, /`dt`/],
  [() => world.addBody({ position: [1] }), RangeError, /`position`/],
  [() => world.addBody({ position: [NaN, 0] }), RangeError, /`position`/],
  [() => world.addBody({ position: "here" }), TypeError, /`position`/],
  [() => world.addBody({ position: { x: 1 } }), TypeError, /`position.y`/],
  [() => world.addBody({ angle: Infinity }), RangeError, /`angle`/],
  [() => world.addBody({ velocity: [1e39, 0] }), RangeError, /`velocity`/],
  [() => world.addBody({ linearDamping: -1 }), RangeError, /`linearDamping`/],
  [() => world.addBody({ type: "static" }), RangeError, /`type`/],
  [() => world.addBody({ userData: -1 }), RangeError, /`userData`/],
  [() => world.addBody({ userData: 1.5 }), RangeError, /`userData`/],
  [() => world.addBody({ bullet: 1 }), TypeError, /`bullet`/],
  [() => world.addBody({ friction: 1 }), RangeError, /`friction`/],
  [() => world.addBody(7), TypeError, /`options`/],
  [() => world.addBody({}, { shape: Shape.circle(-1) }), RangeError, /`radius`/],
  [() => world.addBody({}, circle, { shape: Shape.circle(1), density: -2 }), RangeError, /`density`/],
  [() => world.addCollider(gone, circle), Error, /no body/],
  [() => world.addCollider(NaN, circle), Error, /no body/],
  [() => world.addCollider(1.5, circle), Error, /no body/],
  [() => world.addCollider(-3, circle), Error, /no body/],
  [() => world.addCollider(2 ** 60, circle), Error, /no body/],
  [() => world.addCollider(undefined, circle), Error, /no body/],
  [() => world.addCollider(a, {}), TypeError, /`shape`/],
  [() => world.addCollider(a, { shape: { type: "cone" } }), RangeError, /`shape.type`/],
  [() => world.addCollider(a, { shape: Shape.circle(NaN) }), RangeError, /`radius`/],
  [() => world.addCollider(a, { shape: Shape.circle("1") }), TypeError, /`radius`/],
  [() => world.addCollider(a, { shape: Shape.cuboid(1, 0) }), RangeError, /`halfHeight`/],
  [() => world.addCollider(a, { shape: Shape.capsule([0, 0], [1, NaN], 1) }), RangeError, /`b`/],
  [() => world.addCollider(a, { shape: Shape.polygon([[0, 0], [1, 0]]) }), RangeError, /`points`/],
  [() => world.addCollider(a, { shape: Shape.polygon([[0, 0], [1, 0], [0, NaN]]) }), RangeError, /`points\[2\]`/],
  [() => world.addCollider(a, { shape: Shape.polygon([0, 0, 1]) }), RangeError, /`points`/],
  [() => world.addCollider(a, { shape: Shape.concave([]) }), RangeError, /`/],
  [() => world.addCollider(a, { shape: Shape.chain([[0, 0]]) }), RangeError, /`points`/],
  [() => world.addCollider(floor, { shape: Shape.heightfield([1], 1) }), RangeError, /`heights`/],
  [() => world.addCollider(floor, { shape: Shape.heightfield([1, 2], -1) }), RangeError, /`width`/],
  [() => world.addCollider(a, { shape: Shape.compound([{ shape: Shape.circle(-1) }]) }), RangeError, /`radius`/],
  [() => world.addCollider(a, { shape: Shape.compound([{ shape: Shape.chain([]) }]) }), RangeError, /`parts\[0\].shape`/],
  [() => world.addCollider(floor, { shape: Shape.tiles(0, ["#"]) }), RangeError, /`size`/],
  [() => world.addCollider(floor, { shape: Shape.tiles(1, ["?"]) }), RangeError, /`tiles`/],
  [() => world.addCollider(floor, { shape: Shape.tiles(1, [["fall"]]) }), RangeError, /`tiles\[0\]\[0\]`/],
  [() => world.addCollider(a, { shape: Shape.tiles(1, ["#"]) }), Error, /cannot be dynamic/],
  [() => world.addCollider(a, { ...circle, filter: { category: -1 } }), RangeError, /`filter.category`/],
  [() => world.addCollider(a, { ...circle, filter: { mask: 2n ** 64n } }), RangeError, /`filter.mask`/],
  [() => world.addCollider(a, { ...circle, filter: { group: 0.5 } }), RangeError, /`filter.group`/],
  [() => world.addCollider(a, { ...circle, materials: [{}, {}] }), RangeError, /`materials`/],
  [() => world.addJoint({ type: "revolute", bodyA: a, bodyB: gone, anchor: [0, 0] }), Error, /no body/],
  [() => world.addJoint({ type: "revolute", bodyA: a, bodyB: a, anchor: [0, 0] }), Error, /to itself/],
  [() => world.addJoint({ type: "revolute", bodyA: a, bodyB: b }), TypeError, /`anchor`/],
  [() => world.addJoint({ type: "hinge", bodyA: a, bodyB: b }), RangeError, /`joint.type`/],
  [() => world.addJoint({ type: "filter", bodyA: a, bodyB: b, limits: [0, 1] }), Error, /`limits`/],
  [() => world.addJoint({ type: "weld", bodyA: a, bodyB: b, anchor: [0, 0], limit: [0, 1] }), RangeError, /`limit`/],
  [() => world.addJoint({ type: "prismatic", bodyA: a, bodyB: b, anchor: [0, 0], axis: [0, 0] }), RangeError, /`axis`|`localAxis`/],
  [() => (joint.limits = [1, 0]), RangeError, /`limits`/],
  [() => (joint.limits = [1]), RangeError, /`limits`/],
  [() => (joint.motor = { speed: 1 }), TypeError, /`motor.maxForce`/],
  [() => (joint.breakForce = -1), RangeError, /`breakForce`/],
  [() => (joint.ratio = 2), Error, /`ratio`/],
  [() => (body.position = [NaN, 0]), RangeError, /`position`/],
  [() => (body.angle = "up"), TypeError, /`angle`/],
  [() => (body.velocity = [0, Infinity]), RangeError, /`velocity`/],
  [() => (body.gravityScale = NaN), RangeError, /`gravityScale`/],
  [() => (body.massProperties = { mass: -1, inertia: 1 }), RangeError, /`mass/],
  [() => (body.type = "ghost"), RangeError, /`type`/],
  [() => body.applyForce([NaN, 0]), RangeError, /`force`/],
  [() => body.applyImpulse([1e39, 0]), RangeError, /`impulse`/],
  [() => body.applyImpulse([1, 0], [NaN, 0]), RangeError, /`point`/],
  [() => body.applyTorque("much"), TypeError, /`torque`/],
  [() => body.moveTo([0, 0, 0]), Error, /not kinematic/],
  [() => world.body(floor).applyImpulse([1, 0]), Error, /not dynamic/],
  [() => world.body(gone).position, Error, /no body/],
  [() => (world.body(gone).angle = 1), Error, /no body/],
  [() => world.removeBody(gone), Error, /no body/],
  [() => (collider.friction = -1), RangeError, /`friction`/],
  [() => (collider.shape = Shape.chain([[0, 0], [1, 1]])), RangeError, /`shape`/],
  [() => (collider.shape = Shape.circle(0)), RangeError, /`radius`/],
  [() => (collider.oneWay = [0, 0]), RangeError, /`oneWay`|`direction`/],
  [() => collider.setMaterial(7, {}), RangeError, /shapes/],
  [() => collider.setCell([0, 0], "full"), Error, /no tile map/],
  [() => world.collider(999).friction, Error, /no collider/],
  [() => world.joint(999).angle, Error, /no joint/],
  [() => world.castRay([NaN, 0], [1, 0]), RangeError, /`origin`/],
  [() => world.castRay([0, 0], [1, 0], { only: ["all"] }), RangeError, /`only`/],
  [() => world.castRay([0, 0], [1, 0], { onlyy: [] }), RangeError, /`onlyy`/],
  [() => world.castRays(new Float32Array(3)), RangeError, /`rays`/],
  [() => world.castShape(Shape.chain([[0, 0], [1, 1]]), [0, 0], [1, 0]), RangeError, /`shape`/],
  [() => world.overlapAabb([1, 1], [0, 0]), RangeError, /`/],
  [() => world.overlapShape(Shape.circle(-1), [0, 0]), RangeError, /`radius`/],
  [() => world.addField({ type: "fire" }), RangeError, /`field.type`/],
  [() => world.addField({ type: "water", density: -1 }), RangeError, /`density`/],
  [() => world.addField({ type: "wind", velocity: [1, 0], body: gone }), Error, /no body/],
  [() => world.addPortal({ from: [[0, 0], [0, 1]], to: [[5, 0], [5, 2]] }), Error, /equally long/],
  [() => world.explode({ center: [0, 0], reach: -1 }), RangeError, /`reach`/],
  [() => body.split([0, 0], [0, 0]), Error, /./],
  [() => body.shatter([NaN, 0], 3), RangeError, /`point`/],
  [() => world.carveBody(a, [[0, 0], [1, 1]]), RangeError, /`/],
  [() => world.rope([0, 0], [0, 0]), Error, /./],
  [() => world.rope([0, 0], [1, 0], { links: 0 }), RangeError, /`links`/],
  [() => world.rope([0, 0], [1, 0], { ends: ["world"] }), RangeError, /`ends`/],
  [() => world.bridge([0, 0], [1, 0], { planks: -1 }), RangeError, /`planks`/],
  [() => world.blob([0, 9], -1), RangeError, /`radius`/],
  [() => world.ragdoll([0, 9], { height: 0 }), RangeError, /`height`/],
  [() => new Character(world, { shape: Shape.circle(-1) }), RangeError, /`radius`/],
  [() => new Character(world, { shape: Shape.circle(1), runSpeed: -1 }).step(), RangeError, /`runSpeed`/],
  [() => new Character(world, { shape: Shape.circle(1) }).step({ run: NaN }), RangeError, /`run`/],
  [() => new Character(world, { shape: Shape.circle(1), position: [NaN, 0] }), RangeError, /`position`/],
  [() => new Car(world, { chassis: gone }), Error, /no body/],
  [() => new Car(world, [0, 9], { axles: [{ radius: -1 }] }), RangeError, /`axle.radius`/],
  [() => new Car(world, [0, 9], { axles: [{ radios: 1 }] }), RangeError, /`axles\[0\].radios`/],
  [() => new TopDownCar(world, [0, NaN]), RangeError, /`at`/],
  [() => world.restore(new Uint8Array(3)), Error, /`bytes`/],
  [() => new FixedTimestep(0), RangeError, /`rate`/],
];

for (const [call, kind, message] of refused) {
  test(`${String(call).slice(6)} is refused`, () => {
    const before = world.serialize();
    assert.throws(call, (error) => {
      assert.ok(error instanceof kind, `${error?.constructor?.name}: ${error?.message}`);
      assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual(world.serialize(), before);
  });
}

test("a world that was freed is refused", () => {
  const { world } = boxes(umbra);
  world.free();
  assert.throws(() => world.step(), /freed/);
  world.free();
});
