"""The scene: configuration, counts, threads, pickles of others."""

import pickle
import threading

import pytest
import umbra2d
from scenes import five_ways

NAN = float("nan")


def test_configuration():
    scene = umbra2d.Scene(
        solver="precise", gravity=(1, 2), substeps=6, continuous="all", sleep=False, simd="scalar"
    )
    config = scene.config
    assert (config.substeps, config.continuous, config.sleep) == (6, "all", False)
    assert config.simd == "scalar" and scene.gravity == (1, 2)
    assert config.correction[:2] == ("soft", 60)
    assert umbra2d.Scene(solver=("classic", 12)).config.velocity_iterations == 12
    assert umbra2d.Scene(solver="fast").config.substeps == 2
    assert umbra2d.Scene().config.simd is None
    again = umbra2d.Scene(**config.as_dict())
    assert again.config.as_dict() == config.as_dict()


@pytest.mark.parametrize("name", umbra2d.Scene().config.as_dict())
def test_every_setting(name):
    scene = umbra2d.Scene()
    value = getattr(scene.config, name)
    setattr(scene.config, name, value)
    assert getattr(scene.config, name) == value
    with pytest.raises(TypeError if name != "simd" else ValueError, match=name):
        setattr(scene.config, name, object())


@pytest.mark.parametrize(
    "name, value",
    [
        ("gravity", (NAN, 0)),
        ("length_unit", 0),
        ("substeps", 0),
        ("substeps", -1),
        ("max_speed", -1),
        ("restitution_threshold", float("inf")),
        ("continuous", "some"),
        ("simd", 5),
        ("correction", ("hard", 1, 2, 3)),
        ("joint_softness", (-1, 1)),
        ("solver", "best"),
    ],
)
def test_settings_that_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        umbra2d.Scene(**{name: value})
    if name != "solver":
        scene = umbra2d.Scene()
        before = scene.config.as_dict()
        with pytest.raises(ValueError, match=name):
            setattr(scene.config, name, value)
        assert scene.config.as_dict() == before


def test_unknown_settings():
    with pytest.raises(TypeError, match="`gravitation`"):
        umbra2d.Scene(gravitation=1)
    with pytest.raises(AttributeError):
        umbra2d.Scene().config.gravitation = 1


@pytest.mark.parametrize("dt", [NAN, -1, float("inf"), 11, 1e300])
def test_steps_that_are_refused(world, dt):
    before = world.scene.state_hash()
    with pytest.raises(ValueError, match="`dt`"):
        world.scene.step(dt)
    with pytest.raises(ValueError, match="`dt`"):
        world.scene.step(dt, 100)
    assert world.scene.state_hash() == before


def test_what_cannot_be_added(world):
    scene = world.scene
    with pytest.raises(TypeError, match="`what`"):
        scene.add(3)
    with pytest.raises(TypeError, match="`colliders`"):
        scene.add(umbra2d.dynamic(), 3)
    with pytest.raises(TypeError, match="`what`"):
        scene.remove(scene)
    with pytest.raises(ValueError, match="another scene"):
        umbra2d.Scene().remove(world.ball)
    with pytest.raises(TypeError):
        scene.add()
    with pytest.raises(TypeError, match="mass"):
        umbra2d.dynamic(mass=1)


@pytest.mark.parametrize(
    "name, value",
    [
        ("position", (NAN, 0)),
        ("position", (1e30, 0)),
        ("velocity", (float("inf"), 0)),
        ("angle", NAN),
        ("pose", (0, 0, NAN)),
        ("angular_velocity", NAN),
        ("linear_damping", -1),
        ("gravity_scale", NAN),
        ("additional_mass", -1),
        ("fracture", 0),
        ("kind", "ghost"),
        ("mass_properties", umbra2d.MassProperties(-1, 1)),
    ],
)
def test_values_that_are_refused(world, name, value):
    before = world.scene.state_hash()
    with pytest.raises(ValueError):
        setattr(world.ball, name, value)
    if name != "kind":
        with pytest.raises(ValueError):
            world.scene.add(umbra2d.dynamic(**{name: value}), umbra2d.circle(1))
    assert world.scene.state_hash() == before


def test_pushes_that_are_refused(world):
    before = world.scene.state_hash()
    for push in (
        lambda: world.ball.apply_force((NAN, 0)),
        lambda: world.ball.apply_impulse((0, 0), (NAN, 0)),
        lambda: world.ball.apply_torque(NAN),
        lambda: world.ball.apply_angular_impulse(float("inf")),
        lambda: world.ground.apply_force((1, 0)),
        lambda: world.ball.move_to((0, 0, 0), 1),
    ):
        with pytest.raises(ValueError):
            push()
    assert world.scene.state_hash() == before


def test_counts(world):
    world.scene.step(1 / 60)
    stats = world.scene.stats()
    assert stats["bodies"] == world.scene.body_count == 3
    assert stats["touching_contacts"] == 1
    assert world.scene.collider_count == 3 and world.scene.joint_count == 0
    assert world.scene.energy > 0
    assert repr(world.scene) == "<Scene: 3 bodies, 3 colliders, 0 joints>"
    assert world.scene.gravity_at((0, 0)) == (0, -10)
    world.scene.shift_origin((1, 0))
    assert world.ball.position.x == 2


def test_threads_take_turns():
    scene = five_ways()
    errors = []

    def work():
        try:
            for _ in range(50):
                scene.step(1 / 60)
                scene.cast_ray((-20, 1), (40, 0), predicate=lambda it: it.body.is_dynamic)
                scene.poses()
                scene.bodies[3].apply_impulse((0, 0.1))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors and not any(thread.is_alive() for thread in threads)
    assert scene.state_hash()


def test_copies_across():
    """Two threads that copy crosswise do not wait for one another."""
    a, b = five_ways(), five_ways()

    def work(to, source):
        for _ in range(50):
            to.copy_from(source)

    threads = [threading.Thread(target=work, args=pair) for pair in ((a, b), (b, a))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_pickles_of_others():
    make, (data,) = five_ways().__reduce__()
    version = umbra2d.__version__.encode()
    for bad in (b"", b"umbra", data[:-1], data[:40], data + b"x", data.replace(version, b"9.9.9", 1)):
        with pytest.raises(ValueError, match="`data`"):
            make(bad)
    for index in range(0, len(data), 97):
        damaged = bytearray(data)
        damaged[index] ^= 0xFF
        try:
            make(bytes(damaged)).step(1 / 60)
        except (ValueError, KeyError):
            pass
    assert pickle.loads(pickle.dumps(five_ways())).body_count == 39


def test_snapshots_of_others(world):
    moment = world.scene.snapshot()
    assert moment == world.scene.snapshot() and hash(moment) and moment.size > 0
    world.scene.step(1)
    added = world.scene.add(umbra2d.dynamic())
    world.scene.restore(moment, as_branch=True)
    assert not added.is_valid
    assert world.scene.add(umbra2d.dynamic()).key != added.key
    with pytest.raises(TypeError):
        world.scene.restore(3)
