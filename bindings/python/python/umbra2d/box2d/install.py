"""The modules `Box2D` and `Box2D.b2`."""

from __future__ import annotations

import sys
import types

import umbra2d

from . import body, contacts, fixture, joint_defs, joints, raycast, shapes, vec2, world

PARTS = (vec2, shapes, fixture, body, joint_defs, joints, contacts, raycast, world)
VERSION = "2.3.10"
LIMITS = {
    "b2_pi": 3.141592653589793,
    "b2_epsilon": 1.1920928955078125e-07,
    "b2_maxFloat": 3.4028234663852886e38,
    "b2_timeToSleep": 0.5,
    "b2_linearSleepTolerance": 0.01,
    "b2_angularSleepTolerance": 0.03490658503988659,
    "b2_velocityThreshold": 1.0,
    "b2_angularSlop": 0.03490658503988659,
    "b2_version": VERSION,
}


def names():
    """Everything of the module `Box2D`, by name."""
    found = dict(LIMITS)
    for part in PARTS:
        found.update({name: it for name, it in vars(part).items() if name.startswith("b2")})
    return found


def short(name):
    """The name in `Box2D.b2` of what `Box2D` calls `b2Name`."""
    rest = name[2:].lstrip("_")
    return rest if rest[:2].isupper() else rest[:1].lower() + rest[1:]


def modules():
    """New modules `Box2D` and `Box2D.b2`."""
    box2d = types.ModuleType("Box2D", "Box2D's interface for Python, answered by Umbra.")
    b2 = types.ModuleType("Box2D.b2", "The names of `Box2D` without `b2`.")
    for name, it in names().items():
        setattr(box2d, name, it)
        setattr(b2, short(name), it)
    box2d.b2, box2d.Box2D = b2, box2d
    box2d.__version__, box2d.__umbra__ = VERSION, umbra2d.__version__
    box2d.__version_info__ = tuple(int(part) for part in VERSION.split("."))
    box2d.__path__ = []
    return box2d, b2


def install():
    """Puts `Box2D` into `sys.modules`; later imports of it get Umbra. Returns the module."""
    present = sys.modules.get("Box2D")
    if hasattr(present, "__umbra__"):
        return present
    if present is not None:
        raise ImportError("Box2D is imported already: call install() before that")
    box2d, b2 = modules()
    sys.modules["Box2D"], sys.modules["Box2D.b2"] = box2d, b2
    sys.modules["Box2D.Box2D"] = box2d
    return box2d


def uninstall():
    """Takes it out again. Modules that imported it keep what they have."""
    if hasattr(sys.modules.get("Box2D"), "__umbra__"):
        for name in ("Box2D", "Box2D.b2", "Box2D.Box2D"):
            sys.modules.pop(name, None)
