import { FRICTION, GRAVITY } from "../scenes.mjs";

export async function load() {
  const P = await import("../node_modules/phaser-box2d/dist/PhaserBox2D.js");
  const vec = ([x, y]) => new P.b2Vec2(x, y);
  P.b2CreateWorldArray();
  const addShape = (body, def, { box, circle, poly }) => {
    if (box) P.b2CreatePolygonShape(body, def, P.b2MakeBox(...box));
    else if (circle) P.b2CreateCircleShape(body, def, new P.b2Circle(vec([0, 0]), circle));
    else P.b2CreatePolygonShape(body, def, P.b2MakePolygon(P.b2ComputeHull(poly.map(vec), poly.length), 0));
  };
  return (scene) => {
    P.SetWorldScale?.(1);
    const worldDef = P.b2DefaultWorldDef();
    worldDef.gravity = vec([0, GRAVITY]);
    worldDef.enableSleep = false;
    const world = P.b2CreateWorld(worldDef);
    const bodies = scene.bodies.map(({ moves, x, y, angle, shape, ghost }) => {
      const def = P.b2DefaultBodyDef();
      def.type = moves ? P.b2BodyType.b2_dynamicBody : P.b2BodyType.b2_staticBody;
      def.position = vec([x, y]);
      def.rotation = P.b2MakeRot(angle);
      const body = P.b2CreateBody(world, def);
      const shapeDef = P.b2DefaultShapeDef();
      Object.assign(shapeDef, { density: 1, friction: FRICTION, restitution: 0 });
      if (ghost) [shapeDef.filter.categoryBits, shapeDef.filter.maskBits] = [2, 1];
      addShape(body, shapeDef, shape);
      return body;
    });
    for (const { a, b, pa, pb } of scene.joints) {
      const def = P.b2DefaultRevoluteJointDef();
      Object.assign(def, { bodyIdA: bodies[a], bodyIdB: bodies[b], localAnchorA: vec(pa), localAnchorB: vec(pb) });
      P.b2CreateRevoluteJoint(world, def);
    }
    return {
      step: () => P.b2World_Step(world, 1 / 60, 4),
      read: (out) =>
        bodies.forEach((body, i) => {
          const [p, r] = [P.b2Body_GetPosition(body), P.b2Body_GetRotation(body)];
          out.set([p.x, p.y, r.c, r.s], 4 * i);
        }),
    };
  };
}
