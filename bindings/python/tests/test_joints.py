"""Joints: all kinds, all settings, events."""

import pytest
import umbra2d


@pytest.fixture
def pair(weightless):
    wall = weightless.add(umbra2d.fixed())
    block = weightless.add(umbra2d.dynamic(position=(1, 0)), umbra2d.cuboid(0.5, 0.5))
    return weightless, wall, block


def every_kind(a, b):
    return {
        "revolute": umbra2d.revolute(a, b, (0, 0)),
        "prismatic": umbra2d.prismatic(a, b, (0, 0), (1, 0)),
        "wheel": umbra2d.wheel(a, b, (0, 0), (0, 1)),
        "groove": umbra2d.groove(a, b, (0, 0), (2, 0), (1, 0)),
        "weld": umbra2d.weld(a, b, (0, 0)),
        "distance": umbra2d.distance(a, b, (0, 0), (1, 0)),
        "rope": umbra2d.rope(a, b, (0, 0), (1, 0), 2),
        "spring": umbra2d.spring(a, b, (0, 0), (1, 0), 2, 0.5),
        "motor": umbra2d.motor(a, b),
        "target": umbra2d.target(b, (1, 0)),
        "friction": umbra2d.friction(a, b, (0, 0)),
        "gear": umbra2d.gear(a, b, 2),
        "pulley": umbra2d.pulley(a, b, (0, 2), (1, 2), (0, 0), (1, 0), 1),
        "ratchet": umbra2d.ratchet(a, b, 0, 0.1),
        "filter": umbra2d.filter(a, b),
    }


def test_every_kind(pair):
    scene, wall, block = pair
    for kind, description in every_kind(wall, block).items():
        joint = scene.add(description)
        assert joint.kind == kind and joint.body_b == block
        assert repr(joint) == f"<Joint {kind}>"
        scene.step(1 / 60)
        assert scene.joints == [joint] == block.joints
        assert scene.joint(joint.key) == joint
        scene.remove(joint)
        assert not joint.is_valid and repr(joint) == "<removed Joint>"


@pytest.mark.parametrize(
    "kind, name, value",
    [
        ("revolute", "limits", (-1, 1)),
        ("revolute", "limits", None),
        ("revolute", "motor", (2, 50)),
        ("revolute", "motor", None),
        ("revolute", "spring", (2, 0.5)),
        ("revolute", "spring", None),
        ("weld", "angular_spring", (2, 0.5)),
        ("weld", "angular_spring", None),
        ("spring", "spring_stiffness", (50, 2)),
        ("weld", "angular_spring_stiffness", (50, 2)),
        ("revolute", "rest", 0.5),
        ("motor", "target", umbra2d.Pose((1, 1), 0)),
        ("motor", "target", None),
        ("motor", "velocity", (1, 0)),
        ("motor", "angular_velocity", 1.0),
        ("motor", "max_force", 10.0),
        ("friction", "max_torque", 10.0),
        ("weld", "break_force", 100.0),
        ("weld", "break_torque", 100.0),
        ("weld", "softness", (30, 1)),
        ("weld", "enabled", False),
        ("weld", "collide_connected", True),
        ("weld", "user_data", 9),
        ("gear", "ratio", 3.0),
    ],
)
def test_settings(pair, kind, name, value):
    scene, wall, block = pair
    joint = scene.add(every_kind(wall, block)[kind])
    setattr(joint, name, value)
    assert getattr(joint, name) == value
    scene.step(1 / 60)


def test_settings_of_a_description(pair):
    scene, wall, block = pair
    hinge = umbra2d.revolute(
        wall, block, (0, 0), limits=(-1, 1), motor=(3, 100), break_force=1e6, user_data=4
    )
    hinge = scene.add_joint(hinge)
    assert (hinge.limits, hinge.motor, hinge.user_data) == ((-1, 1), (3, 100), 4)
    scene.step(1 / 60, 30)
    assert 0.9 < hinge.angle < 1.1 and hinge.speed < 3.1
    rope = umbra2d.distance(wall, block, (0, 0), (1, 0), local_anchors=((0, 1), (0, 0)))
    assert scene.add(rope).anchor_a == (0, 1)


def test_bounds_are_taken_away(pair):
    scene, wall, block = pair
    weld = scene.add(umbra2d.weld(wall, block, (0, 0), break_force=5, break_torque=None))
    weld.softness = (5, 1)
    assert (weld.break_force, weld.break_torque, weld.softness) == (5, None, (5, 1))
    weld.break_force = weld.softness = None
    assert (weld.break_force, weld.softness) == (None, None)
    weld.break_torque = float("inf")
    assert weld.break_torque is None
    scene.step(1 / 60, 60)
    assert len(list(block.joints)) == 1


def test_a_target_follows_the_mouse(pair):
    scene, _, block = pair
    grip = scene.add(umbra2d.target(block, (1, 0)))
    grip.target_point = (4, 3)
    scene.step(1 / 60, 120)
    assert block.position.distance((4, 3)) < 0.05
    with pytest.raises(AttributeError):
        grip.target_point


def test_gears_between_joints(pair):
    scene, wall, block = pair
    wheel = scene.add(umbra2d.dynamic(position=(5, 0)), umbra2d.circle(1))
    rail = scene.add(umbra2d.prismatic(wall, block, (1, 0), (1, 0)))
    axle = scene.add(umbra2d.revolute(wall, wheel, (5, 0)))
    scene.add(umbra2d.gear_between(axle, rail, -2))
    wheel.apply_angular_impulse(2)
    scene.step(1 / 60)
    assert rail.speed == pytest.approx(axle.speed / 2, abs=1e-4)


def test_a_joint_breaks(pair):
    scene, wall, block = pair
    joint = scene.add(umbra2d.weld(wall, block, (0, 0), break_force=1))
    block.constant_force = ((50, 0), 0)
    scene.step(1 / 60)
    [event] = scene.joint_events
    assert event.kind == "broken" and event.joint == joint and event.force.length > 1
    assert event.bodies == (wall, block) and not joint.is_valid


def test_closing(pair):
    scene, wall, block = pair
    joint = scene.add(umbra2d.weld(wall, block, (0, 0), local_anchors=((3, 0), (0, 0))))
    assert joint.separation > 1
    joint.close()
    assert joint.separation < 1e-5
    assert joint.reaction_force == (0, 0) and joint.reaction_torque == 0


def test_joints_that_are_refused(pair):
    scene, wall, block = pair
    other = umbra2d.Scene().add(umbra2d.fixed())
    with pytest.raises(ValueError, match="`b` is of another scene"):
        umbra2d.weld(wall, other, (0, 0))
    with pytest.raises(ValueError, match="another scene"):
        umbra2d.Scene().add(umbra2d.weld(wall, block, (0, 0)))
    with pytest.raises(ValueError, match="itself"):
        scene.add(umbra2d.weld(wall, wall, (0, 0)))
    with pytest.raises(ValueError, match="anchor"):
        scene.add(umbra2d.weld(wall, block, (float("nan"), 0)))
    with pytest.raises(ValueError, match="limits"):
        scene.add(umbra2d.revolute(wall, block, (0, 0), limits=(1, -1)))
    with pytest.raises(ValueError, match="motor"):
        scene.add(umbra2d.weld(wall, block, (0, 0), motor=(1, 1)))
    with pytest.raises(TypeError, match="unexpected keyword argument `limit`"):
        umbra2d.revolute(wall, block, (0, 0), limit=1)
    with pytest.raises(TypeError, match="`a` must be a Body"):
        umbra2d.weld(1, block, (0, 0))
    joint = scene.add(umbra2d.weld(wall, block, (0, 0)))
    with pytest.raises(ValueError, match="limits"):
        joint.limits = (0, 1)
    assert scene.joints == [joint]
