"""`Stepping`: a step of a space."""

import math

import numpy

from ._checks import check_number
from .body import Body

ZERO = (0.0, 0.0)
# With more constraints than this, trees of joints are not solved at once.
MANY_JOINTS = 32


class Stepping:
    """The part of `Space` that steps."""

    def step(self, dt):
        """Advances the space by a time."""
        dt = check_number("dt", dt)
        assert 0 <= dt < math.inf, f"dt must be from 0 on, but is {dt}"
        self._check_masses()
        if dt == 0:
            return
        self._dt = dt
        self._locked = True
        try:
            self._step(dt)
        finally:
            self._locked = self._stepping = False
            self._clock.rows = None
        later, self._add_later = self._add_later, {}
        self.add(*later)
        self._remove_what_waits()
        callbacks, self._post_step = self._post_step, {}
        for callback in callbacks.values():
            callback()

    def _step(self, dt):
        self._choose_solving(dt)
        self._flush()
        before = [(body, body.position, body.angle) for body in self._custom("_position_func")]
        self._change_velocities(dt)
        for constraint in list(self._called):
            constraint._call(constraint._pre_solve, self)
        for constraint in list(self._stepped):
            constraint._before(dt)
        self._flush()
        self._apply_forces()
        if self._is_watched():
            self._step_watched(dt)
        else:
            self._scene.step(dt)
            self._clock.steps += 1
        for body, position, angle in before:
            body.position, body.angle = position, angle
            body._position_func(body, dt)
        self._finish_pairs()
        for constraint in list(self._called):
            constraint._call(constraint._post_solve, self)

    def _choose_solving(self, dt):
        """Contacts bounce from twice the speed that gravity gives in a step: what rests is
        quick to solve then. Many joints are solved in rows, as pymunk does it."""
        gx, gy = self._gravity
        wanted = 2.0 * math.hypot(gx, gy) * dt, len(self._constraints) > MANY_JOINTS
        if wanted != self._solving:
            config = self._scene.config
            config.restitution_threshold = wanted[0]
            config.joints = "rows" if wanted[1] else "auto"
            self._solving = wanted

    def _check_masses(self):
        """Writes new masses, after a check that all bodies have one."""
        masses = self._clock.masses
        for body in masses:
            if body in self._bodies:
                body._check_mass()
        for body in masses:
            if body._handle is not None:
                body._write_mass()
        masses.clear()

    def _flush(self):
        """Writes what has changed; what is static waits until it is indexed anew."""
        clock = self._clock
        if clock.moved:
            waiting = list(clock.moved)
            clock.moved.clear()
            for body in waiting:
                if body._type == Body.STATIC:
                    clock.moved[body] = None
                elif body._handle is not None:
                    body._flush()
        if clock.shapes:
            for shape in [s for s in clock.shapes if s.body._type != Body.STATIC]:
                del clock.shapes[shape]
                shape._remake()
        if clock.joints:
            joints = list(clock.joints)
            clock.joints.clear()
            for constraint in joints:
                constraint._unmake()
                constraint._make()

    def _custom(self, name):
        return [body for body in self._functions if getattr(body, name) is not None]

    def _change_velocities(self, dt):
        """Calls `velocity_func`, and stops everything if the damping is 0."""
        damping = self._damping**dt if self._damping > 0 else 0.0
        for body in self._custom("_velocity_func"):
            if not body.is_sleeping:
                body._velocity_func(body, self._gravity, damping, dt)
        if self._damping == 0:
            self._stop_all()

    def _stop_all(self):
        self._flush()
        moving = [
            body._key
            for body in self._bodies
            if body._type == Body.DYNAMIC and body._velocity_func is None
        ]
        if moving:
            zeros = numpy.zeros((len(moving), 3), dtype=numpy.float32)
            self._scene.set_velocities(zeros, numpy.array(moving, dtype=numpy.uint64))
            self._clock.steps += 1

    def _apply_forces(self):
        """Hands forces to the engine."""
        pushed = self._clock.pushed
        for body in list(pushed):
            if body._type == Body.DYNAMIC and body._velocity_func is None and body in self._bodies:
                if body._force != ZERO:
                    body._handle.apply_force(body._force)
                if body._torque:
                    body._handle.apply_torque(body._torque)
                body.force, body.torque = ZERO, 0.0
        pushed.clear()

    def _note_functions(self, body):
        """Lets the engine pull and slow a body, unless functions of the caller do."""
        if body not in self._bodies:
            return
        if body._velocity_func is None and body._position_func is None:
            self._functions.pop(body, None)
        else:
            self._functions[body] = None
        if body._type == Body.DYNAMIC:
            own = body._velocity_func is not None
            slow = -math.log(self._damping) if 0 < self._damping < 1 and not own else 0.0
            handle = body._handle
            handle.gravity_scale = 0.0 if own else 1.0
            handle.linear_damping = handle.angular_damping = slow

    def _note_constraint(self, constraint):
        """Keeps the constraints that have to be called in each step."""
        for kept, wanted in (
            (self._stepped, constraint._is_stepped()),
            (self._called, constraint._pre_solve or constraint._post_solve),
        ):
            if wanted:
                kept[constraint] = None
            else:
                kept.pop(constraint, None)
