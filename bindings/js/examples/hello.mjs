// A ball falls onto the ground and bounces: `node examples/hello.mjs`.
import { init, Shape, World } from "../dist/index.js";

await init();
const world = new World({ gravity: [0, -9.81] });
world.addBody({ type: "fixed" }, { shape: Shape.cuboid(50, 0.5) });
const ball = world.addBody({ position: [0, 5] }, { shape: Shape.circle(0.5), restitution: 0.8, hitEvents: true });

for (let step = 1; step <= 180; step++) {
  world.step(1 / 60);
  for (const event of world.events(["contacts"])) {
    if (event.type === "hit") console.log(`step ${step}: hit at ${event.speed.toFixed(2)} m/s`);
  }
  if (step % 30 === 0) console.log(`step ${step}: y = ${world.body(ball).position.y.toFixed(3)}`);
}
console.log(`state hash ${world.stateHash()}`);
