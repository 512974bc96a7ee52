"""`Body`: rigid bodies."""

import itertools
import math
import weakref
from typing import ClassVar

from ._checks import check_number, check_pair
from ._clock import NO_CLOCK
from ._link import BodyLink
from ._pickle import PickleMixin
from ._weakkeysview import WeakKeysView
from .vec2d import Vec2d

__all__ = ["Body"]

INFINITY = float("inf")


class Body(BodyLink, PickleMixin):
    """A rigid body. Its mass and moment are given here, or come from its shapes.

    >>> body = Body(1, 2)
    >>> body.position = 3, 4
    >>> body.local_to_world((1, 0))
    Vec2d(4.0, 4.0)
    """

    DYNAMIC: ClassVar[int] = 0
    KINEMATIC: ClassVar[int] = 1
    STATIC: ClassVar[int] = 2

    _pickle_init = ("_own_mass", "_own_moment", "body_type")
    _pickle_general = (
        "force", "angle", "position", "center_of_gravity", "velocity", "angular_velocity",
        "torque",
    )
    _ids = itertools.count(1)

    def __init__(self, mass=0, moment=0, body_type=DYNAMIC):
        assert body_type in (0, 1, 2), "body_type must be DYNAMIC, KINEMATIC or STATIC"
        self._id = next(Body._ids)
        self._type = body_type
        self._mass = float(mass) if body_type == Body.DYNAMIC else INFINITY
        self._moment = float(moment) if body_type == Body.DYNAMIC else INFINITY
        self._cog = Vec2d(0.0, 0.0)
        self._position, self._velocity = Vec2d(0.0, 0.0), Vec2d(0.0, 0.0)
        self._angle = self._spin = 0.0
        self._force, self._torque = Vec2d(0.0, 0.0), 0.0
        self._space = None
        self._constraints = weakref.WeakKeyDictionary()
        self._shapes = weakref.WeakKeyDictionary()
        self._velocity_func = self._position_func = None
        self._group = None
        self._unlink(NO_CLOCK)

    def __repr__(self):
        if self._type == Body.DYNAMIC:
            return f"Body({self.mass}, {self.moment}, Body.DYNAMIC)"
        return "Body(Body.KINEMATIC)" if self._type == Body.KINEMATIC else "Body(Body.STATIC)"

    @property
    def _own_mass(self):
        return self._mass if self._type == Body.DYNAMIC else 0

    @property
    def _own_moment(self):
        return self._moment if self._type == Body.DYNAMIC else 0

    @property
    def id(self):
        """Number of this body, other than that of each other body."""
        return self._id

    @property
    def mass(self):
        """Mass."""
        return self._mass

    @mass.setter
    def mass(self, mass):
        mass = check_number("mass", mass)
        assert self._space is None or 0 < mass < INFINITY, (
            "a body in a space needs a mass above 0 and below infinity"
        )
        self._mass = mass
        self._mass_changed()

    @property
    def moment(self):
        """Moment of inertia; infinite for a body that does not turn."""
        return self._moment

    @moment.setter
    def moment(self, moment):
        moment = check_number("moment", moment)
        assert self._space is None or moment > 0, "a body in a space needs a moment above 0"
        self._moment = moment
        self._mass_changed()

    @property
    def center_of_gravity(self):
        """Centre of gravity, in the coordinates of the body."""
        return self._cog

    @center_of_gravity.setter
    def center_of_gravity(self, cog):
        self._cog = check_pair("center_of_gravity", cog)
        self._mass_changed()

    @property
    def position(self):
        """Position in the world."""
        if self._stamp != self._clock.steps:
            self._pull()
        return self._position

    @position.setter
    def position(self, position):
        position = check_pair("position", position)
        self._touch(1)
        self._position = position

    @property
    def angle(self):
        """Angle in radians, with all turns. Set, it turns the body about its centre of gravity."""
        if self._stamp != self._clock.steps:
            self._pull()
        return self._angle

    @angle.setter
    def angle(self, angle):
        angle = check_number("angle", angle)
        self._touch(1)
        if self._cog == (0, 0):
            self._angle = angle
            return
        center = self.local_to_world(self._cog)
        self._angle = angle
        self._position += center - self.local_to_world(self._cog)

    @property
    def velocity(self):
        """Velocity of the centre of gravity."""
        if self._stamp != self._clock.steps:
            self._pull()
        return self._velocity

    @velocity.setter
    def velocity(self, velocity):
        velocity = check_pair("velocity", velocity)
        self._touch(2)
        self._velocity = velocity

    @property
    def angular_velocity(self):
        """Angular velocity in radians per second."""
        if self._stamp != self._clock.steps:
            self._pull()
        return self._spin

    @angular_velocity.setter
    def angular_velocity(self, spin):
        spin = check_number("angular_velocity", spin)
        self._touch(2)
        self._spin = spin

    @property
    def force(self):
        """Force of the next step; each step clears it."""
        return self._force

    @force.setter
    def force(self, force):
        self._force = check_pair("force", force)
        self._clock.pushed[self] = None

    @property
    def torque(self):
        """Torque of the next step; each step clears it."""
        return self._torque

    @torque.setter
    def torque(self, torque):
        self._torque = check_number("torque", torque)
        self._clock.pushed[self] = None

    @property
    def rotation_vector(self):
        """Unit vector of the angle."""
        return Vec2d(math.cos(self.angle), math.sin(self.angle))

    @property
    def space(self):
        """The space of the body, or None."""
        return self._space() if self._space is not None else None

    @property
    def velocity_func(self):
        """Function ``(body, gravity, damping, dt)`` that updates the velocity in each step."""
        return self._velocity_func or Body.update_velocity

    @velocity_func.setter
    def velocity_func(self, func):
        self._velocity_func = None if func in (None, Body.update_velocity) else func
        self._functions_changed()

    @property
    def position_func(self):
        """Function ``(body, dt)`` that updates the position in each step."""
        return self._position_func or Body.update_position

    @position_func.setter
    def position_func(self, func):
        self._position_func = None if func in (None, Body.update_position) else func
        self._functions_changed()

    @staticmethod
    def update_velocity(body, gravity, damping, dt):
        """The usual change of the velocity in a step."""
        if body._type != Body.DYNAMIC:
            return
        (vx, vy), (fx, fy) = body.velocity, body._force
        body.velocity = (
            vx * damping + (gravity[0] + fx / body._mass) * dt,
            vy * damping + (gravity[1] + fy / body._mass) * dt,
        )
        body.angular_velocity = body._spin * damping + body._torque / body._moment * dt
        body._force, body._torque = Vec2d(0.0, 0.0), 0.0

    @staticmethod
    def update_position(body, dt):
        """The usual change of the position in a step."""
        body.position = body.position + body.velocity * dt
        body.angle = body.angle + body.angular_velocity * dt

    @property
    def kinetic_energy(self):
        """Twice the kinetic energy: m v^2 + I w^2."""
        linear, spin = self.velocity.length_squared, self._spin * self._spin
        return (linear * self._mass if linear else 0.0) + (spin * self._moment if spin else 0.0)

    def apply_force_at_world_point(self, force, point):
        """Adds a force at a point of the world."""
        force, point = check_pair("force", force), check_pair("point", point)
        self.activate()
        self.force = self._force + force
        self.torque = self._torque + (point - self._center()).cross(force)

    def apply_force_at_local_point(self, force, point=(0, 0)):
        """Adds a force at a point, both in the coordinates of the body."""
        force = check_pair("force", force).cpvrotate(self.rotation_vector)
        self.apply_force_at_world_point(force, self.local_to_world(point))

    def apply_impulse_at_world_point(self, impulse, point):
        """Adds an impulse at a point of the world."""
        impulse, point = check_pair("impulse", impulse), check_pair("point", point)
        self.activate()
        self._push(impulse, point - self._center())

    def apply_impulse_at_local_point(self, impulse, point=(0, 0)):
        """Adds an impulse at a point, both in the coordinates of the body."""
        impulse = check_pair("impulse", impulse).cpvrotate(self.rotation_vector)
        self.apply_impulse_at_world_point(impulse, self.local_to_world(point))

    def _push(self, impulse, arm):
        """Changes the velocity by an impulse at the end of an arm from the centre."""
        self.velocity = self.velocity + impulse * (1 / self._mass if self._mass else 0.0)
        turn = arm.cross(impulse)
        self.angular_velocity = self._spin + (turn / self._moment if self._moment else 0.0)

    def _center(self):
        """Centre of gravity in the world."""
        return self.position if self._cog == (0, 0) else self.local_to_world(self._cog)

    def activate(self):
        """Wakes the body, and those that were put to sleep with it."""
        for body in self._group or (self,):
            body._wake()
            if body is not self:
                body._group = None
        self._group = None

    def sleep(self):
        """Puts the body to sleep."""
        self._fall_asleep([])

    def sleep_with_group(self, body):
        """Puts the body to sleep; it wakes together with another sleeping one."""
        assert body.is_sleeping, "the other body has to sleep"
        self._fall_asleep(body._group or [body])

    def _fall_asleep(self, group):
        if self._space is None:
            raise RuntimeError("a body that is in no space cannot sleep")
        if self._type != Body.DYNAMIC:
            raise RuntimeError("only a dynamic body can sleep")
        self.space._flush()
        self._handle.sleep()
        group.append(self)
        for body in group:
            body._group = group

    @property
    def is_sleeping(self):
        """True if the body sleeps."""
        return self._type == Body.DYNAMIC and self._linked() and not self._is_awake()

    @property
    def body_type(self):
        """`DYNAMIC`, `KINEMATIC` or `STATIC`."""
        return self._type

    @body_type.setter
    def body_type(self, body_type):
        assert body_type in (0, 1, 2), "body_type must be DYNAMIC, KINEMATIC or STATIC"
        if body_type != Body.DYNAMIC:
            for constraint in self.constraints:
                other = constraint.b if constraint.a is self else constraint.a
                both = self._type == other.body_type == Body.DYNAMIC
                assert both and other is not self, f"{constraint} would have no dynamic body"
        if body_type == self._type:
            return
        self._type = body_type
        self._mass = self._moment = 0.0 if body_type == Body.DYNAMIC else INFINITY
        if body_type == Body.DYNAMIC:
            self._accumulate()
        elif body_type == Body.STATIC:
            self.velocity, self.angular_velocity = (0, 0), 0
        self._kind_changed()

    def each_arbiter(self, func, *args, **kwargs):
        """Calls a function with the `Arbiter` of each contact of the body."""
        space = self.space
        if space is not None:
            for arbiter in space._arbiters_of(self):
                func(arbiter, *args, **kwargs)

    @property
    def constraints(self):
        """Constraints of the body."""
        return WeakKeysView(self._constraints)

    @property
    def shapes(self):
        """Shapes of the body."""
        return WeakKeysView(self._shapes)

    def local_to_world(self, v):
        """Point of the world of a point of the body."""
        x, y = check_pair("v", v)
        px, py = self.position
        if self._angle == 0:
            return Vec2d(px + x, py + y)
        cos, sin = math.cos(self._angle), math.sin(self._angle)
        return Vec2d(px + x * cos - y * sin, py + x * sin + y * cos)

    def world_to_local(self, v):
        """Point of the body of a point of the world."""
        x, y = check_pair("v", v) - self.position
        cos, sin = math.cos(self._angle), math.sin(self._angle)
        return Vec2d(x * cos + y * sin, y * cos - x * sin)

    def velocity_at_world_point(self, point):
        """Velocity of the body at a point of the world."""
        x, y = check_pair("point", point) - self._center()
        vx, vy = self.velocity
        return Vec2d(vx - y * self._spin, vy + x * self._spin)

    def velocity_at_local_point(self, point):
        """Velocity of the body at a point of its own."""
        return self.velocity_at_world_point(self.local_to_world(point))

    def __getstate__(self):
        state = super().__getstate__()
        state["special"] += [
            ("_velocity_func", self._velocity_func), ("_position_func", self._position_func)
        ]
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        for name, value in state["special"]:
            setattr(self, name, value)
