"""Fields, fracture, explosions, hooks, pictures."""

import math

import pytest
import umbra2d
from umbra2d import FieldDef

NAN = float("nan")


def test_water_carries(world):
    water = world.scene.add(FieldDef.water(4, position=(3, 3), cuboid=(2, 3)))
    world.scene.step(1 / 60, 600)
    assert world.ball.position.y > 4 and world.box.position.y < 1
    area, center = water.submerged(world.ball)
    assert area > 0.1 and center.distance(world.ball.position) < 0.5
    assert water.kind == "water" and world.scene.fields == [water]
    water.enabled = False
    world.ball.wake()
    world.scene.step(1 / 60, 120)
    assert world.ball.position.y < 1
    water.remove()
    with pytest.raises(KeyError):
        water.kind
    assert repr(water) == "<removed Field>"


def test_kinds_of_fields(weightless):
    ball = weightless.add(umbra2d.dynamic(position=(2, 0)), umbra2d.circle(0.5))
    planet = weightless.add(umbra2d.fixed(), umbra2d.circle(1))
    for field in (
        FieldDef.gravity((0, -5)),
        FieldDef.attraction(5, 1, body=planet),
        FieldDef.magnet(5, 4),
        FieldDef.wind((3, 0), drag=1, lift=0.5, density=1),
        FieldDef.gravity((1, 0), polygon=[(-5, -5), (5, -5), (5, 5)], angle=0.1),
        FieldDef.gravity((1, 0), below=True, position=(0, 1), filter=umbra2d.Filter()),
    ):
        ball.pose, ball.velocity = (2, 0, 0), (0, 0)
        field = weightless.add(field)
        weightless.step(1 / 60)
        assert ball.velocity.length > 0, field.kind
        weightless.remove(field)
    field = weightless.add(FieldDef.gravity((0, -5)))
    field.position, field.angle = (1, 2), 0.5
    assert field.position == (1, 2) and field.angle == pytest.approx(0.5)
    field.set(FieldDef.attraction(5, 1, body=planet))
    assert field.kind == "attraction" and field.body == planet
    assert weightless.field(field.key) == field


def test_fields_that_are_refused(weightless):
    other = umbra2d.Scene().add(umbra2d.fixed())
    for field in (
        FieldDef.gravity((NAN, 0)),
        FieldDef.water(-1),
        FieldDef.water(1, lift=1),
        FieldDef.gravity((1, 0), body=other),
    ):
        with pytest.raises(ValueError):
            weightless.add(field)
    with pytest.raises(TypeError, match="`size`"):
        FieldDef.water(1, size=3)
    assert weightless.fields == []


def test_explosions(world):
    blown = world.scene.explode((0, 0), 10, impulse=3, core=1)
    assert {it.body for it in blown} == {world.box, world.ball}
    assert all(it.impulse.length > 0 and it.piece_of is None for it in blown)
    assert world.box.velocity.y > 0
    with pytest.raises(ValueError, match="reach"):
        world.scene.explode((0, 0), -1)


def test_cutting(world):
    pieces = world.box.split((0, -5), (0.1, 5))
    assert len(pieces) == 2 and world.box in pieces
    [piece] = [it for it in pieces if it != world.box]
    assert piece.is_dynamic and world.scene.body_count == 4
    assert world.box.mass + piece.mass == pytest.approx(1, abs=1e-3)
    pieces = world.ball.shatter(world.ball.position, 5)
    assert 3 <= len(pieces) <= 6 and pieces[0] == world.ball
    bite = [(10, -0.5), (11, -0.5), (11, 0.5), (10, 0.5)]
    [carved] = world.scene.carve(bite)
    assert carved.body == world.ground
    world.ground.carve([(x - 5, y) for x, y in bite])
    world.scene.step(1 / 60)
    with pytest.raises(ValueError):
        world.ground.split((0, 0), (0, 0))


class Hooks:
    def __init__(self, **methods):
        vars(self).update(methods)


def test_hooks_decide(world):
    world.box.colliders[0].user_data = 7
    asked = []

    def should_collide(pair):
        asked.append(pair)
        return 7 not in pair.user_data

    for _ in range(30):
        world.scene.step_with(1 / 60, Hooks(should_collide=should_collide))
    assert world.box.position.y < -0.5
    assert asked[0].bodies == (world.ground, world.box) and asked[0].colliders


def test_hooks_modify(world):
    world.box.velocity = (5, 0)
    kept = []

    def modify_contact(contact):
        kept.append(contact)
        assert contact.normal == (0, 1) and len(contact.points) == 2
        assert contact.friction > 0 and contact.separation < 0.1
        contact.friction = 0
        contact.surface_speed = contact.rolling_resistance = contact.restitution = 0

    for _ in range(30):
        world.scene.step_with(1 / 60, Hooks(modify_contact=modify_contact))
    assert world.box.velocity.x == pytest.approx(5, abs=1e-3)
    assert kept[0].pair.bodies == (world.ground, world.box)
    with pytest.raises(RuntimeError, match="has returned"):
        kept[0].friction = 1
    world.scene.step_with(1 / 60, Hooks(modify_contact=lambda contact: contact.disable()))
    world.scene.step_with(1 / 60, None)


def test_hooks_of_sensors(world):
    zone = umbra2d.cuboid(1, 1, sensor=True)
    world.scene.add(umbra2d.fixed(position=(3, 5)), zone)
    world.scene.step_with(1 / 60, Hooks(should_sense=lambda pair: False))
    assert world.scene.sensor_events == []


@pytest.mark.parametrize("name", ["should_collide", "modify_contact"])
def test_hooks_that_raise(world, name):
    before = world.scene.state_hash()

    def hook(_):
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        world.scene.step_with(1 / 60, Hooks(**{name: hook}))
    assert world.scene.state_hash() == before
    with pytest.raises(RuntimeError, match="being stepped"):
        world.scene.step_with(1 / 60, Hooks(should_collide=lambda _: world.ball.position))
    with pytest.raises(ValueError, match="friction"):
        edit = Hooks(modify_contact=lambda contact: setattr(contact, "friction", NAN))
        world.scene.step_with(1 / 60, edit)
    assert world.scene.state_hash() == before
    world.scene.step(1 / 60)


def test_pictures(world):
    assert world.scene._repr_svg_().startswith("<svg")
    everything = {
        name: True
        for name in (
            "shapes joints contacts normals impulses velocities boxes centers_of_mass fields "
            "portals islands"
        ).split()
    }
    world.scene.step(1 / 60)
    picture = world.scene.to_svg(view=((-5, -1), (5, 5)), scale=20, opacity=0.5, **everything)
    assert picture.endswith("</svg>\n") and 'width="200"' in picture
    for name, value in (("scale", -1), ("opacity", NAN), ("view", ((1, 1), (0, 0)))):
        with pytest.raises(ValueError):
            world.scene.to_svg(**{name: value})
    with pytest.raises(TypeError, match="`color`"):
        world.scene.to_svg(color=3)
    assert math.isfinite(world.scene.energy)
