"""Batches in bulk: different scenes, motors, rays, flags, and bad input."""

import math

import numpy
import pytest

import umbra2d


def scene_with(gravity=10.0):
    """A wheel with a motor over a floor, and a wall."""
    scene = umbra2d.Scene(gravity=(0, -gravity))
    scene.add(umbra2d.fixed(), umbra2d.segment((-20, 0), (20, 0)))
    wall = scene.add(umbra2d.fixed(position=(5, 1)), umbra2d.cuboid(1, 1))
    ball = scene.add(umbra2d.dynamic(position=(0, 0.6)), umbra2d.circle(0.5))
    wheel = scene.add(umbra2d.dynamic(position=(-5, 5)), umbra2d.circle(0.5))
    axle = scene.add(umbra2d.revolute(wall, wheel, (-5, 5)))
    rope = scene.add(umbra2d.rope(wall, ball, (5, 1), (0, 0.6), 50))
    return scene, ball, wheel, axle, rope


def test_scenes_that_differ():
    scenes = [scene_with(g)[0] for g in (5, 10, 20)]
    batch = umbra2d.Batch.from_scenes(scenes, bodies=[scenes[0].bodies[2].key])
    alone = [scene.branch() for scene in scenes]
    batch.step(1 / 60, 30)
    for scene in alone:
        scene.step(1 / 60, 30)
    assert batch.hashes().tolist() == [scene.state_hash() for scene in alone]
    assert batch.states().shape == (3, 1, 6)
    batch.reset([2, 0], [scenes[0], scenes[1]])
    hashes = batch.hashes().tolist()
    assert hashes[2] == scenes[0].state_hash() and hashes[0] == scenes[1].state_hash()


def test_motors_and_joint_states():
    scene, _, _, axle, _ = scene_with()
    batch = umbra2d.Batch(scene, 3)
    batch.set_motors([[[1, 100]], [[-2, 100]], [[3, 100]]], [axle])
    batch.step(1 / 60, 30)
    states = batch.joint_states([axle.key])
    assert states.shape == (3, 1, 2) and states.dtype == numpy.float32
    assert states[:, 0, 1] == pytest.approx([1, -2, 3], abs=1e-3)
    assert states[:, 0, 0] == pytest.approx([0.5, -1, 1.5], abs=0.1)


def test_flags():
    scene, ball, wheel, _, _ = scene_with()
    batch = umbra2d.Batch(scene, 2, bodies=[ball, wheel])
    batch.step(1 / 60, 120)
    assert batch.touching_bodies().tolist() == [[True, False]] * 2
    assert batch.awake_bodies().shape == (2, 2)
    batch.step(1 / 60, 600)
    assert not batch.awake_bodies()[0, 0]


def test_rays():
    scene, *_ = scene_with()
    batch = umbra2d.Batch(scene, 2)
    rays = numpy.array([[[0, 1.5, 8, 0], [0, 9, 8, 0]], [[0, 1.5, 16, 0], [0, 5, 0, 1]]])
    fractions = batch.cast_rays(rays)
    assert fractions.tolist() == [[0.5, 1.0], [0.25, 1.0]]
    nobody = umbra2d.Filter(category=2, mask=2)
    assert batch.cast_rays(rays, filter=nobody).shape == (2, 2)
    assert batch.cast_rays(numpy.zeros((2, 0, 4))).shape == (2, 0)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda b, it: b.set_motors([[[1, math.nan]]] * 3, [it[3]]), ValueError),
        (lambda b, it: b.set_motors([[[1, -1]]] * 3, [it[3]]), ValueError),
        (lambda b, it: b.set_motors([[[1, 1]]] * 2, [it[3]]), ValueError),
        (lambda b, it: b.set_motors([[[1, 1]]] * 3, [12345]), KeyError),
        (lambda b, it: b.set_motors([[[1, 1], [1, 1]]] * 3, [it[3], it[4]]), ValueError),
        (lambda b, it: b.joint_states([99]), KeyError),
        (lambda b, it: b.cast_rays([[[0, 0, math.inf, 0]]] * 3), ValueError),
        (lambda b, it: b.cast_rays([[[0, 0, 1]]] * 3), ValueError),
        (lambda b, it: b.cast_rays([[[0, 0, 1, 1]]] * 3, filter=3), TypeError),
        (lambda b, it: b.reset([0, 1], [it[0]]), ValueError),
        (lambda b, it: b.reset([7], [it[0]]), IndexError),
        (lambda b, it: b.reset([0], [None]), TypeError),
        (lambda b, it: b.reset([3]), IndexError),
        (lambda b, it: b.step(math.nan), ValueError),
        (lambda b, it: b.step(1 / 60, forces=numpy.zeros((3, 1, 3))), ValueError),
        (lambda b, it: b.step(1 / 60, impulses=numpy.full((3, 4, 3), math.nan)), ValueError),
        (lambda b, it: b.step(1 / 60, impulses=numpy.ones((3, 4, 3))), ValueError),
        (lambda b, it: umbra2d.Batch.from_scenes([]), ValueError),
        (lambda b, it: umbra2d.Batch.from_scenes([1]), TypeError),
        (lambda b, it: umbra2d.Batch.from_scenes([it[0]], bodies=[77]), KeyError),
        (lambda b, it: b.scene(3), IndexError),
    ],
)
def test_bad_input_changes_nothing(wrong, error):
    things = scene_with()
    batch = umbra2d.Batch(things[0], 3)
    batch.step(1 / 60, 5)
    before = batch.hashes().tolist()
    with pytest.raises(error):
        wrong(batch, things)
    assert batch.hashes().tolist() == before


def test_removed_bodies():
    scene, ball, *_ = scene_with()
    batch = umbra2d.Batch(scene, 2, bodies=[ball])
    ball.remove()
    batch.reset([1], scene)
    before = batch.hashes().tolist()
    for wrong in (
        batch.states,
        batch.touching_bodies,
        lambda: batch.step(1 / 60, impulses=numpy.ones((2, 1, 3))),
    ):
        with pytest.raises(KeyError):
            wrong()
    assert batch.hashes().tolist() == before
    with pytest.raises(KeyError):
        umbra2d.Batch(scene, 2, bodies=[ball])


def test_a_step_that_is_refused_writes_nothing():
    """A scene of the batch has lost a body that the array of states has a row for."""
    scene, ball, *_ = scene_with()
    batch = umbra2d.Batch(scene, 3, bodies=[ball])
    without = scene.branch()
    without.body(ball.key).remove()
    batch.reset(1, without)
    before, out = batch.hashes().tolist(), numpy.zeros((3, 1, 6), numpy.float32)
    for call in (lambda: batch.step(1 / 60, out=out), lambda: batch.states(out)):
        with pytest.raises(KeyError):
            call()
        assert batch.hashes().tolist() == before and not out.any()
    batch.step(1 / 60)


@pytest.mark.parametrize("name", ["forces", "impulses"])
@pytest.mark.parametrize("row", [1, 2])
def test_pushes_that_are_too_large_push_nothing(name, row):
    """The engine refuses velocities and sums of forces beyond 1e15."""
    scene = umbra2d.Scene(gravity=(0, 0))
    light = umbra2d.dynamic(position=(5, 0), constant_force=((9e14, 0), 0))
    bodies = [
        scene.add(umbra2d.dynamic(), umbra2d.circle(0.5)),
        scene.add(light, umbra2d.circle(0.5, density=0.1)),
    ]
    pushes = numpy.zeros((3, 2, 3), numpy.float32)
    pushes[:, 0, 0] = 3
    pushes[row, 1, 0] = 9e14
    batch = umbra2d.Batch(scene, 3, bodies=bodies)
    before = batch.hashes().tolist()
    with pytest.raises(ValueError):
        batch.step(1 / 60, **{name: pushes})
    assert batch.hashes().tolist() == before
    with pytest.raises(ValueError):
        getattr(scene, f"apply_{name}")(pushes[row])
    assert scene.state_hash() == before[0]
    batch.step(1 / 60, **{name: pushes / 1e6})
    assert all(hash != before[0] for hash in batch.hashes())
