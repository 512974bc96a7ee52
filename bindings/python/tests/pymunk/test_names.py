"""`umbra2d.pymunk`: installing, the handlers of pymunk 6, copies, bad input."""

import copy
import math
import pickle

import pytest
import umbra2d.pymunk as package


@pytest.fixture(params=[6, 7])
def version(request):
    package.install(request.param)
    yield request.param
    package.uninstall()


def pile(pymunk):
    """A floor with three boxes, one on another."""
    space = pymunk.Space()
    space.gravity = 0, -900
    floor = pymunk.Segment(space.static_body, (-300, 0), (300, 0), 5)
    floor.friction = 0.8
    space.add(floor)
    for row in range(3):
        body = pymunk.Body(1, pymunk.moment_for_box(1, (40, 40)))
        body.position = row, 26 + 41 * row
        box = pymunk.Poly.create_box(body, (40, 40))
        box.friction = 0.8
        space.add(body, box)
    return space


def test_install_gives_the_version(version):
    import pymunk
    from pymunk.vec2d import Vec2d

    assert pymunk.version.startswith(f"{version}.")
    assert pymunk.Vec2d is Vec2d
    assert hasattr(pymunk.Space, "add_collision_handler") == (version == 6)


def test_install_refuses_other_versions():
    with pytest.raises(ValueError, match="version"):
        package.install(5)


def test_a_pile_comes_to_rest():
    space = pile(package)
    for _ in range(240):
        space.step(1 / 60)
    heights = [body.position.y for body in space.bodies]
    assert heights == pytest.approx([25, 65, 105], abs=0.5)


@pytest.mark.parametrize("version", [6], indirect=True)
def test_handlers_of_6(version):
    space = pile(package)
    calls = []
    handler = space.add_collision_handler(0, 0)
    handler.data["name"] = "pile"
    handler.begin = lambda arbiter, space, data: calls.append(data["name"]) or False
    for _ in range(30):
        space.step(1 / 60)
    assert calls and set(calls) == {"pile"}
    assert next(iter(space.bodies)).position.y < 0  # nothing holds it


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_go_on_with_the_same_bits(clone):
    space = pile(package)
    for _ in range(20):
        space.step(1 / 60)
    other = clone(space)
    for _ in range(60):
        space.step(1 / 60)
        other.step(1 / 60)
    assert [b.position for b in space.bodies] == [b.position for b in other.bodies]
    assert space._scene.state_hash() == other._scene.state_hash()


SETTINGS = ["position", "velocity", "force", "angle", "angular_velocity", "torque"]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("value", [math.nan, (math.nan, 0), "x", None, (1, 2, 3)])
def test_bad_values_name_the_attribute(name, value):
    space = pile(package)
    body = next(iter(space.bodies))
    before = space._scene.state_hash(), getattr(body, name)
    with pytest.raises(AssertionError, match=name):
        setattr(body, name, value)
    assert (space._scene.state_hash(), getattr(body, name)) == before


@pytest.mark.parametrize("dt", [math.nan, math.inf, -1, "x"])
def test_bad_steps(dt):
    space = pile(package)
    before = space._scene.state_hash()
    with pytest.raises(AssertionError, match="dt"):
        space.step(dt)
    assert space._scene.state_hash() == before


def test_removed_twice():
    space = pile(package)
    shape = next(iter(space.shapes))
    space.remove(shape)
    with pytest.raises(AssertionError):
        space.remove(shape)
    space.step(1 / 60)


def constraints(a, b):
    """One of each kind."""
    return [
        package.PinJoint(a, b),
        package.SlideJoint(a, b, (0, 0), (0, 0), 5, 30),
        package.PivotJoint(a, b, (10, 0)),
        package.GrooveJoint(a, b, (-20, 0), (20, 0), (0, 0)),
        package.DampedSpring(a, b, (0, 0), (0, 0), 15, 100, 5),
        package.DampedRotarySpring(a, b, 0.5, 1000, 100),
        package.RotaryLimitJoint(a, b, -0.5, 0.5),
        package.RatchetJoint(a, b, 0, 0.5),
        package.GearJoint(a, b, 0, 1),
        package.SimpleMotor(a, b, 2),
    ]


def single(index):
    """A space with one constraint between the static body and a free one that turns."""
    space = package.Space()
    body = package.Body(1, 100)
    body.position = 20, 0
    body.angular_velocity = 3
    constraint = constraints(space.static_body, body)[index]
    space.add(body, constraint)
    for _ in range(120):
        space.step(1 / 60)
    return body, constraint


def test_joints_hold():
    for index in (0, 1, 4):
        body, _ = single(index)
        assert 4 < body.position.length < 31
    body, pivot = single(2)
    assert body.local_to_world(pivot.anchor_b) == pytest.approx((10, 0), abs=0.2)
    body, _ = single(3)
    assert body.position.y == pytest.approx(0, abs=0.2)


def test_joints_turn():
    assert -0.1 < single(6)[0].angle < 0.6
    assert single(8)[0].angle == pytest.approx(0, abs=0.1)
    assert single(9)[0].angular_velocity == pytest.approx(-2, abs=0.05)


@pytest.mark.parametrize("kind", range(10))
def test_constraints_are_copied(kind):
    _, constraint = single(kind)
    other = pickle.loads(pickle.dumps(constraint))
    assert type(other) is type(constraint)
    assert other.b.position == constraint.b.position


def test_a_conveyor_belt():
    space = package.Space()
    space.gravity = 0, -900
    belt = package.Segment(space.static_body, (-500, 0), (500, 0), 5)
    belt.friction, belt.surface_velocity = 1, (50, 0)
    body = package.Body(1, package.moment_for_box(1, (20, 20)))
    body.position = 0, 15
    box = package.Poly.create_box(body, (20, 20))
    box.friction = 1
    space.add(belt, body, box)
    for _ in range(120):
        space.step(1 / 60)
    assert abs(body.velocity.x) == pytest.approx(50, abs=5)
