import * as P from "planck";
import { FRICTION, GRAVITY } from "../scenes.mjs";

const vec = ([x, y]) => ({ x, y });
const shapeOf = ({ box, circle, poly }) => {
  if (box) return new P.Box(...box);
  return circle ? new P.Circle(circle) : new P.Polygon(poly.map(vec));
};

export async function load() {
  return (scene) => {
    const world = new P.World({ gravity: { x: 0, y: GRAVITY }, allowSleep: false });
    const bodies = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) => {
      const body = world.createBody({ type: moves ? "dynamic" : "static", position: { x, y }, angle });
      const filter = ghost ? { filterCategoryBits: 2, filterMaskBits: 1 } : {};
      body.createFixture({ shape: shapeOf(shape), density: 1, friction: FRICTION, restitution: 0, ...filter });
      return body;
    });
    for (const { a, b, pa, pb } of scene.joints) {
      const anchors = { localAnchorA: vec(pa), localAnchorB: vec(pb) };
      world.createJoint(new P.RevoluteJoint({ bodyA: bodies[a], bodyB: bodies[b], ...anchors }));
    }
    return {
      step: () => world.step(1 / 60, 8, 3),
      read: (out) =>
        bodies.forEach((body, i) => {
          const [{ x, y }, angle] = [body.getPosition(), body.getAngle()];
          out.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * i);
        }),
    };
  };
}
