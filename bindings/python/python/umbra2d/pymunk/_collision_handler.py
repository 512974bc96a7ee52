"""Collision handlers: functions that are called as shapes touch."""

import sys
import traceback

from .arbiter import Arbiter

__all__ = ["CollisionHandler"]

PHASES = ("begin", "pre_solve", "post_solve", "separate")


class CollisionHandler:
    """The four callbacks of two collision types. `data` is handed to each."""

    def __init__(self, space=None):
        self._begin = self._pre_solve = self._post_solve = self._separate = None
        self._data = {phase: None for phase in PHASES}
        self._shared = {}
        # True if results of `begin` and `pre_solve` decide, as with pymunk 6.
        self._decides = False

    def _set(self, phase, func, data):
        setattr(self, "_" + phase, func)
        self._data[phase] = data

    @property
    def data(self):
        """Dictionary that is handed to all callbacks of pymunk 6; data by phase otherwise."""
        return self._shared if self._decides else self._data

    def call(self, phase, pair, flipped, space):
        """Calls a callback. An exception in it is printed, as the step goes on."""
        func = getattr(self, "_" + phase)
        if func is None:
            return
        data = self._shared if self._decides else self._data[phase]
        try:
            result = func(Arbiter(pair, flipped), space, data)
        except Exception:
            print(f"From the collision callback {func!r}:", file=sys.stderr)
            traceback.print_exc()
            return
        if self._decides and phase in ("begin", "pre_solve"):
            pair.process = pair.process and bool(result)
            if phase == "begin" and not result:
                pair.ignored = True


def _phase(name):
    def read(self):
        return getattr(self, "_" + name)

    def write(self, func):
        setattr(self, "_" + name, func)

    return property(read, write, doc=f"Callback `{name}`, or None.")


for _name in PHASES:
    setattr(CollisionHandler, _name, _phase(_name))


def matching(handlers, a, b):
    """Handlers of two collision types, with True where the shapes are to be exchanged."""
    keys = [((a, b), False)]
    if a != b:
        keys.append(((b, a), True))
    keys += [((a, None), False), ((b, None), True), ((None, None), False)]
    return [(handlers[key], flipped) for key, flipped in keys if key in handlers]
