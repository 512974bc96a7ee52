"""Portals."""

import pickle

import pytest
import umbra2d
from umbra2d import portal

DOOR = ((4, -1), (4, 1)), ((1, 6), (-1, 6))


def test_a_ball_goes_through(weightless):
    door = weightless.add(portal(*DOOR))
    ball = weightless.add(umbra2d.dynamic(velocity=(8, 0)), umbra2d.circle(0.3))
    seen = False
    for _ in range(60):
        weightless.step(1 / 60)
        seen = seen or [body for body, _ in weightless.images] == [ball]
    assert seen and ball.position.y > 6 and ball.velocity.y == pytest.approx(8, abs=0.01)
    assert weightless.portals == [door] and weightless.portal_count == 1
    assert weightless.portal(door.key) == door and door.scene == weightless


def test_what_a_portal_is(weightless):
    door = weightless.add_portal(portal(*DOOR, one_way=True))
    assert door.start == DOOR[0] and door.end == DOOR[1] and door.one_way and door.enabled
    assert tuple(door.motion.transform((4, 0))) == pytest.approx((0, 6))
    motion = weightless.portal_on_way((3.5, 0), (1, 0))
    assert motion == door.motion and weightless.portal_on_way((3.5, 0), (-1, 0)) is None
    door.enabled = False
    assert weightless.portal_on_way((3.5, 0), (1, 0)) is None
    door.set(portal(DOOR[1], DOOR[0]))
    assert door.start == DOOR[1] and not door.one_way
    door.remove()
    assert not door.is_valid and weightless.portals == []
    with pytest.raises(KeyError):
        door.motion
    weightless.remove(weightless.add(portal(*DOOR)))
    assert weightless.portal_count == 0


def test_rays_go_through(weightless):
    weightless.add(portal(*DOOR))
    target = weightless.add(umbra2d.fixed(position=(0, 9)), umbra2d.cuboid(1, 0.5))
    assert weightless.cast_ray((0, 0), (9, 0)).body == target
    assert weightless.cast_ray((0, 0), (9, 0), portals=False) is None


def test_pickles_keep_portals(weightless):
    door = weightless.add(portal(*DOOR))
    again = pickle.loads(pickle.dumps(weightless))
    assert again.portal(door.key).start == DOOR[0]
    assert again.state_hash() == weightless.state_hash()


def test_bad_input_changes_nothing(weightless):
    door = weightless.add(portal(*DOOR))
    before, nan = weightless.state_hash(), float("nan")
    wrong = [
        (ValueError, None, lambda: weightless.add(portal(DOOR[0], ((0, 0), (0, 9))))),
        (ValueError, None, lambda: weightless.add(portal(DOOR[0], ((0, 0), (0, nan))))),
        (TypeError, "start", lambda: portal(3, DOOR[1])),
        (TypeError, "end", lambda: portal(DOOR[0], ((0, 0), 3))),
        (TypeError, "one_way", lambda: portal(*DOOR, one_way="no")),
        (ValueError, None, lambda: door.set(portal(DOOR[0], ((0, 0), (0, 9))))),
        (TypeError, "enabled", lambda: setattr(door, "enabled", 3)),
        (ValueError, "origin", lambda: weightless.portal_on_way((nan, 0), (1, 0))),
        (ValueError, "what", lambda: umbra2d.Scene().remove(door)),
        (KeyError, None, lambda: weightless.portal(12345)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert weightless.state_hash() == before
