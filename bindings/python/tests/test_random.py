"""Random calls with good and bad values: an exception or none, and a scene that holds together.

`UMBRA_CALLS` is the number of calls, 20,000 by default.
"""

import gc
import os
import random
import resource

import numpy
import umbra2d

CALLS = int(os.environ.get("UMBRA_CALLS", "20000"))
EXPECTED = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError)
ODD = [None, "x", (), (1,), (1, 2, 3), [], {}, float("nan"), float("inf"), -1, 0, 1e30, 2**70]


class Player:
    """Makes random calls of a scene."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scene = umbra2d.Scene()
        self.scene.add(umbra2d.fixed(), umbra2d.cuboid(20, 0.5))
        self.moment = self.scene.snapshot()
        self.gone = self.scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
        self.gone.remove()

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
            self.body().remove()
        self.scene.add(umbra2d.dynamic(position=self.pair()), self.collider())

    def join(self):
        kind = self.random.choice([umbra2d.weld, umbra2d.revolute, umbra2d.friction])
        if self.scene.joint_count < 10:
            self.scene.add(kind(self.body(), self.body(), self.pair()))

    def assign(self):
        owner = self.random.choice(
            [self.body(), *self.body().colliders, *self.scene.joints, self.scene.config]
        )
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        if name not in ("simd", "substeps", "velocity_iterations", "position_iterations"):
            setattr(owner, name, self.value())

    def call(self):
        owner = self.random.choice([self.body(), *self.body().colliders, *self.scene.joints])
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        method = getattr(owner, name)
        if callable(method):
            method(*[self.value() for _ in range(self.random.randrange(4))])

    def arrays(self):
        count = self.random.choice([self.scene.body_count, 3])
        array = numpy.random.default_rng(self.random.randrange(99)).normal(size=(count, 3))
        name = self.random.choice(
            ["set_poses", "set_velocities", "apply_forces", "apply_impulses", "poses", "states"]
        )
        getattr(self.scene, name)(array)

    def query(self):
        self.scene.cast_ray(self.pair(), self.pair(), exclude=self.body())
        self.scene.closest_point(self.pair(), self.number())
        self.scene.overlap_aabb(self.pair(), self.pair())

    def travel(self):
        if self.random.random() < 0.5:
            self.moment = self.scene.snapshot()
        else:
            self.scene.restore(self.moment)

    def play(self):
        calls = [self.add, self.join, self.assign, self.call, self.arrays, self.query, self.travel]
        try:
            self.random.choice(calls)()
        except EXPECTED:
            pass


def test_random_calls():
    player = Player(1)
    for index in range(CALLS):
        player.play()
        if index % 20 == 0:
            player.scene.step(1 / 60)
    again = umbra2d.Scene.from_json(player.scene.to_json())
    assert again.state_hash() == player.scene.state_hash()


def memory():
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_scenes_are_freed():
    def use():
        scene = umbra2d.Scene()
        ball = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
        scene.step(1 / 60)
        return scene.branch(), scene.snapshot(), ball, scene.contacts(), scene.cast_ray((5, 0), (1, 0))

    for _ in range(200):
        use()
    before = memory()
    for _ in range(3000):
        use()
    assert memory() - before < 8 * 1024  # KiB
