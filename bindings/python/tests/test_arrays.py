"""Many bodies at once, and many scenes."""

import numpy
import pytest
import umbra2d
from scenes import five_ways

NAN = float("nan")


def test_poses_and_velocities(world):
    scene = world.scene
    assert scene.body_keys.tolist() == [body.key for body in scene.bodies]
    assert scene.poses().tolist() == [[0, -0.5, 0], [0, 0.5, 0], [3, 5, 0]]
    world.ball.velocity, world.ball.angular_velocity = (1, 2), 3
    assert scene.velocities()[2].tolist() == [1, 2, 3]
    assert scene.states().shape == (3, 6)
    assert scene.states([world.ball.key])[0].tolist() == [3, 5, 0, 1, 2, 3]
    assert umbra2d.Scene().poses().shape == (0, 3)


def test_arrays_of_the_caller(world):
    out = numpy.zeros((3, 3), numpy.float32)
    assert world.scene.poses(out=out) is out
    assert out[2].tolist() == [3, 5, 0]
    wide = numpy.zeros((3, 8), numpy.float32)
    world.scene.states(out=wide[:, 1:7])
    assert wide[2].tolist() == [0, 3, 5, 0, 0, 0, 0, 0]


def test_writing(world):
    scene, keys = world.scene, [world.box.key, world.ball.key]
    scene.set_poses([[1, 2, 0.5], [3, 4, 0]], keys)
    scene.set_velocities([[1, 0, 0], [0, 1, 2]], keys)
    assert world.box.position == (1, 2) and world.box.angle == pytest.approx(0.5)
    assert world.ball.velocity == (0, 1) and world.ball.angular_velocity == 2
    scene.apply_impulses([[1, 0, 0]], [world.box.key])
    assert world.box.velocity == (2, 0)
    scene.apply_forces([[1, 0, 0.5]], [world.box.key])
    assert world.box.applied_force == ((1, 0), 0.5)


def test_a_velocity_is_that_of_the_origin(weightless):
    body = weightless.add(umbra2d.dynamic(), umbra2d.circle(1, position=(2, 0)))
    weightless.set_velocities([[1, 2, 3]])
    assert body.velocity.distance((1, 2)) < 1e-6 and body.angular_velocity == 3


@pytest.mark.parametrize(
    "error, call",
    [
        (ValueError, lambda s, k: s.set_poses([[NAN, 0, 0]] * 3)),
        (ValueError, lambda s, k: s.set_poses([[0, 0, 0], [0, 0, 0], [1e30, 0, 0]])),
        (ValueError, lambda s, k: s.set_poses([[0, 0, 0]])),
        (ValueError, lambda s, k: s.set_poses([[0, 0]] * 3)),
        (ValueError, lambda s, k: s.set_poses([0, 0, 0])),
        (TypeError, lambda s, k: s.set_poses("poses")),
        (TypeError, lambda s, k: s.set_poses([[0, 0, "x"]])),
        (KeyError, lambda s, k: s.set_poses([[9, 9, 0]] * 2, [k[1], 12345])),
        (TypeError, lambda s, k: s.poses(["x"])),
        (TypeError, lambda s, k: s.poses([-1])),
        (ValueError, lambda s, k: s.set_velocities([[0, 0, 0], [0, 0, 0], [0, 0, NAN]])),
        (ValueError, lambda s, k: s.apply_forces([[1, 0, 0]] * 3)),  # the ground is fixed
        (ValueError, lambda s, k: s.apply_impulses([[1, 0, 0]] * 3)),
        (ValueError, lambda s, k: s.apply_impulses([[1, 0, NAN]], k[1:2])),
        (TypeError, lambda s, k: s.poses(out=numpy.zeros((3, 3)))),
        (ValueError, lambda s, k: s.poses(out=numpy.zeros((2, 3), numpy.float32))),
        (TypeError, lambda s, k: s.poses(out=3)),
    ],
)
def test_arrays_that_are_refused(world, error, call):
    before = world.scene.state_hash()
    with pytest.raises(error):
        call(world.scene, world.scene.body_keys)
    assert world.scene.state_hash() == before


def test_arrays_that_cannot_be_written(world):
    out = numpy.zeros((3, 3), numpy.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="`out`"):
        world.scene.poses(out=out)


def launched(count=8):
    scene = umbra2d.Scene()
    ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(20, 0.5))
    ball = scene.add(umbra2d.dynamic(position=(0, 2)), umbra2d.circle(0.5))
    return scene, ground, ball, umbra2d.Batch(scene, count)


def test_a_batch_with_actions():
    scene, ground, ball, batch = launched()
    impulses = numpy.zeros((8, 2, 3), numpy.float32)
    impulses[:, 1, 0] = numpy.arange(8)
    forces = numpy.zeros((8, 2, 3))
    forces[:, 1, 1] = 20
    states = numpy.zeros((8, 2, 6), numpy.float32)
    batch.step(1 / 60, 10, impulses=impulses, forces=forces, out=states)
    assert numpy.array_equal(states, batch.states())
    for index in range(8):
        alone = scene.branch()
        body = alone.body(ball.key)
        body.apply_impulse((index, 0))
        for _ in range(10):
            body.apply_force((0, 20))
            alone.step(1 / 60)
        assert batch.hashes()[index] == alone.state_hash()
        assert states[index, 1].tolist() == alone.states()[1].tolist()
        assert batch.scene(index).state_hash() == alone.state_hash()


def test_resets():
    scene, _, ball, batch = launched()
    start, first = scene.state_hash(), scene.snapshot()
    batch.step(1 / 60, 30)
    later = batch.hashes()[0]
    batch.reset([1, -1])
    batch.reset(2, first)
    batch.reset(numpy.array([3]), batch.scene(3))
    expected = [later, start, start, later, later, later, later, start]
    assert batch.hashes().tolist() == expected
    assert batch.touching().tolist() == [1, 0, 0, 1, 1, 1, 1, 0]
    batch.reset()
    assert batch.hashes().tolist() == [start] * 8
    other = scene.branch()
    other.body(ball.key).position = (5, 5)
    batch.reset([4], other)
    assert batch.states()[4, 1, :2].tolist() == [5, 5]


def test_a_batch_of_chosen_bodies():
    scene, ground, ball, _ = launched()
    for bodies in ([ball], [ball.key], numpy.array([ball.key])):
        batch = umbra2d.Batch(scene, 3, bodies=bodies, threads=1)
        assert batch.states().shape == (3, 1, 6) and batch.body_keys.tolist() == [ball.key]
    assert len(batch) == 3 and repr(batch) == "<Batch: 3 scenes, 1 bodies each>"
    assert umbra2d.Batch(scene, 0).states().shape == (0, 2, 6)
    assert umbra2d.Batch(umbra2d.Scene(), 3).states().shape == (3, 0, 6)
    umbra2d.Batch(umbra2d.Scene(), 3).step(1 / 60, out=numpy.zeros((3, 0, 6), numpy.float32))


def pushed(value, shape=(8, 2, 3), at=(7, 1, 0)):
    array = numpy.zeros(shape, numpy.float32)
    array[at] = value
    return array


@pytest.mark.parametrize(
    "error, call",
    [
        (ValueError, lambda b: b.step(NAN)),
        (ValueError, lambda b: b.step(-1)),
        (ValueError, lambda b: b.step(1, forces=pushed(NAN))),
        (ValueError, lambda b: b.step(1, forces=pushed(1, at=(7, 0, 0)))),
        (ValueError, lambda b: b.step(1, impulses=pushed(1, at=(7, 0, 0)))),
        (ValueError, lambda b: b.step(1, forces=pushed(1, (8, 3, 3)))),
        (ValueError, lambda b: b.step(1, forces=numpy.zeros(3))),
        (TypeError, lambda b: b.step(1, forces="x")),
        (TypeError, lambda b: b.step(1, out=numpy.zeros((8, 2, 6)))),
        (ValueError, lambda b: b.step(1, out=numpy.zeros((8, 2, 5), numpy.float32))),
        (ValueError, lambda b: b.step(1, out=numpy.zeros((8, 2, 12), numpy.float32)[..., ::2])),
        (IndexError, lambda b: b.reset([8])),
        (IndexError, lambda b: b.reset([0, -9])),
        (IndexError, lambda b: b.scene(8)),
        (TypeError, lambda b: b.reset("x")),
        (TypeError, lambda b: b.reset([0], 3)),
    ],
)
def test_batches_that_are_refused(error, call):
    batch = launched()[3]
    batch.step(1 / 60)
    before = batch.hashes().tolist()
    with pytest.raises(error):
        call(batch)
    assert batch.hashes().tolist() == before


def test_batches_that_cannot_be():
    scene, ground, ball, _ = launched()
    with pytest.raises(KeyError):
        umbra2d.Batch(scene, 2, bodies=[999])
    with pytest.raises(ValueError, match="threads"):
        umbra2d.Batch(scene, 2, threads=0)
    with pytest.raises(ValueError, match="bodies"):
        umbra2d.Batch(umbra2d.Scene(), 2, bodies=[ball])
    with pytest.raises((TypeError, OverflowError)):
        umbra2d.Batch(scene, -1)
    with pytest.raises(TypeError):
        umbra2d.Batch(3, 2)


def test_a_body_that_is_gone_in_one_scene():
    scene, ground, ball, batch = launched()
    without = scene.branch()
    without.body(ball.key).remove()
    batch.reset([5], without)
    with pytest.raises(KeyError):
        batch.states()
    with pytest.raises(KeyError):
        batch.step(1 / 60, forces=pushed(1, at=(5, 1, 0)))
    batch.step(1 / 60)


def test_thousands_of_scenes():
    batch = umbra2d.Batch(five_ways(), 300)
    batch.step(1 / 60)
    assert len(set(batch.hashes().tolist())) == 1
