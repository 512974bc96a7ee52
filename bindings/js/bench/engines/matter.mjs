import M from "matter-js";
import { FRICTION, GRAVITY } from "../scenes.mjs";

/** Pixels in a metre: the engine is made for pixels, and y points down. */
const S = 40;
const vec = ([x, y]) => ({ x: x * S, y: -y * S });

export async function load() {
  return (scene) => {
    const engine = M.Engine.create();
    Object.assign(engine.gravity, { x: 0, y: 1, scale: (-GRAVITY * S) / 1e6 });
    const bodies = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) => {
      const options = { isStatic: !moves, friction: FRICTION, frictionStatic: FRICTION, restitution: 0, density: 1 / S ** 2 };
      if (ghost) options.collisionFilter = { category: 2, mask: 1 };
      const { box, circle, poly } = shape;
      const at = vec([x, y]);
      const body = box
        ? M.Bodies.rectangle(at.x, at.y, 2 * S * box[0], 2 * S * box[1], options)
        : circle
          ? M.Bodies.circle(at.x, at.y, S * circle, options)
          : M.Bodies.fromVertices(at.x, at.y, [poly.map(vec)], options);
      M.Body.setAngle(body, -angle);
      return body;
    });
    M.Composite.add(engine.world, bodies);
    for (const { a, b, pa, pb } of scene.joints) {
      const ends = { bodyA: bodies[a], bodyB: bodies[b], pointA: vec(pa), pointB: vec(pb) };
      M.Composite.add(engine.world, M.Constraint.create({ ...ends, length: 0, stiffness: 1 }));
    }
    return {
      step: () => M.Engine.update(engine, 1000 / 60),
      read: (out) =>
        bodies.forEach(({ position, angle }, i) =>
          out.set([position.x / S, -position.y / S, Math.cos(-angle), Math.sin(-angle)], 4 * i),
        ),
    };
  };
}
