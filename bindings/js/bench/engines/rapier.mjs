import { FRICTION, GRAVITY } from "../scenes.mjs";

export async function load(name) {
  const module = await import(name);
  const R = module.default ?? module;
  await R.init();
  const shapeOf = ({ box, circle, poly }) => {
    if (box) return R.ColliderDesc.cuboid(...box);
    return circle ? R.ColliderDesc.ball(circle) : R.ColliderDesc.convexHull(new Float32Array(poly.flat()));
  };
  return (scene) => {
    const world = new R.World({ x: 0, y: GRAVITY });
    world.timestep = 1 / 60;
    const bodies = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) => {
      const kind = moves ? R.RigidBodyDesc.dynamic() : R.RigidBodyDesc.fixed();
      const body = world.createRigidBody(kind.setTranslation(x, y).setRotation(angle).setCanSleep(false));
      const collider = shapeOf(shape).setFriction(FRICTION).setRestitution(0).setDensity(1);
      if (ghost) collider.setCollisionGroups((2 << 16) | 1);
      world.createCollider(collider, body);
      return body;
    });
    for (const { a, b, pa, pb } of scene.joints) {
      const data = R.JointData.revolute({ x: pa[0], y: pa[1] }, { x: pb[0], y: pb[1] });
      world.createImpulseJoint(data, bodies[a], bodies[b], true);
    }
    return {
      step: () => world.step(),
      read: (out) =>
        bodies.forEach((body, i) => {
          const [{ x, y }, angle] = [body.translation(), body.rotation()];
          out.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * i);
        }),
    };
  };
}
