"""What code that imports Box2D may rely on, apart from the environments."""

import copy
import math

import pytest


def ground_and_ball(b2, **options):
    """A world with a floor, and a ball above it."""
    world = b2.world(gravity=(0, -10), **options)
    floor = world.CreateStaticBody(shapes=b2.edgeShape(vertices=[(-20, 0), (20, 0)]))
    ball = world.CreateDynamicBody(
        position=(0, 2), fixtures=b2.fixtureDef(shape=b2.circleShape(radius=0.5), density=1)
    )
    return world, floor, ball


def test_both_spellings(b2):
    import Box2D

    assert Box2D.b2World is b2.world
    assert Box2D.b2_dynamicBody == b2.dynamicBody == 2
    assert Box2D.b2AABB is b2.AABB
    assert Box2D.__umbra__


def test_vectors(b2):
    v = b2.vec2(3, 4)
    assert v.length == 5 and v == (3, 4) and len(v) == 2 and v[-1] == 4
    assert v + (1, 1) == (4, 5) and (1, 1) - v == (-2, -3) and 2 * v == (6, 8)
    assert v.dot((1, 0)) == 3 and v.cross((1, 0)) == -4 and -v == (-3, -4)
    assert copy.copy(v) is not v and b2.vec2() == (0, 0)
    v.Normalize()
    assert v.length == pytest.approx(1)


def test_transform(b2):
    place = b2.transform((1, 2), math.pi / 2)
    assert place * (1, 0) == (pytest.approx(1), pytest.approx(3))


def test_a_ball_falls_and_rests(b2):
    world, _, ball = ground_and_ball(b2)
    for _ in range(240):
        world.Step(1 / 60, 8, 3)
    assert ball.position.y == pytest.approx(0.5, abs=0.02)
    assert not ball.awake
    assert world.contactCount == 1 and ball.contacts[0].other is world.bodies[0]
    manifold = ball.contacts[0].contact.worldManifold
    assert abs(manifold.normal.y) == pytest.approx(1)


def test_listener_hears_begin_and_end(b2):
    heard = []

    class Listener(b2.contactListener):
        def BeginContact(self, contact):
            heard.append(("begin", {contact.fixtureA.body, contact.fixtureB.body}))

        def EndContact(self, contact):
            heard.append(("end", {contact.fixtureA.body, contact.fixtureB.body}))

    world, floor, ball = ground_and_ball(b2, contactListener=Listener())
    for _ in range(60):
        world.Step(1 / 60, 8, 3)
    assert heard[0] == ("begin", {floor, ball})
    world.DestroyBody(ball)
    assert heard[-1] == ("end", {floor, ball}) and world.contactCount == 0


def test_pre_solve_leaves_a_contact_out_and_post_solve_sees_impulses(b2):
    class Ghost(b2.contactListener):
        def PreSolve(self, contact, oldManifold):
            contact.enabled = False

    world, _, ball = ground_and_ball(b2, contactListener=Ghost())
    for _ in range(120):
        world.Step(1 / 60, 8, 3)
    assert ball.position.y < -1

    impulses = []

    class Scale(b2.contactListener):
        def PostSolve(self, contact, impulse):
            impulses.extend(impulse.normalImpulses)

    world, _, ball = ground_and_ball(b2, contactListener=Scale())
    for _ in range(60):
        world.Step(1 / 60, 8, 3)
    assert max(impulses) > 0


def test_contact_filter(b2):
    import Box2D

    class Never(Box2D.b2ContactFilter):
        def ShouldCollide(self, fixtureA, fixtureB):
            return False

    world, _, ball = ground_and_ball(b2, contactFilter=Never())
    for _ in range(120):
        world.Step(1 / 60, 8, 3)
    assert ball.position.y < -1


def test_sensor_that_is_switched_on_later(b2):
    begun = []

    class Listener(b2.contactListener):
        def BeginContact(self, contact):
            begun.append(contact)

    world, floor, ball = ground_and_ball(b2, contactListener=Listener())
    floor.fixtures[0].sensor = True
    for _ in range(90):
        world.Step(1 / 60, 8, 3)
    assert len(begun) == 1 and ball.position.y < 0


def test_rays(b2):
    world, floor, ball = ground_and_ball(b2)

    class First(b2.rayCastCallback):
        fixture = None

        def ReportFixture(self, fixture, point, normal, fraction):
            self.fixture, self.point, self.normal = fixture, point, normal
            return fraction

    ray = First()
    world.RayCast(ray, (0, 5), (0, -5))
    assert ray.fixture is ball.fixtures[0]
    assert ray.point == (0, pytest.approx(2.5)) and ray.normal == (0, pytest.approx(1))
    met = []
    world.RayCast(lambda fixture, *rest: met.append(fixture) or 1.0, (0, 5), (0, -5))
    assert met == [ball.fixtures[0], floor.fixtures[0]]
    assert ball.fixtures[0].TestPoint((0.1, 2)) and not ball.fixtures[0].TestPoint((2, 2))


def test_angles_count_turns(b2):
    world = b2.world(gravity=(0, 0))
    body = world.CreateDynamicBody(angle=5.0, angularVelocity=6.0)
    body.CreateCircleFixture(radius=1, density=1)
    for _ in range(60):
        world.Step(1 / 60, 8, 3)
    assert body.angle == pytest.approx(11, abs=0.01)
    body.angle = -20
    assert body.angle == pytest.approx(-20)


def test_revolute_joint_counts_from_the_reference_angle(b2):
    world = b2.world(gravity=(0, 0))
    a = world.CreateStaticBody()
    b = world.CreateDynamicBody(angle=0.3)
    b.CreatePolygonFixture(box=(1, 0.1), density=1)
    joint = world.CreateRevoluteJoint(
        bodyA=a, bodyB=b, localAnchorB=(-1, 0), enableLimit=True, lowerAngle=-0.2,
        upperAngle=1.0, enableMotor=True, motorSpeed=2, maxMotorTorque=1000,
    )
    assert joint.angle == pytest.approx(0.3)
    world.Step(1 / 60, 8, 3)
    # It was open by a metre, and is closed at once.
    assert (joint.anchorA - joint.anchorB).length < 0.01
    for _ in range(120):
        world.Step(1 / 60, 8, 3)
    assert joint.angle == pytest.approx(1.0, abs=0.02)
    joint.motorSpeed = -2
    for _ in range(180):
        world.Step(1 / 60, 8, 3)
    assert joint.angle == pytest.approx(-0.2, abs=0.02)
    world.DestroyJoint(joint)
    assert world.jointCount == 0 and b.joints == []


def test_every_kind_of_joint(b2):
    world = b2.world(gravity=(0, -10))
    a = world.CreateStaticBody()

    def box(x):
        body = world.CreateDynamicBody(position=(x, 0))
        body.CreatePolygonFixture(box=(0.5, 0.5), density=1)
        return body

    def create(kind, **options):
        return getattr(world, f"Create{kind}Joint")(bodyA=a, bodyB=box(2.0), **options)

    turn = create("Revolute", anchor=(2, 1))
    slide = create("Prismatic", anchor=(2, 0), axis=(0, 1), enableLimit=True,
                   lowerTranslation=-1, upperTranslation=1)
    create("Wheel", anchor=(2, 0), axis=(0, 1), enableMotor=True, maxMotorTorque=5)
    rod = create("Distance", anchorA=(0, 0), anchorB=(2, 0))
    create("Distance", anchorA=(0, 0), anchorB=(2, 0), frequencyHz=3, dampingRatio=0.5)
    create("Rope", localAnchorA=(0, 0), localAnchorB=(0, 0), maxLength=3)
    weld = create("Weld", anchor=(2, 0))
    create("Friction", anchor=(2, 0), maxForce=10, maxTorque=10)
    create("Motor", linearOffset=(2, 0), maxForce=100, maxTorque=100)
    create("Mouse", target=(2, 0), maxForce=100)
    create("Pulley", groundAnchorA=(0, 5), groundAnchorB=(2, 5), anchorA=(0, 0), anchorB=(2, 0))
    gear = world.CreateGearJoint(joint1=turn, joint2=slide, ratio=1)
    for _ in range(60):
        world.Step(1 / 60, 8, 3)
    assert world.jointCount == 12 and gear.joint1 is turn
    assert slide.translation >= -1.05
    assert rod.length == pytest.approx(2, abs=0.02)
    assert weld.bodyB.position == (pytest.approx(2, abs=0.01), pytest.approx(0, abs=0.01))


def test_mass(b2):
    world = b2.world()
    body = world.CreateDynamicBody()
    assert body.mass == 1
    body.CreatePolygonFixture(box=(0.5, 0.5), density=2)
    assert body.mass == pytest.approx(2)
    body.mass = 5
    assert body.mass == pytest.approx(5)
    body.ResetMassData()
    assert body.mass == pytest.approx(2) and body.inertia == pytest.approx(1 / 3, rel=1e-3)
    body.DestroyFixture(body.fixtures[0])
    assert body.fixtures == []


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (lambda b2, world, body: world.CreateDynamicBody(position=(math.nan, 0)), "position"),
        (lambda b2, world, body: world.Step(math.inf, 8, 3), "timeStep"),
        (lambda b2, world, body: world.Step(1 / 60, -1, 3), "velocityIterations"),
        (lambda b2, world, body: setattr(body, "linearVelocity", (1, math.nan)), "linearVelocity"),
        (lambda b2, world, body: body.ApplyForce((math.inf, 0), (0, 0), True), "force"),
        (lambda b2, world, body: body.CreateCircleFixture(radius=-1), "radius"),
        (lambda b2, world, body: body.CreateFixture(b2.fixtureDef()), "shape"),
        (lambda b2, world, body: b2.polygonShape(vertices=[(0, 0)]), "vertices"),
        (lambda b2, world, body: b2.edgeShape(vertices=[(0, 0, 1), (1, 1)]), "vertices"),
        (lambda b2, world, body: world.RayCast(print, (0, 0), (math.nan, 0)), "point2"),
        (lambda b2, world, body: world.DestroyBody(None), "body"),
    ],
)
def test_bad_input_names_the_parameter_and_changes_nothing(b2, wrong, name):
    world, _, ball = ground_and_ball(b2)
    before = world.scene.state_hash()
    with pytest.raises(ValueError, match=name):
        wrong(b2, world, ball)
    assert world.scene.state_hash() == before


def test_unknown_options_are_refused(b2):
    with pytest.raises(TypeError, match="colour"):
        b2.revoluteJointDef(colour=1)
    with pytest.raises(TypeError, match="colour"):
        b2.world(colour=1)


def test_an_emptied_world_is_like_a_new_one(b2):
    world, floor, ball = ground_and_ball(b2)
    world.Step(1 / 50, 180, 60)
    for body in (floor, ball):
        world.DestroyBody(body)
    new = b2.world(gravity=(0, -10))
    new.Step(1 / 50, 180, 60)
    world.Step(1 / 50, 180, 60)
    assert world.bodyCount == 0 and world.contacts == []
    assert world.CreateStaticBody().native.key == new.CreateStaticBody().native.key


def test_destroyed_bodies_raise(b2):
    world, _, ball = ground_and_ball(b2)
    world.DestroyBody(ball)
    with pytest.raises(KeyError):
        ball.position
