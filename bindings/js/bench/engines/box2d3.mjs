import { FRICTION, GRAVITY } from "../scenes.mjs";

export async function load(flavour) {
  const path = `../node_modules/box2d3-wasm/build/dist/es/${flavour}/Box2D.${flavour}.mjs`;
  const B = await (await import(path)).default({});
  const addShape = (body, def, { box, circle, poly }) => {
    if (box) B.b2CreatePolygonShape(body, def, B.b2MakeBox(...box));
    else if (circle) {
      const it = new B.b2Circle();
      it.center.Set(0, 0);
      it.radius = circle;
      B.b2CreateCircleShape(body, def, it);
    } else {
      const hull = B.b2ComputeHull(poly.map(([x, y]) => new B.b2Vec2(x, y)));
      B.b2CreatePolygonShape(body, def, B.b2MakePolygon(hull, 0));
    }
  };
  return (scene) => {
    const worldDef = B.b2DefaultWorldDef();
    worldDef.gravity.Set(0, GRAVITY);
    worldDef.enableSleep = false;
    const world = B.b2CreateWorld(worldDef);
    const bodies = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) => {
      const def = B.b2DefaultBodyDef();
      def.type = moves ? B.b2BodyType.b2_dynamicBody : B.b2BodyType.b2_staticBody;
      def.position.Set(x, y);
      def.rotation = B.b2MakeRot(angle);
      const body = B.b2CreateBody(world, def);
      const shapeDef = B.b2DefaultShapeDef();
      shapeDef.density = 1;
      shapeDef.material.friction = FRICTION;
      shapeDef.material.restitution = 0;
      if (ghost) [shapeDef.filter.categoryBits, shapeDef.filter.maskBits] = [2, 1];
      addShape(body, shapeDef, shape);
      return body;
    });
    for (const { a, b, pa, pb } of scene.joints) {
      const def = B.b2DefaultRevoluteJointDef();
      [def.base.bodyIdA, def.base.bodyIdB] = [bodies[a], bodies[b]];
      def.base.localFrameA.p.Set(...pa);
      def.base.localFrameB.p.Set(...pb);
      B.b2CreateRevoluteJoint(world, def);
    }
    return {
      step: () => B.b2World_Step(world, 1 / 60, 4),
      read: (out) =>
        bodies.forEach((body, i) => {
          const [p, r] = [B.b2Body_GetPosition(body), B.b2Body_GetRotation(body)];
          out.set([p.x, p.y, r.c, r.s], 4 * i);
          p.delete();
          r.delete();
        }),
    };
  };
}
