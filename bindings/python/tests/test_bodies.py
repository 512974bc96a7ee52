"""Bodies: description, attributes, pushes, handles."""

import math
import pickle

import pytest
import umbra2d
from umbra2d import Vec2


def test_description(weightless):
    body = weightless.add(
        umbra2d.dynamic(
            position=(1, 2),
            angle=0.5,
            velocity=Vec2(3, 0),
            angular_velocity=2,
            linear_damping=0.1,
            angular_damping=0.2,
            gravity_scale=0.5,
            can_sleep=False,
            bullet=True,
            lock_translation=(False, True),
            user_data=2**64 - 1,
        ),
        umbra2d.circle(1),
    )
    assert body.position == (1, 2)
    assert body.angle == pytest.approx(0.5)
    assert body.velocity == (3, 0)
    assert body.angular_velocity == 2
    assert body.linear_damping == pytest.approx(0.1)
    assert body.angular_damping == pytest.approx(0.2)
    assert (body.gravity_scale, body.can_sleep, body.bullet) == (0.5, False, True)
    assert body.lock_translation == (False, True)
    assert body.user_data == 2**64 - 1
    assert body.kind == "dynamic" and body.is_dynamic and body.is_awake and body.enabled
    assert body.mass == pytest.approx(math.pi, rel=1e-3)


@pytest.mark.parametrize(
    "name, value",
    [
        ("position", (3, 4)),
        ("velocity", (1, -2)),
        ("linear_velocity", (1, -2)),
        ("angular_velocity", 3.0),
        ("angle", 1.0),
        ("linear_damping", 0.5),
        ("angular_damping", 0.25),
        ("gravity_scale", -1.0),
        ("additional_mass", 2.0),
        ("constant_force", ((1, 2), 3)),
        ("can_sleep", False),
        ("sleep_tolerance", 2.0),
        ("bullet", True),
        ("enabled", False),
        ("lock_rotation", True),
        ("lock_translation", (True, False)),
        ("fracture", 5.0),
        ("fracture", None),
        ("drops_through", True),
        ("user_data", 7),
        ("kind", "kinematic"),
        ("mass_properties", umbra2d.MassProperties(2, 3, (0.5, 0))),
        ("mass_properties", None),
        ("pose", umbra2d.Pose((5, 6))),
    ],
)
def test_attributes_that_are_set(world, name, value):
    setattr(world.ball, name, value)
    assert getattr(world.ball, name) == value
    world.scene.step(1 / 60)


def test_pushes(weightless):
    body = weightless.add(umbra2d.dynamic(), umbra2d.circle(1, mass=2))
    body.apply_impulse((2, 0))
    assert body.velocity == (1, 0)
    body.apply_impulse((0, 2), (1, 0))
    assert body.angular_velocity > 0
    body.apply_angular_impulse(-1)
    body.apply_force((1, 0))
    body.apply_force((1, 0), point=(0, 1))
    body.apply_torque(3)
    (fx, _), torque = body.applied_force
    assert fx == 2 and torque == pytest.approx(2)
    weightless.step(1)
    assert body.velocity.x == pytest.approx(2)
    body.sleep()
    assert not body.is_awake
    body.apply_force((1, 0), wake=False)
    assert not body.is_awake
    body.wake()
    assert body.is_awake


def test_kinematic_bodies_move_to_a_pose(weightless):
    lift = weightless.add(umbra2d.kinematic(), umbra2d.cuboid(1, 0.1))
    lift.move_to(((0, 1), 0.5), 0.5)
    weightless.step(0.5)
    assert lift.position.y == pytest.approx(1)
    assert lift.angle == pytest.approx(0.5)


def test_frames(weightless):
    body = weightless.add(umbra2d.dynamic(position=(1, 0), angle=math.pi / 2), umbra2d.circle(1))
    assert body.world_point((1, 0)).distance((1, 1)) < 1e-6
    assert body.local_point((1, 1)).distance((1, 0)) < 1e-6
    assert body.world_vector((1, 0)).distance((0, 1)) < 1e-6
    assert body.local_vector((0, 1)).distance((1, 0)) < 1e-6
    body.angular_velocity = 1
    assert body.velocity_at((1, 1)).distance((-1, 0)) < 1e-6


def test_handles(world):
    scene, ball = world.scene, world.ball
    assert scene.body(ball.key) == ball and hash(scene.body(ball.key)) == hash(ball)
    assert ball != world.box and ball.scene == scene
    assert scene.bodies == [world.ground, world.box, ball]
    assert scene.branch().body(ball.key) != ball
    assert ball.colliders[0].body == ball
    assert {ball: 1}[scene.body(ball.key)] == 1
    assert "dynamic" in repr(ball)
    with pytest.raises(TypeError, match="pickle the scene"):
        pickle.dumps(ball)


def test_removed_bodies(world):
    scene, ball, collider = world.scene, world.ball, world.ball.colliders[0]
    ball.remove()
    assert not ball.is_valid and not collider.is_valid
    assert repr(ball) == "<removed Body>"
    for use in (
        lambda: ball.position,
        lambda: setattr(ball, "angle", 1),
        lambda: ball.apply_force((1, 0)),
        lambda: collider.friction,
        lambda: scene.remove(ball),
        lambda: scene.body(ball.key),
        lambda: scene.poses([ball.key]),
        lambda: scene.body(0),
        lambda: scene.body(2**64 - 1),
        lambda: scene.add(umbra2d.weld(world.box, ball, (0, 0))),
        lambda: ball.add(umbra2d.circle(1)),
    ):
        with pytest.raises(KeyError):
            use()
    assert scene.body_count == 2
    scene.clear()
    assert scene.bodies == []


def test_vec2():
    a = Vec2(3, 4)
    assert a.length == abs(a) == 5 and tuple(a) == (3, 4) and a[0] == a[-2] == 3
    assert a + (1, 1) == (1, 1) + a == (4, 5)
    assert a - (1, 1) == (2, 3) and (1, 1) - a == (-2, -3)
    assert a * 2 == 2 * a == (6, 8) and a / 2 == (1.5, 2) and -a == (-3, -4)
    assert a.dot((1, 2)) == 11 and a.cross((1, 2)) == 2
    assert a.normalized().length == pytest.approx(1)
    assert a.rotated(math.pi / 2).distance(a.perpendicular()) < 1e-12
    assert hash(a) == hash((3.0, 4.0)) and a == [3, 4] and a != (3, 5) and a != "x"
    assert not Vec2() and a and repr(a) == "Vec2(3.0, 4.0)"
    assert pickle.loads(pickle.dumps(a)) == a
    with pytest.raises(TypeError):
        a + 1
    with pytest.raises(ZeroDivisionError):
        a / 0
    with pytest.raises(IndexError):
        a[2]


def test_poses():
    pose = umbra2d.Pose((1, 2), 0.5)
    assert pickle.loads(pickle.dumps(pose)) == pose
    assert pose.transform((1, 0)).distance((1 + math.cos(0.5), 2 + math.sin(0.5))) < 1e-6
    assert repr(umbra2d.Pose()) == "Pose((0.0, 0.0), 0.0)"
    with pytest.raises(TypeError, match="position"):
        umbra2d.Pose(3)


def test_records():
    assert umbra2d.Filter() == umbra2d.Filter(category=1)
    assert pickle.loads(pickle.dumps(umbra2d.Filter(2, 3, -1))) == umbra2d.Filter(2, 3, -1)
    assert repr(umbra2d.Filter(2, 3, -1)) == "Filter(category=2, mask=3, group=-1)"
    ice = umbra2d.Material(friction=0, friction_rule="minimum")
    assert ice.friction == 0 and ice.friction_rule == "minimum"


def test_a_body_is_copied_by_its_description(weightless):
    scene = weightless
    barrel = scene.add(
        umbra2d.dynamic(linear_damping=0.5, velocity=(1, 2)),
        umbra2d.circle(0.4, friction=0.1, position=(1, 0)),
    )
    shapes = [collider.to_def(density=2.0) for collider in barrel.colliders]
    copy = scene.add(barrel.to_def(position=(3, 0)), *shapes)
    assert copy.position == (3, 0) and copy.velocity == (1, 2)
    assert copy.linear_damping == 0.5 and copy.mass == pytest.approx(2 * barrel.mass)
    (collider,) = copy.colliders
    assert collider.friction == pytest.approx(0.1) and collider.aabb[1].x == pytest.approx(4.4)
    with pytest.raises(TypeError, match="bounce"):
        barrel.to_def(bounce=1)
    barrel.remove()
    with pytest.raises(KeyError):
        barrel.to_def()
