"""Recordings, replays, edits, parts, islands."""

import copy
import json
import pickle

import pytest
import umbra2d
from umbra2d import Edit, Part, Recording, Replay

STEP = 1 / 60


@pytest.fixture
def game(world):
    """A recording of a short game, and the hash at its end."""
    scene = world.scene
    scene.record(keyframe_every=10, each_body=True)
    scene.step(STEP, 20)
    world.ball.velocity = (0, 5)
    scene.add(umbra2d.dynamic(position=(-3, 4)), umbra2d.circle(0.4))
    scene.step(STEP, 20)
    assert scene.is_recording
    return scene.take_recording(), scene.state_hash()


def test_a_replay_comes_to_the_same_bits(game, tmp_path):
    recording, end = game
    assert recording.steps == 40 and recording.hash_after(40) == end and recording.size > 0
    assert recording.dt_of(1) == pytest.approx(STEP) and recording.dt_of(99) is None
    path = tmp_path / "game.json"
    recording.save(path)
    copies = [
        recording,
        pickle.loads(pickle.dumps(recording)),
        Recording.from_json(recording.to_json()),
        Recording.load(path),
    ]
    for it in copies:
        replay = Replay(it)
        assert replay.check() is None and replay.divergence is None
        assert replay.steps_done == 40 and replay.scene.state_hash() == end
        replay.seek(25)
        assert replay.keyframe_before(25) == 20 and replay.steps_done == 25
        while replay.step():
            pass
        assert replay.scene.state_hash() == end and replay.recording.steps == 40


def test_what_was_done(game):
    recording, _ = game
    kinds = [(step, edit.kind) for step, edit in recording.edits]
    assert (21, "body") in kinds and (21, "add_body") in kinds
    entries = recording.entries
    assert sum(entry["kind"] == "step" for entry in entries) == 40
    assert {"kind": "step", "dt": pytest.approx(STEP), "with_hooks": False} in entries


def test_edits_are_values(game, world):
    recording, _ = game
    scene = umbra2d.Scene()
    for _, edit in recording.edits:
        again = pickle.loads(pickle.dumps(edit))
        assert again == edit == Edit.from_json(edit.to_json())
    [add] = [edit for _, edit in recording.edits if edit.kind == "add_body"]
    body = scene.edit(add)
    assert isinstance(body, umbra2d.Body) and body.position == (-3, 4)
    assert scene.edit(Edit.from_json('"clear"')) is None and scene.body_count == 0
    [change] = [edit for _, edit in recording.edits if edit.kind == "body"][:1]
    with pytest.raises(KeyError):
        scene.edit(change)


def test_rewinding(world):
    scene = world.scene
    scene.record()
    hashes = []
    for _ in range(30):
        hashes.append(scene.state_hash())
        scene.step(STEP)
    scene.rewind(10)
    assert scene.state_hash() == hashes[20]
    with pytest.raises(ValueError):
        scene.rewind(1000)
    assert scene.state_hash() == hashes[20]
    scene.step(STEP)
    assert Replay(scene.take_recording()).check() is None


def test_bad_recordings(game, world):
    recording, _ = game
    before = world.scene.state_hash()
    data = pickle.dumps(recording)
    wrong = [
        (ValueError, "keyframe_every", lambda: world.scene.record(keyframe_every=0)),
        (ValueError, "text", lambda: Recording.from_json("{}")),
        (ValueError, "text", lambda: Edit.from_json('"fly"')),
        (ValueError, "data", lambda: Recording._from_bytes(b"nothing")),
        (FileNotFoundError, None, lambda: Recording.load("/nowhere/at/all.json")),
        (TypeError, None, lambda: Replay(3)),
        (ValueError, "steps", lambda: world.scene.rewind(1)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert world.scene.take_recording() is None and not world.scene.is_recording
    assert world.scene.state_hash() == before and len(data) > 100


def test_parts_move_between_scenes(world):
    scene, there = world.scene, umbra2d.Scene()
    joint = scene.add(umbra2d.revolute(world.box, world.ball, (1.5, 2)))
    part = scene.part_of([world.box, world.ball])
    assert scene.body_count == 3 and part.body_keys == [world.box.key, world.ball.key]
    copies = [part, copy.copy(part), pickle.loads(pickle.dumps(part))]
    copies.append(Part.from_json(part.to_json()))
    for index, it in enumerate(copies):
        it.shift((10 * index, 0))
        inserted = there.insert(it)
        ball = inserted.body(world.ball)
        assert ball.position == (3 + 10 * index, 5)
        assert inserted.joint(joint).body_b == ball
        assert inserted.collider(world.ball.colliders[0].key).body == ball
        assert len(inserted.bodies) == 2 and len(inserted.joints) == 1 and inserted.fields == []
    taken = scene.extract([world.box])
    assert scene.body_count == 2 and not world.box.is_valid
    with pytest.raises(KeyError):
        there.insert(taken).body(world.ball)


def test_bad_parts(world):
    scene = world.scene
    part, before = scene.part_of([world.ball]), scene.state_hash()
    stranger = umbra2d.Scene().add(umbra2d.dynamic(), umbra2d.circle(1))
    wrong = [
        (ValueError, "bodies", lambda: scene.extract([stranger])),
        (TypeError, "bodies", lambda: scene.part_of(3)),
        (TypeError, "bodies", lambda: scene.part_of([3])),
        (ValueError, "by", lambda: part.shift((1e30, 0))),
        (ValueError, "text", lambda: Part.from_json("[]")),
        (TypeError, "old", lambda: umbra2d.Scene().insert(part).body("ball")),
        (ValueError, "body", lambda: scene.island_of(stranger)),
        (TypeError, "part", lambda: scene.insert(3)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert scene.state_hash() == before


def test_islands(world):
    scene = world.scene
    scene.step(STEP, 120)
    islands = scene.islands()
    assert sorted(len(island) for island in islands) == [1, 1]
    mate = scene.add(umbra2d.dynamic(position=(9, 9)), umbra2d.circle(0.1))
    scene.add(umbra2d.distance(world.ball, mate, world.ball.position, mate.position))
    scene.step(STEP)
    assert set(scene.island_of(mate)) == {world.ball, mate}


def test_levels(world, tmp_path):
    path = tmp_path / "level.json"
    world.scene.step(STEP, 30)
    world.scene.save_level(path)
    level = json.loads(path.read_text())
    again = umbra2d.Scene.load(path)
    assert again.body_count == 3 and "contacts" not in level
    assert len(world.scene.to_level()) < len(world.scene.to_json())
    assert sorted(body.kind for body in again.bodies) == ["dynamic", "dynamic", "fixed"]
    assert tuple(world.ball.position) in [tuple(body.position) for body in again.bodies]
    with pytest.raises(FileNotFoundError):
        world.scene.save_level("/nowhere/at/all.json")
