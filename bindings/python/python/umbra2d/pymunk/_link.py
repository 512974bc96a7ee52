"""`BodyLink`: how a body and the engine's body beside it are kept alike.

A body in a space has numbers of its own in double precision. They are written to the engine
before a step if the caller has changed them, and read after it when they are asked for.
"""

import math

import umbra2d

from .vec2d import Vec2d

TWO_PI = 2 * math.pi
KINDS = ("dynamic", "kinematic", "fixed")


class BodyLink:
    """What a body knows of the engine."""

    def _unlink(self, clock):
        self._clock, self._stamp = clock, clock.steps
        self._handle, self._key, self._raw = None, None, None
        self._dirty = 0

    def _link(self, clock, handle):
        """Follows an engine's body from now on."""
        waits = self._force or self._torque
        self._clock, self._stamp = clock, clock.steps
        self._handle, self._key = handle, handle.key
        self._raw = self._read()
        self._dirty = 0
        if waits:
            clock.pushed[self] = None

    def _linked(self):
        return self._handle is not None

    def _make(self, clock):
        """Adds the engine's body."""
        definition = getattr(umbra2d, KINDS[self._type])(
            position=self._position,
            angle=math.remainder(self._angle, TWO_PI),
            velocity=self._velocity,
            angular_velocity=self._spin,
        )
        self._link(clock, clock.scene.add(definition))
        self._write_mass()
        clock.masses[self] = None
        self._functions_changed()

    def _is_awake(self):
        return self._handle.is_awake

    def _wake(self):
        if self._handle is not None and self._type == 0:
            self._handle.wake()

    def _read(self):
        """State in the engine."""
        rows = self._clock.rows
        if rows is not None and self._key in rows:
            x, y, angle, *velocity = rows[self._key]
            before = self._raw[2]
            return (x, y, before + math.remainder(angle - before, TWO_PI), *velocity)
        handle = self._handle
        x, y = handle.position
        vx, vy = handle.velocity
        return (x, y, handle.unwrapped_angle, vx, vy, handle.angular_velocity)

    def _pull(self):
        """Reads what the engine has changed since it was last read or written."""
        new, old = self._read(), self._raw
        self._stamp = self._clock.steps
        if new == old:
            return
        if not self._dirty & 1:
            if new[0] != old[0] or new[1] != old[1]:
                self._position = Vec2d(new[0], new[1])
            if new[2] != old[2]:
                self._angle += new[2] - old[2]
        if not self._dirty & 2:
            if new[3] != old[3] or new[4] != old[4]:
                self._velocity = Vec2d(new[3], new[4])
            if new[5] != old[5]:
                self._spin = new[5]
        self._raw = new

    def _touch(self, what):
        """Marks the pose (1) or the velocity (2) as changed by the caller."""
        if self._stamp != self._clock.steps:
            self._pull()
        if self._handle is not None:
            self._dirty |= what
            self._clock.moved[self] = None

    def _flush(self):
        """Writes what the caller has changed."""
        if self._stamp != self._clock.steps:
            self._pull()
        handle, dirty = self._handle, self._dirty
        if dirty & 1:
            x, y = self._position
            handle.pose = (x, y, math.remainder(self._angle, TWO_PI))
        if dirty & 2 and self._type != 2:
            handle.velocity = self._velocity
            handle.angular_velocity = self._spin
        if dirty:
            self._dirty = 0
            self._raw = self._read()

    def _mass_changed(self):
        self._clock.masses[self] = None

    def _write_mass(self):
        """Writes mass, moment and centre, if they make sense."""
        if self._type != 0:
            return
        mass, moment = self._mass, self._moment
        fixed = moment == math.inf
        usable = 0 < mass < math.inf and moment > 0
        values = (mass, mass if fixed else moment, self._cog) if usable else (1, 1, self._cog)
        self._handle.mass_properties = umbra2d.MassProperties(*values)
        if self._handle.lock_rotation != fixed:
            self._handle.lock_rotation = fixed

    def _check_mass(self):
        """Asserts that a dynamic body can be stepped."""
        assert self._type != 0 or (0 < self._mass < math.inf and self._moment > 0), (
            f"{self} is dynamic: it needs a mass above 0 and below infinity, and a moment above 0"
        )

    def _accumulate(self):
        """Takes mass, moment and centre from the shapes in the space."""
        if self._type != 0:
            return
        shapes = [s for s in self._shapes if s._is_added() and s.mass > 0]
        mass = sum(s.mass for s in shapes)
        cog = Vec2d(0.0, 0.0)
        if mass > 0:
            for shape in shapes:
                cog += shape.center_of_gravity * (shape.mass / mass)
        away = [s.mass * s.center_of_gravity.get_distance_squared(cog) for s in shapes]
        self._mass = float(mass)
        self._moment = float(sum(s.moment for s in shapes) + sum(away))
        self._cog = cog
        self._mass_changed()

    def _kind_changed(self):
        if self._handle is not None:
            self._handle.kind = KINDS[self._type]
            self._dirty |= 3
            self._clock.moved[self] = None
            self._write_mass()
        self._mass_changed()
        self._functions_changed()

    def _functions_changed(self):
        """Lets the engine pull and slow the body, unless a function of the caller does."""
        space = self.space
        if space is not None:
            space._note_functions(self)
