"""Profiles, revisions, exchanged shapes, fields and explosions for shapes, runs."""

import pytest
import umbra2d
from umbra2d import NewShapes, Shape

STEP = 1 / 60


def test_profile(world):
    world.scene.step(STEP)
    profile = world.scene.profile()
    assert len(profile) == 11 and profile["changes"].count == 2
    assert all(it.time >= 0 for it in profile.values()) and profile["solve"].time > 0


def test_revision(world):
    world.scene.step(STEP)
    before = world.scene.revision()
    world.ball.velocity = (1, 0)
    world.scene.step(STEP)
    assert world.scene.revision() == before == world.scene.branch().revision()
    world.scene.add(umbra2d.fixed(), umbra2d.circle(1))
    assert world.scene.revision() != before


def test_explosion_on(weightless):
    ball = weightless.add(umbra2d.dynamic(position=(2, 0)), umbra2d.circle(0.5))
    shape, before = Shape.circle(0.5), weightless.state_hash()
    impulse = weightless.explosion_on(shape, (2, 0, 0), (0, 0), 4, impulse=3)
    assert weightless.state_hash() == before and impulse.x > 0 and abs(impulse.y) < 1e-4
    assert weightless.explosion_on(shape, (9, 0, 0), (0, 0), 4) == (0, 0)
    [blown] = weightless.explode((0, 0), 4, impulse=3)
    assert blown.body == ball and blown.impulse.x == pytest.approx(impulse.x, rel=1e-3)
    for error, name, call in [
        (ValueError, "reach", lambda: weightless.explosion_on(shape, (2, 0, 0), (0, 0), -1)),
        (TypeError, "shape", lambda: weightless.explosion_on(3, (2, 0, 0), (0, 0), 1)),
        (ValueError, "pose", lambda: weightless.explosion_on(shape, (1e30, 0, 0), (0, 0), 1)),
    ]:
        with pytest.raises(error, match=name):
            call()


def test_shapes_in_fields(weightless):
    boat = weightless.add(umbra2d.dynamic(position=(5, 0), angle=0.5), umbra2d.cuboid(1, 1))
    pool = weightless.add(umbra2d.FieldDef.water(1, cuboid=(5, 1)))
    area, center = pool.shape_in(Shape.cuboid(1, 1), (0, 1, 0))
    assert area == pytest.approx(2) and tuple(center) == pytest.approx((0, 0.5))
    wake = weightless.add(
        umbra2d.FieldDef.wind((1, 0), cuboid=(1, 1), body=boat, position=(0, 2))
    )
    assert wake.pose.position == (0, 2)
    assert tuple(wake.world_pose.position) == pytest.approx(tuple(boat.world_point((0, 2))))
    before = weightless.state_hash()
    with pytest.raises(TypeError, match="shape"):
        pool.shape_in(3, (0, 0, 0))
    with pytest.raises(ValueError, match="pose"):
        pool.shape_in(Shape.circle(1), (float("nan"), 0, 0))
    assert weightless.state_hash() == before
    wake.remove()
    with pytest.raises(KeyError):
        wake.world_pose


def test_exchange_shapes(weightless):
    body = weightless.add(
        umbra2d.dynamic(velocity=(1, 0)),
        umbra2d.compound([((0, 0, 0), Shape.circle(1)), ((3, 0, 0), Shape.circle(0.5))]),
    )
    [collider] = body.colliders
    ice = umbra2d.Material(friction=0.1)
    new = NewShapes(
        collider,
        keep=[1],
        add=[((0, 0, 0), Shape.cuboid(1, 1)), ((5, 0, 0), Shape.circle(0.2), ice)],
        density=2,
    )
    body.exchange_shapes(new)
    assert len(collider.shapes) == 3 and body.mass > 8
    assert ice.friction in [pytest.approx(it.friction) for it in collider.materials]
    before = weightless.state_hash()
    other = umbra2d.Scene().add(umbra2d.dynamic(), umbra2d.circle(1))
    wrong = [
        (ValueError, "mass", lambda: NewShapes(collider, density=1, mass=1)),
        (TypeError, "keep", lambda: NewShapes(collider, keep=3)),
        (TypeError, "add", lambda: NewShapes(collider, add=[3])),
        (TypeError, "new_shapes", lambda: body.exchange_shapes(3)),
        (ValueError, "new_shapes", lambda: body.exchange_shapes(NewShapes(other.colliders[0]))),
        (ValueError, None, lambda: body.exchange_shapes(NewShapes(collider, keep=[99]))),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert weightless.state_hash() == before


def test_solved_as(weightless):
    a, b = (weightless.add(umbra2d.dynamic(position=(x, 0)), umbra2d.circle(0.4)) for x in (0, 1))
    joint = weightless.add(umbra2d.revolute(a, b, (0.5, 0)))
    weightless.step(STEP)
    assert joint.solved_as in ("rows", "tree")
    weightless.config.joints = "trees"
    weightless.step(STEP)
    assert joint.solved_as == "tree"


def test_points_of_contacts_are_dropped(world):
    class LeftOnly:
        def modify_contact(self, contact):
            contact.retain_points(lambda position, separation: position.x < 0)

    for _ in range(60):
        world.scene.step_with(STEP, LeftOnly())
    assert world.box.angle != 0

    class Broken:
        def modify_contact(self, contact):
            contact.retain_points(lambda position, separation: 1 / 0)

    before = world.scene.state_hash()
    with pytest.raises(ZeroDivisionError):
        world.scene.step_with(STEP, Broken())
    assert world.scene.state_hash() == before


def test_cast_shape_all(world):
    hits = world.scene.cast_shape_all(Shape.circle(0.1), (-5, 0.5, 0), (10, 0))
    assert [hit.body for hit in hits] == [world.box]
    down = world.scene.cast_shape_all(Shape.circle(0.1), (0, 5, 0), (0, -9), 0.5)
    assert [hit.body for hit in down] == [world.box, world.ground]
    assert down[0].fraction < down[1].fraction
    with pytest.raises(ValueError, match="turn"):
        world.scene.cast_shape_all(Shape.circle(0.1), (0, 5, 0), (0, -9), float("nan"))


def test_runs(world):
    twin = world.scene.branch()
    world.scene.run(2)
    twin.run(2, dt=1 / 60, progress=True)
    assert world.scene.state_hash() == twin.state_hash()
    before = twin.state_hash()
    for seconds, dt in [(-1, 0.1), (float("nan"), 0.1), (1, 0), (1e30, 1e-3)]:
        with pytest.raises(ValueError, match="seconds"):
            twin.run(seconds, dt=dt)
    assert twin.state_hash() == before
