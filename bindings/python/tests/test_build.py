"""Ropes, bridges, cloth, ragdolls, soft bodies, and outlines of pictures."""

import copy
import pickle

import numpy
import pytest
import umbra2d
from umbra2d import Balance, RagdollPose, RootTarget, build


@pytest.fixture
def ground():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5))
    return scene


def test_a_rope_swings_down(ground):
    rope = build.rope(ground, (0, 5), (4, 5), links=8, damping=0.5)
    assert len(rope.bodies) == len(rope.joints) == 8 and rope.anchor.kind == "fixed"
    ground.run(3)
    assert rope.bodies[-1].position.y < 3
    assert 0 < rope.mass < 2
    rope.set_velocity((1, 0))
    assert rope.bodies[3].velocity == (1, 0)
    rope.remove()
    assert ground.body_count == 1


def test_ends_hold_bodies(ground):
    kite = ground.add(umbra2d.dynamic(position=(0, 9)), umbra2d.cuboid(0.4, 0.4))
    line = build.rope(ground, (0, 1), (0, 8.6), ends=("world", kite), thickness=0.05)
    assert len(line.joints) == 17 and line.joints[-1] in kite.joints
    box = ground.add(umbra2d.dynamic(position=(3, 9)), umbra2d.cuboid(0.4, 0.4))
    chain = build.chain_between(kite, box, (0.4, 9), (2.6, 9), links=5)
    assert len(chain.bodies) == 5 and chain.anchor is None
    cloth = build.cloth_strip(ground, (5, 4), (7, 4), 1.5, columns=4, rows=3, end="free")
    assert len(cloth.bodies) == 12 and cloth.anchor is None
    bridge = build.bridge(ground, (-8, 2), (-2, 2), planks=10, break_force=50)
    assert len(bridge.bodies) == 10 and bridge.joints[0].break_force == 50


def test_a_ragdoll_takes_a_pose(ground):
    doll = build.ragdoll(ground, (0, 0), height=1.8, density=130)
    assert 40 < doll.mass < 120
    hands_up = RagdollPose(left_upper_arm=2.6, right_upper_arm=2.6)
    settings = {"balance": Balance(), "weights": {"left_forearm": 0}, "strength": 1.5}
    assert doll.drive_to(hands_up, **settings) == []
    ground.run(2)
    now = doll.ragdoll_pose()
    assert now["left_upper_arm"] == pytest.approx(2.6, abs=0.1)
    assert doll.bone("head").position.y > 1.4
    doll.relax()
    ground.run(3)
    assert doll.bone("head").position.y < 1
    doll.bone("right_forearm").remove()
    assert doll.drive_to(RagdollPose()) == ["right_forearm"]
    assert doll.bone_joint("pelvis") is None
    assert doll.bone_joint("left_shin").body_b == doll.bone("left_shin")


def test_a_puppet_hangs(ground):
    doll = build.ragdoll(ground, (0, 2))
    root = RootTarget(point=(1, 3.5))
    doll.drive_to(RagdollPose(), root=root)
    ground.run(2)
    assert (doll.bone("pelvis").position - (1, 3.5)).length < 0.3


def test_poses_are_values():
    step = RagdollPose(left_thigh=0.5)
    assert step.replace(left_thigh=0) == RagdollPose()
    assert step.mirrored() == RagdollPose(right_thigh=0.5)
    assert RagdollPose().blend(step, 0.5)["left_thigh"] == 0.25
    assert pickle.loads(pickle.dumps(step)) == step and len(step.angles) == 11
    assert pickle.loads(pickle.dumps(RootTarget(point=(1, 2)))) == RootTarget(point=(1, 2))
    with pytest.raises(TypeError):
        RagdollPose(left_ear=1)
    with pytest.raises(ValueError, match="left_ear"):
        step["left_ear"]


def test_soft_bodies_keep_their_area(ground):
    jelly = build.blob(ground, (0, 3), 0.5, segments=16)
    box = build.soft_box(ground, (4, 3), 0.6, 0.4)
    before = jelly.area, box.area
    ground.run(2)
    assert jelly.area == pytest.approx(before[0], rel=0.05)
    assert box.area == pytest.approx(before[1], rel=0.05)
    assert len(jelly.outline()) == len(jelly.skin) == len(jelly.colliders) == 16
    assert jelly.center.y == pytest.approx(0.5, abs=0.1) and jelly.hub in jelly.bodies
    jelly.set_velocity((3, 0))
    assert jelly.skin[0].velocity.x == 3
    jelly.remove()
    box.remove()
    assert ground.body_count == 1


def test_copies_and_insertions(ground):
    doll, jelly = build.ragdoll(ground, (0, 2)), build.blob(ground, (5, 3), 0.5)
    twin = copy.copy(ground)
    for it in (doll, jelly):
        there = it.in_scene(twin)
        assert there.scene == twin and [body.key for body in there.bodies] == [
            body.key for body in it.bodies
        ]
        again = type(it).from_json(twin, it.to_json())
        assert again.bodies == there.bodies
        part = ground.part_of(it.bodies)
        third = it.after_insert(umbra2d.Scene().insert(part))
        assert third.scene.body_count == len(it.bodies)
        with pytest.raises(TypeError, match="to_json"):
            pickle.dumps(it)


def disc(size=32, dtype=float):
    y, x = numpy.mgrid[:size, :size] - (size - 1) / 2
    return (x * x + y * y < (size / 2 - 1) ** 2).astype(dtype)


@pytest.mark.parametrize("dtype", [bool, float, "float32", int])
def test_outlines_of_arrays(dtype):
    outlines = build.outlines_from_mask(disc(dtype=dtype), pixel_size=0.1, origin=(0.5, 0.5))
    assert len(outlines) == 1
    assert outlines.area == pytest.approx(numpy.pi * 1.5**2, rel=0.05)
    assert outlines.contains((0, 0)) and not outlines.contains((1.6, 0))
    assert outlines[0] == outlines[-1] == outlines.outlines[0]


def test_outlines_of_bytes():
    alpha = disc(dtype="uint8") * 255
    rgba = numpy.dstack([alpha * 0, alpha * 0, alpha * 0, alpha])
    expected = build.outlines_from_mask(alpha)
    assert build.outlines_from_mask(rgba) == expected
    assert build.outlines_from_mask(alpha.tobytes(), (32, 32)) == expected
    assert build.outlines_from_mask(rgba.tobytes(), (32, 32)) == expected
    assert build.outlines_from_mask(disc().tolist()).area == pytest.approx(expected.area, rel=0.01)


def test_outlines_become_colliders(ground):
    picture = numpy.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]])
    ring = build.outlines_from_mask(picture, tolerance=0)
    assert len(ring[0].holes) == 1 and len(ring[0].outer) >= 4
    body = ground.add(umbra2d.dynamic(position=(0, 5)), *ring.concave(friction=0.9, density=2))
    assert body.mass == pytest.approx(2 * ring.area, rel=1e-3)
    assert body.colliders[0].friction == pytest.approx(0.9)
    ground.add(umbra2d.fixed(), *ring.terrain())
    ground.add(umbra2d.dynamic(), *ring.convex())
    by_hand = umbra2d.Outline([(0, 0), (2, 0), (2, 2), (0, 2)], [[(0.5, 0.5), (0.5, 1), (1, 1)]])
    assert by_hand.area == pytest.approx(4 - 0.125) and by_hand.contains((1.5, 1.5))
    ground.add(umbra2d.dynamic(position=(5, 5)), by_hand.concave())
    wall = ground.add(umbra2d.fixed(position=(30, 0)), umbra2d.cuboid(5, 5))
    pieces = ring.carve_body(wall, (28, -1.5, 0))
    assert pieces[0] == wall and len(pieces) == 2
    beam = ground.add(umbra2d.fixed(position=(60, 0)), umbra2d.cuboid(4, 0.5))
    carved = ring.carve(ground, (58, -1.5, 0), isles_fall=True)
    assert [it.body for it in carved] == [beam]


def test_bad_input_changes_nothing(ground):
    other = umbra2d.Scene()
    stranger = other.add(umbra2d.dynamic(), umbra2d.circle(1))
    doll, rope = build.ragdoll(ground, (0, 0)), build.rope(ground, (0, 5), (1, 5), links=3)
    before, nan = ground.state_hash(), float("nan")
    wrong = [
        (ValueError, "links", lambda: build.rope(ground, (0, 5), (4, 5), links=0)),
        (ValueError, "links", lambda: build.rope(ground, (0, 5), (4, 5), links=-1)),
        (TypeError, "links", lambda: build.rope(ground, (0, 5), (4, 5), links=2.5)),
        (TypeError, "lynx", lambda: build.rope(ground, (0, 5), (4, 5), lynx=2)),
        (TypeError, "ends", lambda: build.rope(ground, (0, 5), (4, 5), ends="world")),
        (ValueError, "ends", lambda: build.rope(ground, (0, 5), (4, 5), ends=("sky", "world"))),
        (ValueError, "ends", lambda: build.rope(ground, (0, 5), (4, 5), ends=("free", stranger))),
        (ValueError, "from", lambda: build.rope(ground, (nan, 5), (4, 5))),
        (ValueError, "planks", lambda: build.bridge(ground, (0, 5), (4, 5), planks=10**6)),
        (ValueError, "rows", lambda: build.cloth_strip(ground, (0, 5), (4, 5), 1, rows=1)),
        (TypeError, "end", lambda: build.cloth_strip(ground, (0, 5), (4, 5), 1, end=3)),
        (ValueError, "height", lambda: build.ragdoll(ground, (0, 0), height=nan)),
        (ValueError, "radius", lambda: build.blob(ground, (0, 3), -1)),
        (ValueError, "segments", lambda: build.blob(ground, (0, 3), 1, segments=3)),
        (ValueError, "b", lambda: build.chain_between(doll.bodies[0], stranger, (0, 0), (1, 1))),
        (ValueError, "strength", lambda: doll.drive_to(RagdollPose(), strength=-1)),
        (TypeError, "pose", lambda: doll.drive_to(3)),
        (TypeError, "balance", lambda: doll.drive_to(RagdollPose(), balance=True)),
        (ValueError, "ear", lambda: doll.drive_to(RagdollPose(), weights={"ear": 1})),
        (ValueError, None, lambda: rope.drive_to(RagdollPose())),
        (ValueError, "name", lambda: rope.bone("left_shin")),
        (ValueError, "velocity", lambda: rope.set_velocity((nan, 0))),
        (ValueError, "mask", lambda: build.outlines_from_mask(numpy.zeros(3))),
        (ValueError, "alpha", lambda: build.outlines_from_mask([[0, 3]])),
        (ValueError, "mask", lambda: build.outlines_from_mask(b"123", (2, 2))),
        (TypeError, "mask", lambda: build.outlines_from_mask(3, (2, 2))),
        (ValueError, "size", lambda: build.outlines_from_mask(b"1234", (-2, 2))),
        (ValueError, "threshold", lambda: build.outlines_from_mask([[1]], threshold=2)),
        (TypeError, "holes", lambda: umbra2d.Outline([(0, 0)], 3)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert ground.state_hash() == before
