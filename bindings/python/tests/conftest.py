"""Scenes that several tests use."""

from types import SimpleNamespace

import pytest
import umbra2d


@pytest.fixture
def world():
    """Ground, a box upon it and a ball above it."""
    scene = umbra2d.Scene(gravity=(0, -10))
    ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5))
    box = scene.add(umbra2d.dynamic(position=(0, 0.5)), umbra2d.cuboid(0.5, 0.5))
    ball = scene.add(umbra2d.dynamic(position=(3, 5)), umbra2d.circle(0.5))
    return SimpleNamespace(scene=scene, ground=ground, box=box, ball=ball)


@pytest.fixture
def weightless():
    """A scene without gravity."""
    return umbra2d.Scene(gravity=(0, 0))
