"""`Constraint`: what all constraints have in common."""

import math
import sys
import traceback

from ._checks import check_number, check_pair
from ._clock import NO_CLOCK
from ._joints import add_joint
from ._pickle import PickleMixin

INFINITY = float("inf")


class Constraint(PickleMixin):
    """What all constraints have in common: two bodies, a largest force, callbacks."""

    _pickle_general = ("max_force", "error_bias", "max_bias", "collide_bodies")
    # True if the impulse is a torque.
    _turns = False

    def __init__(self, constraint):
        raise TypeError("Constraint is the base of the ten constraints")

    def _init(self, a, b):
        assert a.body_type == 0 or b.body_type == 0, "one body has to be dynamic"
        self._a, self._b = a, b
        self._max_force = self._max_bias = INFINITY
        self._error_bias = math.pow(1.0 - 0.1, 60.0)
        self._collide_bodies = True
        self._pre_solve = self._post_solve = None
        self._space, self._clock, self._joint = None, NO_CLOCK, None
        self._impulse = None
        a._constraints[self] = None
        b._constraints[self] = None

    @property
    def a(self):
        """First body."""
        return self._a

    @property
    def b(self):
        """Second body."""
        return self._b

    @property
    def impulse(self):
        """Impulse of the last step; 0 before the first one."""
        if self._impulse is not None:
            return self._impulse
        if self._joint is None or not self._joint.is_valid:
            return 0
        dt = self._space().current_time_step
        if self._turns:
            return abs(self._joint.reaction_torque) * dt
        return self._joint.reaction_force.length * dt

    def activate_bodies(self):
        """Wakes both bodies."""
        self._a.activate()
        self._b.activate()

    @property
    def pre_solve(self):
        """Function ``(constraint, space)`` that is called before each step solves, or None."""
        return self._pre_solve

    @pre_solve.setter
    def pre_solve(self, func):
        self._pre_solve = func
        self._callbacks_changed()

    @property
    def post_solve(self):
        """Function ``(constraint, space)`` that is called after each step, or None."""
        return self._post_solve

    @post_solve.setter
    def post_solve(self, func):
        self._post_solve = func
        self._callbacks_changed()

    def _callbacks_changed(self):
        if self._space is not None:
            self._space()._note_constraint(self)

    def _call(self, func, space):
        """Calls a callback. An exception in it is printed, as the step goes on."""
        if func is not None:
            try:
                func(self, space)
            except Exception:
                print(f"From the constraint callback {func!r}:", file=sys.stderr)
                traceback.print_exc()

    def _changed(self):
        """Marks the engine's joint to be made anew."""
        self._clock.joints[self] = None

    def _is_stepped(self):
        """True if `_before` has to be called before each step."""
        return False

    def _before(self, dt):
        """What this constraint does before a step."""

    def _softness(self):
        """Softness of the engine's joint, where `error_bias` says another one than usual."""
        if self._error_bias == math.pow(1.0 - 0.1, 60.0) or self._error_bias <= 0:
            return {}
        rate = -math.log(min(self._error_bias, 0.999999))
        return {"softness": (min(60.0, max(0.05, rate)), 2.0)}

    def _options(self):
        options = {"collide_connected": self._collide_bodies, "enabled": True}
        options.update(self._softness())
        return options

    def _ends(self, **more):
        """Options of a joint between the two anchors."""
        return {"local_anchors": (self.anchor_a, self.anchor_b), **self._options(), **more}

    def _points(self):
        """Both anchors in the world."""
        return self._a.local_to_world(self.anchor_a), self._b.local_to_world(self.anchor_b)

    def _make(self):
        """Adds the engine's joint."""
        self._joint = add_joint(self._clock.scene, self._definition)

    def _unmake(self):
        if self._joint is not None and self._joint.is_valid:
            self._joint.remove()
        self._joint = None

    def _handles(self):
        return self._a._handle, self._b._handle

    def __getstate__(self):
        state = super().__getstate__()
        state["init"] = [("a", self._a), ("b", self._b), *state["init"]]
        functions = ("_pre_solve", "_post_solve")
        state["special"] += [(name, getattr(self, name)) for name in functions]
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        for name, value in state["special"]:
            setattr(self, name, value)


def _setting(name, about, check=check_number):
    """Property of a constraint that changes the engine's joint."""
    field = "_" + name

    def read(self):
        return getattr(self, field)

    def write(self, value):
        setattr(self, field, check(name, value))
        self._changed()

    return property(read, write, doc=about)


def _flag(name, value):
    return bool(value)


Constraint.max_force = _setting("max_force", "Largest force.")
Constraint.error_bias = _setting("error_bias", "Part of an error that is left after a second.")
Constraint.max_bias = _setting("max_bias", "Largest speed at which errors are corrected.")
Constraint.collide_bodies = _setting("collide_bodies", "True if both bodies collide.", _flag)


class _Anchored(Constraint):
    """A constraint between two anchors."""

    anchor_a = _setting("anchor_a", "Anchor on A.", check_pair)
    anchor_b = _setting("anchor_b", "Anchor on B.", check_pair)

    def _set_anchors(self, anchor_a, anchor_b):
        self._anchor_a = check_pair("anchor_a", anchor_a)
        self._anchor_b = check_pair("anchor_b", anchor_b)
