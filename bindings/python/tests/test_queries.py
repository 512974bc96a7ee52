"""Queries and their filters."""

import math

import numpy
import pytest
import umbra2d

NAN = float("nan")


@pytest.fixture
def row(weightless):
    bodies = [
        weightless.add(umbra2d.dynamic(position=(x, 0)), umbra2d.circle(0.5, user_data=x))
        for x in (2, 4, 6)
    ]
    return weightless, bodies


def test_rays(row):
    scene, bodies = row
    hit = scene.cast_ray((0, 0), (10, 0))
    assert hit.body == bodies[0] and hit.collider == bodies[0].colliders[0]
    assert hit.point == (1.5, 0) and hit.normal == (-1, 0) and hit.part == 0
    assert hit.fraction == pytest.approx(0.15)
    assert [it.body for it in scene.cast_ray_all((0, 0), (10, 0))] == bodies
    assert scene.cast_ray((0, 5), (10, 0)) is None


def test_many_rays(row):
    scene, bodies = row
    angles = numpy.linspace(0, 2 * math.pi, 32, endpoint=False)
    rays = numpy.zeros((32, 4))
    rays[:, 2], rays[:, 3] = 10 * numpy.cos(angles), 10 * numpy.sin(angles)
    fractions, normals, keys = scene.cast_rays(rays)
    assert fractions[0] == pytest.approx(0.15) and fractions[16] == 1
    assert keys[0] == bodies[0].key and keys[16] == 0
    assert normals[0].tolist() == [-1, 0]
    assert fractions.dtype == numpy.float32 and keys.dtype == numpy.uint64
    _, _, keys = scene.cast_rays(rays, predicate=lambda it: it.user_data > 3)
    assert keys[0] == bodies[1].key
    assert scene.cast_rays(numpy.zeros((0, 4)))[0].shape == (0,)


def test_filters(row):
    scene, bodies = row
    ask = lambda **options: scene.cast_ray((0, 0), (10, 0), **options)
    assert ask(exclude=bodies[0]).body == bodies[1]
    assert ask(only="fixed") is None
    assert ask(only=["fixed", "dynamic"]).body == bodies[0]
    assert ask(only=[]) is None
    bodies[0].colliders[0].filter = umbra2d.Filter(category=4)
    assert ask(filter=umbra2d.Filter(mask=1)).body == bodies[1]
    bodies[0].colliders[0].sensor = True
    assert ask().body == bodies[1] and ask(sensors=True).body == bodies[0]
    assert ask(platforms="solid", portals=False).body == bodies[1]


def test_predicates_may_read_and_not_write(row):
    scene, bodies = row
    seen = []

    def predicate(collider):
        seen.append(collider.body)
        assert scene.cast_ray((0, 0), (1, 0)) is None
        return collider.user_data == 6

    assert scene.cast_ray((0, 0), (10, 0), predicate=predicate).body == bodies[2]
    assert set(seen) == set(bodies)

    def careless(_):
        bodies[0].position = (9, 9)

    with pytest.raises(RuntimeError, match="being stepped or read"):
        scene.colliders_at((2, 0), predicate=careless)
    with pytest.raises(ZeroDivisionError):
        scene.cast_ray_all((0, 0), (10, 0), predicate=lambda _: 1 / 0)
    bodies[0].position = (9, 9)


def test_casts(row):
    scene, bodies = row
    ball = umbra2d.Shape.circle(0.5)
    hit = scene.cast_shape(ball, (0, 0, 0), (10, 0))
    assert hit.body == bodies[0] and hit.pose.position.distance((1, 0)) < 1e-4
    assert hit.normal == (-1, 0)
    stick = umbra2d.Shape.cuboid(2, 0.1)
    assert scene.cast_shape(stick, (4, 2, 0), (0, 0)) is None
    assert scene.cast_shape(stick, (4, 2, 0), (0, 0), turn=math.pi / 2).body == bodies[1]


def test_overlaps_and_points(row):
    scene, bodies = row
    first, second, _ = (body.colliders[0] for body in bodies)
    assert scene.overlap_shape(umbra2d.Shape.cuboid(1.6, 1), ((3, 0), 0)) == [first, second]
    assert scene.overlap_aabb((0, -1), (2, 1)) == [first]
    assert scene.colliders_at((4.2, 0)) == [second]
    near = scene.closest_point((4, 2), 3)
    assert near.body == bodies[1] and near.point == (4, 0.5) and near.distance == 1.5
    assert scene.closest_point((4, 20), 3) is None
    assert [it.body for it in scene.closest_points((3.9, 0), 3)] == [bodies[1], bodies[0], bodies[2]]


@pytest.mark.parametrize(
    "ask, parameter",
    [
        (lambda s: s.cast_ray((NAN, 0), (1, 0)), "origin"),
        (lambda s: s.cast_ray((0, 0), (math.inf, 0)), "translation"),
        (lambda s: s.cast_rays([[0, 0, 1, NAN]]), "rays"),
        (lambda s: s.cast_rays([[0, 0, 1]]), "rays"),
        (lambda s: s.cast_rays([0, 0, 1, 0]), "rays"),
        (lambda s: s.colliders_at((NAN, 0)), "point"),
        (lambda s: s.closest_point((0, 0), -1), "max_distance"),
        (lambda s: s.closest_point((0, 0), NAN), "max_distance"),
        (lambda s: s.overlap_shape(umbra2d.Shape.circle(1), (0, NAN, 0)), "pose"),
        (lambda s: s.cast_shape(umbra2d.Shape.circle(1), (0, 0, 0), (0, 0), NAN), "turn"),
        (lambda s: s.cast_ray((0, 0), (1, 0), only="ghost"), "only"),
    ],
)
def test_values_that_are_refused(row, ask, parameter):
    with pytest.raises(ValueError, match=f"`{parameter}`"):
        ask(row[0])


@pytest.mark.parametrize(
    "ask, parameter",
    [
        (lambda s: s.cast_ray(1, (1, 0)), "origin"),
        (lambda s: s.cast_rays("x"), "rays"),
        (lambda s: s.cast_ray((0, 0), (1, 0), predicate=1), "predicate"),
        (lambda s: s.cast_ray((0, 0), (1, 0), exclude=1), "exclude"),
        (lambda s: s.cast_ray((0, 0), (1, 0), sensor=True), "sensor"),
        (lambda s: s.overlap_shape(1, (0, 0, 0)), "shape"),
        (lambda s: s.overlap_shape(umbra2d.Shape.circle(1), 3), "pose"),
    ],
)
def test_types_that_are_refused(row, ask, parameter):
    with pytest.raises(TypeError, match=f"`{parameter}`"):
        ask(row[0])
