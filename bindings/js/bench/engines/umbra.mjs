import { init, Shape, World } from "../../dist/index.js";
import { FRICTION, GRAVITY } from "../scenes.mjs";

const shapeOf = ({ box, circle, poly }) => (box ? Shape.cuboid(...box) : circle ? Shape.circle(circle) : Shape.polygon(poly));

export async function load(simd) {
  await init({ simd });
  return (scene) => {
    const world = new World({ gravity: [0, GRAVITY], sleep: { enabled: false } });
    const keys = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) =>
      world.addBody(
        { type: moves ? "dynamic" : "fixed", position: [x, y], angle },
        { shape: shapeOf(shape), friction: FRICTION, ...(ghost && { filter: { category: 2, mask: 1 } }) },
      ),
    );
    for (const { a, b, pa, pb } of scene.joints) {
      const bodies = { bodyA: keys[a], bodyB: keys[b] };
      world.addJoint({ type: "revolute", ...bodies, anchor: [0, 0], localAnchors: [pa, pb] });
    }
    return {
      step: () => world.step(1 / 60),
      // Rows are those of the scene: nothing was removed. Row 0 is empty.
      read: (out) => out.set(world.poses.subarray(4)),
    };
  };
}
