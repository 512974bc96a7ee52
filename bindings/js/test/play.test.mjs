import assert from "node:assert/strict";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { run } from "./scenes.mjs";

const { Car, Character, init, moveAndSlide, outlinesOf, Shape, TopDownCar, World } = umbra;
await init();

function level() {
  const world = new World();
  const ground = world.addBody({ type: "fixed", position: [0, -0.5] }, { shape: Shape.cuboid(50, 0.5) });
  return { world, ground };
}

test("a character runs, jumps and lands", () => {
  const { world, ground } = level();
  const body = world.addBody({ type: "kinematic" }, { shape: Shape.capsule([0, -0.4], [0, 0.4], 0.4) });
  const hero = new Character(world, {
    shape: Shape.capsule([0, -0.4], [0, 0.4], 0.4),
    position: [0, 1.5],
    runSpeed: 5,
    jumpHeight: 2,
    body,
    filter: { category: 2, mask: 1 },
  });
  world.collider(world.body(body).colliders()[0]).filter = { category: 2, mask: 4 };
  world.collider(world.body(ground).colliders()[0]).filter = { category: 1 };
  const step = (input) => {
    const moved = hero.step(input);
    world.step();
    return moved;
  };
  let landed = null;
  for (let i = 0; i < 60 && landed === null; i++) landed = step({}).landed;
  assert.ok(landed > 0 && hero.onGround);
  assert.equal(hero.groundBody, ground);
  for (let i = 0; i < 60; i++) step({ run: 1 });
  assert.ok(hero.position.x > 2 && Math.abs(hero.velocity.x - 5) < 0.1);
  assert.ok(Math.abs(world.body(body).position.x - hero.position.x) < 1e-3);
  assert.equal(step({ jump: true }).jumped, true);
  let top = 0;
  for (let i = 0; i < 60; i++) {
    step({ jump: true });
    top = Math.max(top, hero.position.y);
  }
  assert.ok(Math.abs(top - 0.8 - 2) < 0.1, `${top}`);
  assert.equal(hero.canStand(), true);
  assert.equal(hero.fits(Shape.circle(0.3)), true);
  hero.configure({ jumpHeight: 1 });
  hero.position = [0, 5];
  hero.velocity = [0, 0];
  hero.stop();
  hero.body = null;
  assert.equal(hero.body, null);
  const slide = moveAndSlide(world, Shape.circle(0.5), [0, 2], [1, -3]);
  assert.ok(slide.pose.y > 0.49 && slide.pose.x > 0.9);
  assert.equal(slide.hits[0].kind, "ground");
});

test("a car drives", () => {
  const { world } = level();
  const car = new Car(world, [0, 1.5]);
  assert.equal(car.wheelBodies.length, car.joints.length);
  for (let i = 0; i < 180; i++) {
    car.drive({ throttle: 1 });
    world.step();
  }
  assert.ok(car.speed > 1 && world.body(car.chassis).position.x > 1);
  assert.ok(car.wheels().every((it) => it.contact && it.load > 0));
  const custom = new Car(world, [9, 1.5], {
    axles: [{ x: -1, radius: 0.4, drive: { most: 500, topSpeed: 20 } }, { x: 1, radius: 0.4, drive: null }],
  });
  assert.equal(custom.wheels().length, 2);
  car.remove();
  assert.equal(world.hasBody(car.chassis), false);
});

test("a car seen from above drives and steers", () => {
  const world = new World({ gravity: [0, 0] });
  const car = new TopDownCar(world, [0, 0], { angle: 0 });
  for (let i = 0; i < 120; i++) {
    car.drive({ throttle: 1, steer: 0.5 });
    world.step();
  }
  assert.ok(Math.hypot(car.velocity.x, car.velocity.y) > 1);
  assert.ok(car.steer !== 0 && world.body(car.body).angle !== 0);
  assert.equal(car.tyres().length, 4);
});

test("ropes, chains, bridges and cloth", () => {
  const { world } = level();
  const rope = world.rope([0, 8], [4, 8], { links: 12, ends: ["world", "free"] });
  assert.equal(rope.bodies.length, 12);
  assert.ok(rope.mass > 0 && rope.anchor !== null);
  const [a, b] = [0, 3].map((x) => world.addBody({ position: [x, 5] }, { shape: Shape.circle(0.5) }));
  const chain = world.chainBetween(a, b, [0.5, 5], [2.5, 5]);
  const bridge = world.bridge([10, 5], [18, 5], { planks: 9, breakForce: null });
  const cloth = world.cloth([20, 8], [24, 8], 3, { columns: 4, rows: 4 });
  run(world, 60);
  for (const it of [rope, chain, bridge, cloth]) {
    assert.ok(it.bodies.every((key) => world.hasBody(key)) && it.joints.length > 0);
    it.setVelocity([1, 0]);
    it.remove();
    assert.ok(it.bodies.every((key) => !world.hasBody(key)));
  }
  world.validate();
});

test("soft bodies", () => {
  const { world } = level();
  const blob = world.blob([0, 3], 1, { segments: 16 });
  const box = world.softBox([5, 3], 1, 0.75);
  assert.equal(blob.skin.length, 16);
  assert.ok(blob.area > 2 && blob.area < 4, `${blob.area}`);
  run(world, 120);
  assert.ok(blob.center.y < 2 && blob.outline().length === 16);
  assert.ok(box.center.x > 4);
  blob.setVelocity([0, 1]);
  blob.remove();
  assert.equal(world.hasBody(blob.hub), false);
});

test("ragdolls stand in poses", () => {
  const { world } = level();
  const doll = world.ragdoll([0, 0], { height: 1.8 });
  assert.equal(doll.bodies.length, umbra.BONES.length);
  const pose = { leftThigh: 0.5, rightUpperArm: 1 };
  for (let i = 0; i < 120; i++) {
    assert.deepEqual(doll.driveTo(pose, { weights: { head: 0.5 }, root: { point: [0, 1.5], hertz: 4, dampingRatio: 1 } }), []);
    world.step();
  }
  assert.ok(Math.abs(doll.pose().leftThigh - 0.5) < 0.3);
  doll.relax();
  assert.throws(() => doll.driveTo({ tail: 1 }), RangeError);
});

test("outlines of a picture", () => {
  const [width, height] = [16, 12];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 2; y < 10; y++) {
    for (let x = 3; x < 13; x++) if (x < 6 || x > 9 || y < 4 || y > 7) data[4 * (y * width + x) + 3] = 255;
  }
  const [outline, ...more] = outlinesOf({ width, height, data }, { pixelSize: 0.1 });
  assert.equal(more.length, 0);
  assert.equal(outline.holes.length, 1);
  assert.ok(outline.outer.length >= 4);
  assert.throws(() => outlinesOf({ width: 9, height, data }), /`/);
});
