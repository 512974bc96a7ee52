"""`umbra2d.pymunk.util`, alone and beside pymunk's own file."""

import importlib.util
import math
import random

import pytest
import suite
from umbra2d.pymunk import Vec2d, util

L_SHAPE = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]
STAR = [(math.cos(4 * math.pi / 5 * i), math.sin(4 * math.pi / 5 * i)) for i in range(5)]


def outline(seed):
    """A polygon around the origin, seldom convex."""
    dice = random.Random(seed)
    count = dice.randrange(3, 14)
    radii = [dice.uniform(1, 9) for _ in range(count)]
    turns = [2 * math.pi * (i + dice.uniform(0, 0.8)) / count for i in range(count)]
    return [(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns)]


def area(polygons):
    return sum(util.calc_area(polygon) for polygon in polygons)


def test_sign():
    assert [util.sign(x) for x in (-0.5, 0, 0.5)] == [-1, 1, 1]


def test_reduce_poly():
    assert util.reduce_poly([(0, 0), (0.7, 0), (0.8, 0), (5, 0)]) == [(0, 0), (0.8, 0), (5, 0)]
    assert util.reduce_poly([(0, 0), (3, 0), (5, 0)], tolerance=10) == [(0, 0), (5, 0)]
    with pytest.raises(AssertionError):
        util.reduce_poly([])


def test_poly_vectors_around_center():
    box = [(10, 20), (14, 20), (14, 22), (10, 22)]
    around = util.poly_vectors_around_center(box)
    assert around == [(-2, -1), (2, -1), (2, 1), (-2, 1)]
    assert all(isinstance(point, Vec2d) for point in around)
    assert util.poly_vectors_around_center(box, False)[0] == (-2, 1)


def test_is_convex():
    assert util.is_convex([(0, 0), (1, 0), (1, 1), (0, 1)])
    assert not util.is_convex(L_SHAPE)
    assert not util.is_convex(STAR)
    with pytest.raises(AssertionError):
        util.is_convex([(0, 0), (1, 0)])


def test_triangulate():
    triangles = util.triangulate(L_SHAPE)
    assert len(triangles) == 4 and area(triangles) == util.calc_area(L_SHAPE) == 7
    assert all(len(it) == 3 and not util.is_clockwise(it) for it in triangles)
    assert L_SHAPE[0] == (0, 0) and len(L_SHAPE) == 6  # as it was
    assert util.triangulate([(0, 0), (0, 2), (2, 2), (2, 0)]) == []  # clockwise


def test_convexise():
    parts = util.convexise(util.triangulate(L_SHAPE))
    assert len(parts) < 4 and area(parts) == 7
    assert all(util.is_convex(part) for part in parts)
    assert len(util.convexise(util.triangulate([(0, 0), (2, 0), (2, 2), (0, 2)]))) == 1


@pytest.mark.parametrize("seed", range(50))
def test_parts_cover_a_polygon(seed):
    points = outline(seed)
    triangles = util.triangulate(points)
    parts = util.convexise(triangles)
    assert len(triangles) == len(points) - 2 and len(parts) <= len(triangles)
    assert area(triangles) == pytest.approx(util.calc_area(points))
    assert area(parts) == pytest.approx(util.calc_area(points))
    assert all(util.is_convex(part) for part in parts)


@pytest.fixture(scope="module")
def theirs():
    """pymunk's own module, which needs nothing but `Vec2d`."""
    folder = suite.source("pymunk")
    if folder is None:
        pytest.skip("the source distribution of pymunk cannot be fetched")
    spec = importlib.util.spec_from_file_location("umbra2d.pymunk._theirs", folder / "util.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_name_is_there(theirs):
    assert {*theirs.__all__, "sign", "is_left"} <= set(util.__all__)


@pytest.mark.parametrize("seed", range(200))
def test_same_as_pymunk(theirs, seed):
    points = outline(seed)
    triangles = util.triangulate(points)
    assert triangles == theirs.triangulate(points)
    assert util.convexise(triangles) == theirs.convexise(triangles)
    assert util.reduce_poly(points, 9) == theirs.reduce_poly(points, 9)
    assert util.is_convex(points) == theirs.is_convex(points)
    assert util.is_clockwise(points) == theirs.is_clockwise(points)
    assert util.calc_perimeter(points) == pytest.approx(theirs.calc_perimeter(points))
    for flag in (True, False):
        mine = util.poly_vectors_around_center(points, flag)
        for ours, other in zip(mine, theirs.poly_vectors_around_center(points, flag)):
            assert ours == pytest.approx(other)
            assert isinstance(ours, Vec2d) == isinstance(other, Vec2d)
