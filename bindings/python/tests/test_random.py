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
        self.hero = umbra2d.Character(self.scene, umbra2d.Shape.circle(0.4), position=(0, 2))
        self.car = umbra2d.Car.spawn(self.scene, (0, 3))
        self.built = umbra2d.build.rope(self.scene, (0, 5), (2, 5), links=4)

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

    def build(self):
        if self.scene.body_count > 60:
            self.scene.clear()
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
        self.built = make()

    def use(self):
        """Calls or assigns something of a character, a car or what was built."""
        owner = self.random.choice([self.hero, self.car, self.built])
        name = self.random.choice([it for it in dir(owner) if not it.startswith("_")])
        if name in ("from_json", "in_scene"):
            return
        item = getattr(owner, name)
        if callable(item):
            item(*[self.value() for _ in range(self.random.randrange(3))])
        else:
            setattr(owner, name, self.value())

    def move(self):
        self.hero.step(self.number() / 50, run=self.number() / 4, jump=True, exclude=self.body())
        self.car.drive(1 / 60, throttle=self.number() / 4, steer=self.number() / 4)

    def renew(self):
        self.hero = umbra2d.Character(self.scene, umbra2d.Shape.circle(0.4), position=self.pair())
        if not self.car.chassis.is_valid:
            self.car = umbra2d.Car.spawn(self.scene, self.pair(), ride_height=self.number())

    def door(self):
        if self.scene.portal_count > 2:
            self.scene.portals[0].remove()
        x, y = self.number(), self.number()
        self.scene.add(umbra2d.portal(((x, y), (x, y + 1)), ((y, x), (y, x + 1))))

    def ask(self):
        shape = umbra2d.Shape.circle(0.3)
        self.scene.predict(self.body(), 5, 1 / 60, velocity=self.pair())
        self.scene.cast_mover(shape, (*self.pair(), 0), self.pair(), without=[self.body()])
        self.scene.surfaces_near(shape, (*self.pair(), 0), self.number())
        self.scene.explosion_on(shape, (*self.pair(), 0), self.pair(), self.number())

    def carry(self):
        part = self.scene.extract([self.body()])
        part.shift(self.pair())
        self.scene.insert(part)

    def film(self):
        if not self.scene.is_recording:
            self.scene.record(keyframe_every=self.random.randrange(9))
        elif self.random.random() < 0.5:
            self.scene.rewind(self.random.randrange(9))
        else:
            umbra2d.Replay(self.scene.take_recording()).step()

    def play(self):
        calls = [self.add, self.join, self.assign, self.call, self.arrays, self.query, self.travel]
        calls += [self.build, self.use, self.move, self.renew, self.door, self.ask, self.carry]
        calls += [self.film]
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
        hero = umbra2d.Character(scene, umbra2d.Shape.circle(0.4), position=(0, 2))
        rope = umbra2d.build.rope(scene, (0, 5), (2, 5), links=4)
        scene.record()
        found = scene.contacts(), scene.cast_ray((5, 0), (1, 0)), hero.step(1 / 60)
        future = scene.predict(ball, 3, 1 / 60), umbra2d.Replay(scene.take_recording())
        return scene.branch(), scene.snapshot(), ball, rope, scene.part_of([ball]), found, future

    for _ in range(200):
        use()
    before = memory()
    for _ in range(3000):
        use()
    assert memory() - before < 8 * 1024  # KiB
