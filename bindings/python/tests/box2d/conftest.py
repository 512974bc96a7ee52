"""Puts Umbra in the place of Box2D before any environment is imported."""

import pytest

umbra2d_box2d = pytest.importorskip("umbra2d.box2d")
umbra2d_box2d.install()


@pytest.fixture
def b2():
    """The module `Box2D.b2`."""
    from Box2D import b2

    return b2
