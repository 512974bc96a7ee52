"""Colliders: all shapes, all settings."""

import numpy
import pytest
import umbra2d

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
SHAPES = {
    "circle": lambda **o: umbra2d.circle(0.5, **o),
    "cuboid": lambda **o: umbra2d.cuboid(0.5, 1, **o),
    "rounded_cuboid": lambda **o: umbra2d.rounded_cuboid(0.5, 1, 0.1, **o),
    "capsule": lambda **o: umbra2d.capsule((0, 0), (1, 0), 0.2, **o),
    "polygon": lambda **o: umbra2d.polygon(SQUARE, **o),
    "polygon of an array": lambda **o: umbra2d.polygon(numpy.array(SQUARE), **o),
    "rounded_polygon": lambda **o: umbra2d.rounded_polygon(SQUARE, 0.1, **o),
    "concave": lambda **o: umbra2d.concave([*SQUARE, (0.5, 0.5)], **o),
    "segment": lambda **o: umbra2d.segment((0, 0), (1, 0), **o),
    "chain": lambda **o: umbra2d.chain([(0, 0), (1, 0), (2, 1), (3, 1)], **o),
    "chain_loop": lambda **o: umbra2d.chain_loop(SQUARE, **o),
    "heightfield": lambda **o: umbra2d.heightfield([0, 1, 0.5, 2], 10, **o),
    "compound": lambda **o: umbra2d.compound(
        [((0, 0, 0), umbra2d.Shape.circle(1)), (((1, 0), 0.5), umbra2d.Shape.cuboid(1, 1))], **o
    ),
    "collider": lambda **o: umbra2d.collider(umbra2d.Shape.circle(1), **o),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape(world, name):
    body = world.scene.add(umbra2d.kinematic(), SHAPES[name](friction=0.25, user_data=3))
    [collider] = body.colliders
    assert collider.friction == 0.25 and collider.user_data == 3
    assert collider.body == body and collider.shapes and collider.local_shapes
    world.scene.step(1 / 60)


@pytest.mark.parametrize(
    "name, value",
    [
        ("density", 3.0),
        ("mass", 4.0),
        ("friction", 0.25),
        ("restitution", 0.5),
        ("friction_rule", "maximum"),
        ("restitution_rule", "multiply"),
        ("rolling_resistance", 0.125),
        ("surface_speed", 2.0),
        ("sensor", True),
        ("sees_sensors", True),
        ("hit_events", True),
        ("filter", umbra2d.Filter(2, 5, -1)),
        ("one_way", (0, 1)),
        ("one_way", None),
        ("user_data", 12),
        ("enabled", False),
    ],
)
def test_attributes_that_are_set(world, name, value):
    [collider] = world.ball.colliders
    setattr(collider, name, value)
    assert getattr(collider, name) == value
    world.scene.step(1 / 60)


def test_offsets(weightless):
    body = weightless.add(umbra2d.dynamic(), umbra2d.circle(1, position=(2, 0)))
    assert body.center_of_mass == (2, 0) and body.position == (0, 0)
    [collider] = body.colliders
    assert collider.aabb == ((1, -1), (3, 1))
    collider.offset = ((0, 1), 0)
    assert body.center_of_mass == (0, 1)
    more = body.add(umbra2d.cuboid(1, 1, density=2))
    assert body.colliders == [collider, more]
    more.set_shape(umbra2d.Shape.circle(0.25))
    assert more.shapes[0][0].radius == 0.25
    more.remove()
    assert body.colliders == [collider]


def test_materials_of_parts(weightless):
    materials = [umbra2d.Material(friction=it) for it in (0.5, 0.25)]
    chain = umbra2d.chain([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)])
    ground = weightless.add(umbra2d.fixed(), chain)
    [collider] = ground.colliders
    collider.set_shape_material(0, materials[1])
    assert collider.materials[0].friction == 0.25
    pieces = [((0, 0, 0), umbra2d.Shape.circle(1)), ((1, 0, 0), umbra2d.Shape.circle(1))]
    two = weightless.add(umbra2d.fixed(), umbra2d.compound(pieces, materials=materials))
    assert two.colliders[0].materials == materials
    with pytest.raises(ValueError):
        collider.set_shape_material(9, materials[0])


def test_shapes():
    box = umbra2d.Shape.cuboid(1, 2)
    assert box.kind == "polygon" and box.area == 8 and len(box.vertices) == 4
    assert umbra2d.Shape.capsule((0, 0), (1, 0), 0.5).kind == "capsule"
    assert umbra2d.Shape.segment((0, 0), (1, 0)).vertices == [(0, 0), (1, 0)]
    assert umbra2d.Shape.polygon(SQUARE, 0.25).radius == 0.25
    with pytest.raises(ValueError, match="radius"):
        umbra2d.Shape.circle(-1)


@pytest.mark.parametrize(
    "make, parameter",
    [
        (lambda: umbra2d.circle(-1), "radius"),
        (lambda: umbra2d.circle(float("nan")), "radius"),
        (lambda: umbra2d.circle(float("inf")), "radius"),
        (lambda: umbra2d.circle(1, friction=-1), "friction"),
        (lambda: umbra2d.circle(1, restitution=9), "restitution"),
        (lambda: umbra2d.circle(1, density=float("nan")), "density"),
        (lambda: umbra2d.polygon([(0, 0), (1, 0)]), "vertices"),
        (lambda: umbra2d.polygon([(0, 0), (1, 0), (2, 0)]), "vertices"),
        (lambda: umbra2d.compound([]), "shapes"),
    ],
)
def test_shapes_that_are_refused(world, make, parameter):
    before = world.scene.state_hash()
    with pytest.raises(ValueError):
        world.scene.add(umbra2d.dynamic(), make())
    assert world.scene.body_count == 3 and world.scene.state_hash() == before


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: umbra2d.circle("1"), "radius"),
        (lambda: umbra2d.circle(1, colour=3), "`colour`"),
        (lambda: umbra2d.circle(1, sensor=1), "`sensor` must be True or False"),
        (lambda: umbra2d.circle(1, filter=3), "`filter` must be a Filter"),
        (lambda: umbra2d.circle(1, position=1), "`position` must be a pair of numbers"),
        (lambda: umbra2d.circle(1, position=(1, 2, 3)), "`position` must be a pair"),
        (lambda: umbra2d.polygon(3), "`vertices`"),
        (lambda: umbra2d.polygon([1, 2, 3]), "`vertices`"),
        (lambda: umbra2d.compound([1]), "`shapes`"),
    ],
)
def test_types_that_are_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_words_that_are_refused():
    with pytest.raises(ValueError, match="`friction_rule` must be one of"):
        umbra2d.circle(1, friction_rule="most")
    with pytest.raises(ValueError, match="`user_data` must be from 0"):
        umbra2d.circle(1, user_data=-1)


def test_tile_maps(world):
    ice = umbra2d.Tile("full", umbra2d.Material(friction=0), 7)
    level = umbra2d.tiles(1, "\n..=.\n#./#\n*###\n", {"*": ice}, position=(20, 0))
    [level] = world.scene.add(umbra2d.fixed(), level).colliders
    assert level.cell_size == 1 and level.cell((0, 0)) == ice
    assert level.cell((2, 1)).cell == "slope_right" and level.cell((9, 9)) == umbra2d.Tile("empty")
    assert level.cell((0, 0)).material.friction == 0 and level.cell((0, 0)).user_data == 7
    at = level.aabb[0] + (0.5, 0.5)
    assert level.cell_at(at) == (0, 0)
    assert level.cells_in(at, at) == [((0, 0), ice)]
    level.set_cell((1, 1), "half_left")
    assert level.cell((1, 1)).cell == "half_left"
    rows = [["full", ice], ["empty", "ceiling_slope_left_start"]]
    [small] = world.scene.add(umbra2d.fixed(), umbra2d.tiles(2, rows)).colliders
    assert repr(small.cell((1, 1))) == "Tile('ceiling_slope_left_start')"
    world.scene.step(1 / 60)
    assert world.ball.colliders[0].cell((0, 0)) is None
    with pytest.raises(ValueError, match="legend"):
        umbra2d.tiles(1, "?")
    with pytest.raises(ValueError, match="cell"):
        umbra2d.Tile("round")
    with pytest.raises(ValueError):
        world.ball.colliders[0].set_cell((0, 0), "full")
    with pytest.raises(ValueError, match="dynamic"):
        world.ball.add(umbra2d.tiles(1, "#"))
