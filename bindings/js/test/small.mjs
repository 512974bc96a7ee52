// What a program says that was built without features: `FEATURES= ./build simd js && node test/small.mjs`.
import assert from "node:assert/strict";
import { Car, Character, init, Shape, World } from "../dist/index.js";

await init();
const world = new World();
const ground = world.addBody({ type: "fixed" }, { shape: Shape.cuboid(50, 0.5) });
const ball = world.addBody({ position: [0, 5] }, { shape: Shape.circle(0.5) });
for (let step = 0; step < 60; step++) world.step(1 / 60);
assert(world.body(ball).position.y < 2);
const hash = world.stateHash();

const collider = () => world.addCollider(ground, { shape: Shape.circle(1), sensor: true });
assert.throws(collider, { message: "refused" });
assert.throws(() => world.addCollider(ground, { shape: Shape.circle(-1) }), { name: "RangeError", message: "`radius` is refused" });
assert.throws(() => world.body(ball).applyForce([NaN, 0]), { name: "RangeError" });
assert.throws(() => world.serialize(), { message: "this build has no `serialize`" });
assert.throws(() => world.toLevel(), { message: "this build has no `toLevel`" });
assert.throws(() => new Character(world, { shape: Shape.circle(0.4) }), /this build has no/);
assert(Car !== undefined);
assert.equal(world.stateHash(), hash);
console.log("small: ok");
