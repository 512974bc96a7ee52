"""The ten constraints."""

import math

import umbra2d

from ._checks import check_number, check_pair
from ._constraint import INFINITY, Constraint, _Anchored, _setting
from ._joints import MOST, effective_mass, force_at
from .vec2d import Vec2d

__all__ = [
    "Constraint",
    "DampedRotarySpring",
    "DampedSpring",
    "GearJoint",
    "GrooveJoint",
    "PinJoint",
    "PivotJoint",
    "RatchetJoint",
    "RotaryLimitJoint",
    "SimpleMotor",
    "SlideJoint",
]

class PinJoint(_Anchored):
    """Keeps two anchors at their distance."""

    _pickle_init = ("anchor_a", "anchor_b")
    _pickle_general = (*Constraint._pickle_general, "distance")

    def __init__(self, a, b, anchor_a=(0, 0), anchor_b=(0, 0)):
        self._set_anchors(anchor_a, anchor_b)
        self._init(a, b)
        p, q = self._points()
        self._distance = p.get_distance(q)

    distance = _setting("distance", "Distance of the anchors.")

    def _definition(self):
        ends = self._ends()
        if self._distance <= 0:
            return umbra2d.revolute(*self._handles(), (0, 0), **ends)
        return umbra2d.distance(
            *self._handles(), *self._points(), length=self._distance, **ends
        )


class SlideJoint(_Anchored):
    """Keeps the distance of two anchors between two limits."""

    _pickle_init = ("anchor_a", "anchor_b", "min", "max")

    def __init__(self, a, b, anchor_a, anchor_b, min, max):
        self._set_anchors(anchor_a, anchor_b)
        self._min, self._max = check_number("min", min), check_number("max", max)
        self._init(a, b)

    min = _setting("min", "Least distance.")
    max = _setting("max", "Greatest distance.")

    def _definition(self):
        low, high = max(0.0, self._min), min(self._max, MOST)
        return umbra2d.spring(
            *self._handles(), *self._points(), 0.0, 0.0, limits=(low, max(low, high)),
            **self._ends(),
        )


class PivotJoint(_Anchored):
    """Keeps a point that both bodies share: one pivot of the world, or two anchors."""

    _pickle_init = ("anchor_a", "anchor_b")

    def __init__(self, a, b, *args):
        if len(args) == 1:
            anchor_a, anchor_b = a.world_to_local(args[0]), b.world_to_local(args[0])
        elif len(args) == 2:
            anchor_a, anchor_b = args
        else:
            raise TypeError("PivotJoint takes a pivot, or two anchors")
        self._set_anchors(anchor_a, anchor_b)
        self._init(a, b)

    def _definition(self):
        if self._max_force == INFINITY:
            return umbra2d.revolute(*self._handles(), (0, 0), **self._ends())
        force = min(self._max_force, MOST)
        if self._max_bias == 0:
            return umbra2d.friction(
                *self._handles(), self._points()[1], max_force=force, max_torque=0.0,
                **self._ends(),
            )
        return umbra2d.motor(
            *self._handles(), target=(0, 0, 0), max_force=force, max_torque=0.0, **self._ends()
        )


class GrooveJoint(_Anchored):
    """Keeps a point of B on a segment of A."""

    _pickle_init = ("groove_a", "groove_b", "anchor_b")

    def __init__(self, a, b, groove_a, groove_b, anchor_b):
        self._groove_a = check_pair("groove_a", groove_a)
        self._groove_b = check_pair("groove_b", groove_b)
        self._set_anchors((0, 0), anchor_b)
        self._init(a, b)

    groove_a = _setting("groove_a", "First end of the groove.", check_pair)
    groove_b = _setting("groove_b", "Second end of the groove.", check_pair)

    def _definition(self):
        start, end = (self._a.local_to_world(p) for p in (self._groove_a, self._groove_b))
        anchor = self._b.local_to_world(self._anchor_b)
        return umbra2d.groove(*self._handles(), start, end, anchor, **self._options())


class DampedSpring(_Anchored):
    """A spring between two anchors."""

    _pickle_init = ("anchor_a", "anchor_b", "rest_length", "stiffness", "damping")

    def __init__(self, a, b, anchor_a, anchor_b, rest_length, stiffness, damping):
        self._set_anchors(anchor_a, anchor_b)
        self._rest_length = check_number("rest_length", rest_length)
        self._stiffness = check_number("stiffness", stiffness)
        self._damping = check_number("damping", damping)
        self._force_func = None
        self._init(a, b)

    rest_length = _setting("rest_length", "Length at which the spring rests.")
    stiffness = _setting("stiffness", "Force for each unit of length.")
    damping = _setting("damping", "Force for each unit of speed.")

    @staticmethod
    def spring_force(spring, dist):
        """The usual force, at a distance of the anchors."""
        return (spring.rest_length - dist) * spring.stiffness

    @property
    def force_func(self):
        """Function ``(spring, distance)`` that gives the force."""
        return self._force_func or DampedSpring.spring_force

    @force_func.setter
    def force_func(self, func):
        self._force_func = None if func is DampedSpring.spring_force else func
        self._impulse = None
        self._changed()
        self._callbacks_changed()

    @property
    def impulse(self):
        """Impulse of the last step; positive where the spring pushes."""
        if self._impulse is not None or self._joint is None or not self._joint.is_valid:
            return self._impulse or 0
        p, q = self._points()
        along = Vec2d(*self._joint.reaction_force).dot((q - p).normalized())
        return along * self._space().current_time_step

    def _is_stepped(self):
        return self._force_func is not None

    def _definition(self):
        if self._force_func is not None:
            return None
        return umbra2d.spring(
            *self._handles(), *self._points(), 0.0, 0.0,
            length=max(self._rest_length, 1e-3),
            spring_stiffness=(max(0.0, self._stiffness), max(0.0, self._damping)),
            **self._ends(),
        )

    def _before(self, dt):
        p, q = self._points()
        way = q - p
        distance = way.length
        normal = way / distance if distance else Vec2d(0.0, 0.0)
        impulse = self._force_func(self, distance) * dt
        speed = (self._b.velocity_at_world_point(q) - self._a.velocity_at_world_point(p)).dot(normal)
        mass = effective_mass(self._a, self._b, p, q, normal)
        impulse -= speed * mass * (1 - math.exp(-self._damping * dt / mass)) if mass else 0.0
        most = self._max_force * dt
        self._impulse = min(most, max(-most, impulse))
        force_at(self._a, -self._impulse * normal, p)
        force_at(self._b, self._impulse * normal, q)


class _Turning(Constraint):
    """A constraint of the angles of two bodies."""

    _turns = True

    def _angle(self):
        return self._b.angle - self._a.angle

    def _torque(self):
        """Options of a joint that only turns, with the largest torque."""
        return {
            "max_force": 0.0, "max_torque": min(self._max_force, MOST), **self._options()
        }


class DampedRotarySpring(_Turning):
    """A spring of the angle."""

    _pickle_init = ("rest_angle", "stiffness", "damping")

    def __init__(self, a, b, rest_angle, stiffness, damping):
        self._rest_angle = check_number("rest_angle", rest_angle)
        self._stiffness = check_number("stiffness", stiffness)
        self._damping = check_number("damping", damping)
        self._torque_func = None
        self._init(a, b)

    rest_angle = _setting("rest_angle", "Angle at which the spring rests.")
    stiffness = _setting("stiffness", "Torque for each radian.")
    damping = _setting("damping", "Torque for each radian per second.")

    @staticmethod
    def spring_torque(spring, relative_angle):
        """The usual torque, at an angle of A relative to B."""
        return (relative_angle - spring.rest_angle) * spring.stiffness

    @property
    def torque_func(self):
        """Function ``(spring, relative_angle)`` that gives the torque."""
        return self._torque_func or DampedRotarySpring.spring_torque

    @torque_func.setter
    def torque_func(self, func):
        self._torque_func = None if func is DampedRotarySpring.spring_torque else func

    def _is_stepped(self):
        return True

    def _definition(self):
        return None

    def _before(self, dt):
        a, b = self._a, self._b
        inverse = 1 / a.moment + 1 / b.moment
        impulse = self.torque_func(self, a.angle - b.angle) * dt
        speed = a.angular_velocity - b.angular_velocity
        impulse += speed * (1 - math.exp(-self._damping * dt * inverse)) / inverse
        most = self._max_force * dt
        self._impulse = min(most, max(-most, impulse))
        a.angular_velocity -= self._impulse / a.moment
        b.angular_velocity += self._impulse / b.moment


class RotaryLimitJoint(_Turning):
    """Keeps the angle of B relative to A between two limits."""

    _pickle_init = ("min", "max")

    def __init__(self, a, b, min, max):
        self._min, self._max = check_number("min", min), check_number("max", max)
        self._init(a, b)

    min = _setting("min", "Least angle.")
    max = _setting("max", "Greatest angle.")

    def _is_stepped(self):
        return True

    def _definition(self):
        joint = umbra2d.motor(*self._handles(), target=(0, 0, self._min), **self._torque())
        self._held = None
        return joint

    def _before(self, dt):
        # The engine has no limit of the angle alone: a motor holds the limit that is passed.
        angle = self._angle()
        ahead = angle + (self._b.angular_velocity - self._a.angular_velocity) * dt
        held = self._min if ahead < self._min else self._max if ahead > self._max else None
        if self._joint.enabled != (held is not None):
            self._joint.enabled = held is not None
        if held is not None:
            self._joint.target = (0, 0, math.remainder(held, 2 * math.pi))


class RatchetJoint(_Turning):
    """Lets B turn one way, as a socket wrench does."""

    _pickle_init = ("phase", "ratchet")

    def __init__(self, a, b, phase, ratchet):
        self._phase = check_number("phase", phase)
        self._ratchet = check_number("ratchet", ratchet)
        self._init(a, b)
        self._own_angle = 0.0

    phase = _setting("phase", "Angle of the first tooth.")
    ratchet = _setting("ratchet", "Angle between two teeth.")

    @property
    def angle(self):
        """Angle that was reached."""
        return self._own_angle

    @angle.setter
    def angle(self, angle):
        self._own_angle = check_number("angle", angle)

    def _is_stepped(self):
        return True

    def _definition(self):
        if self._ratchet == 0:
            return None
        return umbra2d.ratchet(*self._handles(), self._phase, self._ratchet, **self._options())

    def _before(self, dt):
        turn, step = self._angle(), self._ratchet
        if step and (turn - self._own_angle) * step > 0:
            self._own_angle = math.floor((turn - self._phase) / step) * step + self._phase


class GearJoint(_Turning):
    """Keeps ``b.angle * ratio - a.angle`` at a phase."""

    _pickle_init = ("phase", "ratio")

    def __init__(self, a, b, phase, ratio):
        self._phase, self._ratio = check_number("phase", phase), check_number("ratio", ratio)
        self._init(a, b)

    phase = _setting("phase", "Angle that is kept.")
    ratio = _setting("ratio", "Ratio of the angles.")

    def _definition(self):
        handles = self._handles()
        if self._max_bias == 0 and self._ratio == 1:
            return umbra2d.friction(*handles, self._b.position, **self._torque())
        if self._ratio == 1:
            target = (0, 0, math.remainder(self._phase, 2 * math.pi))
            return umbra2d.motor(*handles, target=target, **self._torque())
        if self._ratio == 0:
            return None
        return umbra2d.gear(*handles, -self._ratio, **self._options())


class SimpleMotor(_Turning):
    """Keeps the relative angular velocity at a rate."""

    _pickle_init = ("rate",)

    def __init__(self, a, b, rate):
        self._rate = check_number("rate", rate)
        self._init(a, b)

    @property
    def rate(self):
        """Angular velocity of A relative to B."""
        return self._rate

    @rate.setter
    def rate(self, rate):
        self._rate = check_number("rate", rate)
        if self._joint is not None:
            self._joint.angular_velocity = -self._rate

    def _definition(self):
        return umbra2d.motor(
            *self._handles(), angular_velocity=-self._rate, **self._torque()
        )


