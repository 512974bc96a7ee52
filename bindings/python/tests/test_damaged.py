"""Damaged JSON of parts, recordings, cars and others: an exception or none, and never a panic.

`UMBRA_DAMAGED` is the number of damaged texts, 400 by default.
"""

import json
import os
import random
import threading

import pytest
import umbra2d
from umbra2d import build

COUNT = int(os.environ.get("UMBRA_DAMAGED", "400"))
EXPECTED = (ValueError, TypeError, KeyError, RuntimeError)
STEP = 1 / 60


def places(value):
    """Every item of a tree of JSON, with its owner."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        yield value, key
        if isinstance(item, (dict, list)):
            yield from places(item)


def damaged(text, chance):
    value = json.loads(text)
    for _ in range(chance.choice([1, 1, 2, 4])):
        owner, key = chance.choice(list(places(value)))
        item = owner[key]
        if isinstance(item, list):
            owner[key] = chance.choice([[], item[:-1], item + item[:1], item[::-1]])
        elif isinstance(item, bool):
            owner[key] = not item
        elif isinstance(item, (int, float)):
            owner[key] = chance.choice([0, -1, item + 1, 1e30, -item, 2**31, item * 2])
    return json.dumps(value)


class World:
    """A scene with one of everything that can be written as JSON."""

    def __init__(self):
        self.scene = scene = umbra2d.Scene()
        scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(50, 0.5))
        self.plain = umbra2d.Scene(gravity=(0, 0))
        car = umbra2d.Car.spawn(scene, (0, 0.65))
        hero = umbra2d.Character(scene, umbra2d.Shape.circle(0.4), position=(5, 0.45))
        doll, jelly = build.ragdoll(scene, (9, 0)), build.blob(scene, (15, 1), 0.5)
        above = umbra2d.TopDownCar.spawn(self.plain, (0, 0))
        scene.record(each_body=True, keyframe_every=5)
        box = scene.add(umbra2d.dynamic(position=(3, 2)), umbra2d.cuboid(0.5, 0.5))
        scene.add(umbra2d.portal(((4, -1), (4, 1)), ((1, 6), (-1, 6))))
        for _ in range(12):
            scene.step(STEP)
            hero.step(STEP, run=1)
            box.apply_impulse((1, 0))
        moving = [body for body in scene.bodies if body.is_dynamic]
        self.texts = {
            "part": scene.part_of(moving).to_json(),
            "recording": scene.take_recording().to_json(),
        }
        kept = {"car": car, "hero": hero, "doll": doll, "jelly": jelly, "above": above}
        self.texts |= {name: item.to_json() for name, item in kept.items()}

    def use(self, name, text):
        """Reads a text and does everything with what it gives."""
        scene = self.scene.branch()
        if name == "part":
            scene.insert(umbra2d.Part.from_json(text))
        elif name == "recording":
            replay = umbra2d.Replay(umbra2d.Recording.from_json(text))
            replay.check()
            replay.seek(3)
        elif name == "car":
            car = umbra2d.Car.from_json(scene, text)
            car.drive(STEP, throttle=1, steer=1)
            car.wheels()
        elif name == "above":
            scene = self.plain.branch()
            umbra2d.TopDownCar.from_json(scene, text).drive(STEP, throttle=1, steer=1)
        elif name == "hero":
            hero = umbra2d.Character.from_json(scene, text)
            hero.step(STEP, run=1, jump=True)
            hero.can_stand()
        elif name == "doll":
            doll = umbra2d.Assembly.from_json(scene, text)
            doll.drive_to(umbra2d.RagdollPose(), balance=umbra2d.Balance())
            doll.ragdoll_pose()
        else:
            jelly = umbra2d.SoftBody.from_json(scene, text)
            jelly.outline()
            jelly.remove()
        scene.step(STEP, 2)


def test_damaged_texts():
    world, chance, read = World(), random.Random(7), 0
    before = world.scene.state_hash(), world.plain.state_hash()
    for text in world.texts.items():
        world.use(*text)
    for _ in range(COUNT):
        name = chance.choice(list(world.texts))
        try:
            world.use(name, damaged(world.texts[name], chance))
            read += 1
        except EXPECTED:
            pass
    assert 0 < read < COUNT
    assert before == (world.scene.state_hash(), world.plain.state_hash())


@pytest.mark.parametrize("lists", ["wheels", "joints", "springs"])
def test_cars_with_lists_of_other_lengths(lists):
    world = World()
    value = json.loads(world.texts["car"])
    value[lists].pop()
    with pytest.raises(ValueError, match="text"):
        umbra2d.Car.from_json(world.scene, json.dumps(value))


def test_two_threads():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(50, 0.5))
    ball = scene.add(umbra2d.dynamic(position=(3, 4)), umbra2d.circle(0.5, restitution=0.8))
    hero = umbra2d.Character(scene, umbra2d.Shape.circle(0.4), position=(0, 0.45))
    predictor = umbra2d.Predictor()
    scene.record()
    scene.step(STEP, 60)
    replay = umbra2d.Replay(scene.take_recording())
    errors = []

    def work(number):
        try:
            for _ in range(60):
                scene.step(STEP)
                hero.step(STEP, run=1)
                predictor.predict(scene, ball, 10, STEP)
                replay.seek(number * 20)
                assert replay.check() is None
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
