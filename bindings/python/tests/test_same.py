"""The same bits as in Rust, however a scene is stepped, copied or saved."""

import copy
import pickle

import numpy
import pytest
import umbra2d
from scenes import FIVE_WAYS, five_ways

DT = 1 / 60


def test_the_hash_of_rust():
    scene = five_ways()
    for _ in range(300):
        scene.step(DT)
    assert scene.state_hash() == FIVE_WAYS


def test_many_steps_in_a_call():
    scene = five_ways()
    scene.step(DT, 300)
    assert scene.state_hash() == FIVE_WAYS


@pytest.mark.parametrize("simd", ["scalar", 4])
def test_any_width(simd):
    scene = five_ways(simd=simd)
    scene.step(DT, 300)
    assert scene.state_hash() == FIVE_WAYS


@pytest.mark.parametrize(
    "another",
    [
        copy.copy,
        copy.deepcopy,
        umbra2d.Scene.branch,
        lambda scene: pickle.loads(pickle.dumps(scene)),
        lambda scene: umbra2d.Scene.from_json(scene.to_json()),
    ],
    ids=["copy", "deepcopy", "branch", "pickle", "json"],
)
def test_copies_go_on_alike(another):
    scene = five_ways()
    scene.step(DT, 100)
    other = another(scene)
    assert other != scene
    assert other.state_hash() == scene.state_hash()
    other.step(DT, 200)
    assert other.state_hash() == FIVE_WAYS
    scene.step(DT, 200)
    assert scene.state_hash() == FIVE_WAYS


def test_snapshots_go_on_alike():
    scene = five_ways()
    scene.step(DT, 100)
    moment = scene.snapshot()
    assert moment.state_hash() == scene.state_hash()
    scene.step(DT, 57)
    scene.restore(moment)
    scene.step(DT, 200)
    assert scene.state_hash() == FIVE_WAYS
    other = umbra2d.Scene()
    other.restore(pickle.loads(pickle.dumps(moment)))
    other.step(DT, 200)
    assert other.state_hash() == FIVE_WAYS


def test_files(tmp_path):
    scene = five_ways()
    scene.step(DT, 100)
    scene.save(tmp_path / "scene.json")
    other = umbra2d.Scene.load(tmp_path / "scene.json")
    other.step(DT, 200)
    assert other.state_hash() == FIVE_WAYS
    with pytest.raises(FileNotFoundError):
        umbra2d.Scene.load(tmp_path / "none.json")
    with pytest.raises(ValueError, match="text"):
        umbra2d.Scene.from_json("{")


def test_copy_from():
    scene, other = five_ways(), umbra2d.Scene()
    scene.step(DT, 100)
    other.copy_from(scene)
    other.copy_from(other)
    other.step(DT, 200)
    assert other.state_hash() == FIVE_WAYS


def test_a_batch():
    batch = umbra2d.Batch(five_ways(), 5, threads=2)
    batch.step(DT, 299)
    batch.step(DT)
    assert batch.hashes().tolist() == [FIVE_WAYS] * 5
    assert batch.hashes().dtype == numpy.uint64
