"""Random calls with good and bad values: an exception or none, and a scene that holds together.

A call that is refused leaves the scene as it was. `UMBRA_CALLS` is the number of calls, 20,000 by
default, and `UMBRA_SCENES` the number of small scenes that are made and freed, 3,000 by default.
"""

import gc
import math
import os
import random
import pathlib
import resource

import numpy
import pytest
import umbra2d

# numpy warns of numbers that single precision does not hold.
pytestmark = pytest.mark.filterwarnings("ignore:.*encountered in cast")

CALLS = int(os.environ.get("UMBRA_CALLS", "20000"))
SCENES = int(os.environ.get("UMBRA_SCENES", "3000"))
# So many calls are made with one seed.
ROUND = 20_000
EXPECTED = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError)
ODD = [None, "x", (), (1,), (1, 2, 3), [], {}, float("nan"), float("inf"), -1, 0, 1e30, 2**70]


class Player:
    """Makes random calls of a scene."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.refused = 0
        self.scene = umbra2d.Scene()
        self.scene.add(umbra2d.fixed(), umbra2d.cuboid(20, 0.5))
        self.moment = self.scene.snapshot()
        self.gone = self.scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
        self.gone.remove()
        self.hero = umbra2d.Character(self.scene, umbra2d.Shape.circle(0.4), position=(0, 2))
        self.car = umbra2d.Car.spawn(self.scene, (0, 3))
        self.built = umbra2d.build.rope(self.scene, (0, 5), (2, 5), links=4)
        self.batch = umbra2d.Batch(self.scene, 3)
        self.hashes = self.batch.hashes().tolist()
        self.note()

    def do(self, function, *values, **options):
        """A call that may change something; notes the state after it."""
        result = function(*values, **options)
        self.note()
        return result

    def note(self):
        """Keeps the hash of the scene, and the state of the character."""
        self.hash, self.character = self.scene.state_hash(), self.hero.to_json()

    def do_in_batch(self, function, *values, **options):
        """The same for calls of the batch."""
        result = function(*values, **options)
        self.hashes = self.batch.hashes().tolist()
        return result

    def number(self):
        if self.random.random() < 0.02:
            return self.random.choice(ODD)
        return self.random.uniform(-5, 5)

    def pair(self):
        if self.random.random() < 0.02:
            return self.random.choice(ODD)
        return (self.number(), self.number())

    def body(self):
        if self.random.random() < 0.02:
            return self.gone
        return self.random.choice(self.scene.bodies or [self.gone])

    def value(self):
        make = self.random.choice([self.number, self.pair, self.body, lambda: True])
        return make()

    def collider(self):
        make = self.random.choice(
            [
                lambda: umbra2d.circle(self.random.uniform(0.1, 1)),
                lambda: umbra2d.cuboid(self.number(), self.number()),
                lambda: umbra2d.polygon([self.pair() for _ in range(5)]),
                lambda: umbra2d.capsule(self.pair(), self.pair(), 0.2, density=self.number()),
            ]
        )
        return make()

    def add(self):
        if self.scene.body_count > 25:
            self.do(self.body().remove)
        more = [self.collider() for _ in range(self.random.randrange(2))]
        self.do(self.scene.add, umbra2d.dynamic(position=self.pair()), self.collider(), *more)

    def join(self):
        kind = self.random.choice([umbra2d.weld, umbra2d.revolute, umbra2d.friction])
        if self.scene.joint_count < 10:
            self.do(self.scene.add, kind(self.body(), self.body(), self.pair()))

    def assign(self):
        owner = self.random.choice(
            [self.body(), *self.body().colliders, *self.scene.joints, self.scene.config]
        )
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        if name not in ("simd", "substeps", "velocity_iterations", "position_iterations"):
            self.do(setattr, owner, name, self.value())

    def call(self):
        owner = self.random.choice([self.body(), *self.body().colliders, *self.scene.joints])
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        method = getattr(owner, name)
        if callable(method):
            self.do(method, *[self.value() for _ in range(self.random.randrange(4))])

    def arrays(self):
        count = self.random.choice([self.scene.body_count, 3])
        array = self.numbers(count, 3)
        name = self.random.choice(
            ["set_poses", "set_velocities", "apply_forces", "apply_impulses", "poses", "states"]
        )
        self.do(getattr(self.scene, name), array)

    def query(self):
        self.scene.cast_ray(self.pair(), self.pair(), exclude=self.body())
        self.scene.closest_point(self.pair(), self.number())
        self.scene.overlap_aabb(self.pair(), self.pair())

    def travel(self):
        if self.random.random() < 0.5:
            self.moment = self.scene.snapshot()
        else:
            self.do(self.scene.restore, self.moment)

    def build(self):
        if self.scene.body_count > 60:
            self.do(self.scene.clear)
        build, count = umbra2d.build, self.random.randrange(-1, 9)
        make = self.random.choice(
            [
                lambda: build.rope(self.scene, self.pair(), self.pair(), links=count),
                lambda: build.bridge(self.scene, self.pair(), self.pair(), slack=self.number()),
                lambda: build.ragdoll(self.scene, self.pair(), height=self.number()),
                lambda: build.blob(self.scene, self.pair(), self.number(), segments=8),
                lambda: build.chain_between(self.body(), self.body(), self.pair(), self.pair()),
            ]
        )
        self.built = self.do(make)

    def use(self):
        """Calls or assigns something of a character, a car or what was built."""
        owner = self.random.choice([self.hero, self.car, self.built])
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        if name in ("from_json", "in_scene"):
            return
        item = getattr(owner, name)
        if callable(item):
            self.do(item, *[self.value() for _ in range(self.random.randrange(3))])
        else:
            self.do(setattr, owner, name, self.value())

    def move(self):
        dt, run = self.number() / 50, self.number() / 4
        self.do(self.hero.step, dt, run=run, jump=True, exclude=self.body())
        self.do(self.car.drive, 1 / 60, throttle=self.number() / 4, steer=self.number() / 4)

    def renew(self):
        shape = umbra2d.Shape.circle(0.4)
        self.hero = umbra2d.Character(self.scene, shape, position=self.pair())
        self.note()
        if not self.car.chassis.is_valid:
            height = self.number()
            self.car = self.do(umbra2d.Car.spawn, self.scene, self.pair(), ride_height=height)

    def door(self):
        if self.scene.portal_count > 2:
            self.do(self.scene.portals[0].remove)
        x, y = self.number(), self.number()
        self.do(self.scene.add, umbra2d.portal(((x, y), (x, y + 1)), ((y, x), (y, x + 1))))

    def ask(self):
        shape = umbra2d.Shape.circle(0.3)
        self.scene.predict(self.body(), 5, 1 / 60, velocity=self.pair())
        self.scene.cast_mover(shape, (*self.pair(), 0), self.pair(), without=[self.body()])
        self.scene.surfaces_near(shape, (*self.pair(), 0), self.number())
        self.scene.explosion_on(shape, (*self.pair(), 0), self.pair(), self.number())

    def carry(self):
        part = self.do(self.scene.extract, [self.body()])
        part.shift(self.pair())
        self.do(self.scene.insert, part)

    def film(self):
        if not self.scene.is_recording:
            self.do(self.scene.record, keyframe_every=self.random.randrange(9))
        elif self.random.random() < 0.5:
            self.do(self.scene.rewind, self.random.randrange(9))
        else:
            umbra2d.Replay(self.do(self.scene.take_recording)).step()

    def numbers(self, *shape):
        """An array, seldom with something odd in it."""
        array = numpy.random.default_rng(self.random.randrange(99)).normal(size=shape)
        if array.size and self.random.random() < 0.1:
            array.flat[self.random.randrange(array.size)] = self.random.choice(
                [math.nan, math.inf, 1e30, -1e300]
            )
        return array

    def size(self, right):
        """A size, seldom a wrong one."""
        return right if self.random.random() < 0.9 else self.random.randrange(6)

    def step(self):
        """Steps, also by odd times and with odd counts."""
        dt = self.random.choice([1 / 60, 1 / 60, 0, self.number()])
        if not isinstance(dt, (int, float)) or dt < 10:
            self.do(self.scene.step, dt, self.random.choice([1, 1, 2, 0, -1, None]))

    def in_batch(self):
        """Calls of a batch."""
        calls = [self.step_batch, self.reset_batch, self.motors, self.look, self.renew_batch]
        self.random.choice(calls)()

    def step_batch(self):
        """Steps a batch, with forces and an array for the states."""
        count, bodies = len(self.batch), len(self.batch.body_keys)
        options = {}
        for name in ("forces", "impulses"):
            if self.random.random() < 0.4:
                options[name] = self.numbers(self.size(count), self.size(bodies), self.size(3))
        out = None
        if self.random.random() < 0.4:
            shape = (self.size(count), self.size(bodies), self.size(6))
            out = options["out"] = numpy.zeros(shape, self.random.choice(["f4", "f4", "f4", "f8"]))
        dt = self.random.choice([1 / 60, 1 / 60, 1 / 60, math.nan, -1, math.inf, "x"])
        try:
            self.do_in_batch(self.batch.step, dt, self.random.choice([1, 2, 0, -1, 1]), **options)
        except EXPECTED:
            assert out is None or not out.any(), "an array for states was written"
            raise

    def reset_batch(self):
        """Resets some scenes of a batch."""
        index = self.random.choice(
            [None, 0, 1, [0, 2], [0, 0], [5], [-1], numpy.array([1]), "x", 2**40, [0.5]]
        )
        other = self.scene.branch()
        to = self.random.choice(
            [None, None, self.moment, other, [other], [other, other], [other, None], "x", 3]
        )
        self.do_in_batch(self.batch.reset, index, to)

    def motors(self):
        """Sets motors of a batch."""
        joints = self.random.choice([self.scene.joints[:2], [1, 2], [], [self.gone], "x"])
        wanted = len(joints) if self.random.random() < 0.8 else 1
        self.do_in_batch(self.batch.joint_states, joints)
        motors = self.numbers(self.size(len(self.batch)), wanted, self.size(2))
        self.do_in_batch(self.batch.set_motors, motors, joints)

    def look(self):
        """Reads from a batch."""
        name = self.random.choice(["touching", "touching_bodies", "awake_bodies", "states"])
        self.do_in_batch(getattr(self.batch, name))
        self.batch.scene(self.random.choice([0, 1, -1, 7]))
        rays = self.numbers(self.size(len(self.batch)), 3, self.size(4))
        self.do_in_batch(self.batch.cast_rays, rays)

    def renew_batch(self):
        """Another batch, of the scene as it is."""
        if self.random.random() < 0.2:
            count, keys = self.random.choice([3, 3, 0, -1, None]), None
            if self.random.random() < 0.5:
                keys = self.random.choice([self.scene.bodies[:3], [self.gone], [5], "x"])
            self.batch = umbra2d.Batch(self.scene, count, bodies=keys)
            self.hashes = self.batch.hashes().tolist()

    def play(self):
        calls = [self.add, self.join, self.assign, self.call, self.arrays, self.query, self.travel]
        calls += [self.build, self.use, self.move, self.renew, self.door, self.ask, self.carry]
        calls += [self.film, self.step, self.in_batch, self.in_batch]
        call = self.random.choice(calls)
        try:
            call()
        except EXPECTED as error:
            self.refused += 1
            told = f"{call.__name__}: {error!r}"
            assert self.scene.state_hash() == self.hash, f"refused, but changed the scene: {told}"
            assert self.hero.to_json() == self.character, f"changed the character: {told}"
            now = self.batch.hashes().tolist()
            assert now == self.hashes, f"refused, but changed the batch: {told}"


def test_random_calls():
    for seed in range(1, 2 + (CALLS - 1) // ROUND):
        player, calls = Player(seed), min(ROUND, CALLS - (seed - 1) * ROUND)
        for index in range(calls):
            player.play()
            if index % 20 == 0:
                player.do(player.scene.step, 1 / 60)
        assert calls < 1000 or player.refused > calls / 20
        again = umbra2d.Scene.from_json(player.scene.to_json())
        assert again.state_hash() == player.scene.state_hash(), f"seed {seed}"


def memory():
    """Memory of the process in KiB: that of now on Linux, elsewhere the most so far."""
    gc.collect()
    statm = pathlib.Path("/proc/self/statm")
    if statm.is_file():
        return int(statm.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_scenes_are_freed():
    def use():
        scene = umbra2d.Scene()
        ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
        scene.step(1 / 60)
        hero = umbra2d.Character(scene, umbra2d.Shape.circle(0.4), position=(0, 2))
        rope = umbra2d.build.rope(scene, (0, 5), (2, 5), links=4)
        scene.record()
        found = scene.contacts(), scene.cast_ray((5, 0), (1, 0)), hero.step(1 / 60)
        future = scene.predict(ball, 3, 1 / 60), umbra2d.Replay(scene.take_recording())
        return scene.branch(), scene.snapshot(), ball, rope, scene.part_of([ball]), found, future

    for _ in range(200):
        use()
    before = memory()
    for _ in range(SCENES):
        use()
    # No more for many scenes than for few: a byte kept of each of 100,000 scenes would be 100 KB.
    assert memory() - before < 8 * 1024  # KiB
