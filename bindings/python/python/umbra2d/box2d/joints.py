"""Joints between bodies."""

from __future__ import annotations

import umbra2d

from .joint_defs import (
    b2DistanceJointDef,
    b2FrictionJointDef,
    b2GearJointDef,
    b2MotorJointDef,
    b2MouseJointDef,
    b2PrismaticJointDef,
    b2PulleyJointDef,
    b2RevoluteJointDef,
    b2RopeJointDef,
    b2WeldJointDef,
    b2WheelJointDef,
)
from .vec2 import b2Vec2, number, pair, vec


class b2Joint:
    """What all joints have in common."""

    def __init__(self, world, definition):
        self.world, self.userData = world, definition.userData
        self.bodyA, self.bodyB = definition.bodyA, definition.bodyB
        self.collideConnected = bool(definition.collideConnected)
        self.native = world.scene.add(self.described(definition))
        self.native.collide_connected = self.collideConnected
        self.added(definition)

    def described(self, definition):
        """Description of the joint for `umbra2d`."""
        raise TypeError("joint: this description has no kind")

    def added(self, definition):
        """Called when the joint is in the scene."""

    def at_anchor(self, make, definition, *rest, **options):
        """Description of a joint with one anchor, given in the bodies' coordinates."""
        self.localAnchorA, self.localAnchorB = map(b2Vec2, definition.anchors())
        a, b = self.bodyA.native, self.bodyB.native
        anchors = (self.localAnchorA.tuple, self.localAnchorB.tuple)
        return make(a, b, (0.0, 0.0), *rest, local_anchors=anchors, **options)

    @property
    def active(self):
        """True if both bodies take part."""
        return all(body.active for body in (self.bodyA, self.bodyB) if body is not None)

    @property
    def anchorA(self):
        """Anchor on the first body, in the world."""
        return vec(self.native.anchor_a)

    @property
    def anchorB(self):
        """Anchor on the second body, in the world."""
        return vec(self.native.anchor_b)

    def GetReactionForce(self, inv_dt=1.0):
        """Force upon the second body in the last step."""
        return vec(self.native.reaction_force)

    def GetReactionTorque(self, inv_dt=1.0):
        """Torque upon the second body in the last step."""
        return self.native.reaction_torque


def setting(name, about, check=number):
    """An attribute that is written into the scene's joint when it is assigned."""
    place = "_" + name

    def read(self):
        return getattr(self, place)

    def write(self, value):
        before = getattr(self, place)
        setattr(self, place, check(name, value))
        try:
            self.apply()
        except Exception:
            setattr(self, place, before)
            raise

    return property(read, write, doc=about)


def boolean(name, value):
    """Any truth value."""
    return bool(value)


class DrivenJoint(b2Joint):
    """A joint with limits and a motor, whose values count from a reference of the caller."""

    # Names of the description: lower limit, upper limit, largest force of the motor.
    names = ("lowerAngle", "upperAngle", "maxMotorTorque")

    def added(self, definition):
        lower, upper, force = self.names
        self._lowerLimit = number(lower, getattr(definition, lower))
        self._upperLimit = number(upper, getattr(definition, upper))
        self._most = number(force, getattr(definition, force))
        self._motorSpeed = number("motorSpeed", definition.motorSpeed)
        self._limitEnabled = bool(definition.enableLimit)
        self._motorEnabled = bool(definition.enableMotor)
        self._applied = (None, None)
        self.offset = self.start(definition)
        self.apply()

    def start(self, definition):
        """What is added to the value of the scene's joint."""
        raise NotImplementedError

    def apply(self):
        """Writes limits and motor into the scene's joint if they differ from what it has."""
        motor = (self._motorSpeed, self._most) if self._motorEnabled else None
        limits = None
        if self._limitEnabled:
            limits = (self._lowerLimit - self.offset, self._upperLimit - self.offset)
        former_limits, former_motor = self._applied
        if motor != former_motor:
            self.native.motor = motor
        if limits != former_limits:
            self.native.limits = limits
        self._applied = (limits, motor)

    motorSpeed = setting("motorSpeed", "Speed of the motor.")
    motorEnabled = setting("motorEnabled", "True if the motor runs.", boolean)
    limitEnabled = setting("limitEnabled", "True if the limits hold.", boolean)
    lowerLimit = setting("lowerLimit", "Lower limit.")
    upperLimit = setting("upperLimit", "Upper limit.")

    @property
    def limits(self):
        """Both limits."""
        return self._lowerLimit, self._upperLimit

    @limits.setter
    def limits(self, value):
        before = self._lowerLimit, self._upperLimit
        self._lowerLimit, self._upperLimit = pair("limits", value)
        try:
            self.apply()
        except Exception:
            self._lowerLimit, self._upperLimit = before
            raise

    @property
    def speed(self):
        """Speed of the angle or the displacement."""
        return self.native.speed


class b2RevoluteJoint(DrivenJoint):
    """Both bodies turn about a common point."""

    _most = 0.0

    def described(self, definition):
        self.referenceAngle = definition.reference()
        return self.at_anchor(umbra2d.revolute, definition)

    def start(self, definition):
        return self.bodyB.angle - self.bodyA.angle - self.referenceAngle - self.native.angle

    maxMotorTorque = setting("most", "Largest torque of the motor.")

    @property
    def angle(self):
        """Angle between the bodies."""
        return self.native.angle + self.offset

    def GetMotorTorque(self, inv_dt=1.0):
        """Torque of the motor in the last step."""
        return self.native.motor_force


class b2PrismaticJoint(DrivenJoint):
    """The second body slides along an axis of the first one."""

    names = ("lowerTranslation", "upperTranslation", "maxMotorForce")

    def described(self, definition):
        self.localAxisA = b2Vec2(definition.axis_in_a())
        return self.at_anchor(umbra2d.prismatic, definition, self.localAxisA.tuple)

    def start(self, definition):
        return self.measured() - self.native.translation

    def measured(self):
        """Displacement of the anchors along the axis."""
        apart = self.anchorB - self.anchorA
        return apart.dot(self.bodyA.GetWorldVector(self.localAxisA))

    maxMotorForce = setting("most", "Largest force of the motor.")

    @property
    def translation(self):
        """Displacement along the axis."""
        return self.native.translation + self.offset

    def GetMotorForce(self, inv_dt=1.0):
        """Force of the motor in the last step."""
        return self.native.motor_force


class b2WheelJoint(b2Joint):
    """The second body is a wheel on a spring along an axis of the first one."""

    def described(self, definition):
        self.localAxisA = b2Vec2(definition.axis_in_a())
        return self.at_anchor(umbra2d.wheel, definition, self.localAxisA.tuple)

    def added(self, definition):
        self._motorSpeed = number("motorSpeed", definition.motorSpeed)
        self._most = number("maxMotorTorque", definition.maxMotorTorque)
        self._motorEnabled = bool(definition.enableMotor)
        self._hertz = number("frequencyHz", definition.frequencyHz)
        self._ratio = number("dampingRatio", definition.dampingRatio)
        self.apply()

    def apply(self):
        """Writes motor and spring into the scene's joint."""
        self.native.motor = (self._motorSpeed, self._most) if self._motorEnabled else None
        self.native.spring = (self._hertz, self._ratio) if self._hertz > 0.0 else None

    motorSpeed = setting("motorSpeed", "Speed of the motor.")
    motorEnabled = setting("motorEnabled", "True if the motor runs.", boolean)
    maxMotorTorque = setting("most", "Largest torque of the motor.")
    springFrequencyHz = setting("hertz", "Frequency of the spring.")
    springDampingRatio = setting("ratio", "Damping ratio of the spring.")

    @property
    def speed(self):
        """Speed at which the wheel turns."""
        return self.bodyB.angularVelocity - self.bodyA.angularVelocity

    @property
    def translation(self):
        """Displacement along the axis."""
        apart = self.anchorB - self.anchorA
        return apart.dot(self.bodyA.GetWorldVector(self.localAxisA))

    def GetMotorTorque(self, inv_dt=1.0):
        """Torque of the motor in the last step."""
        return self.native.motor_force


class EndsJoint(b2Joint):
    """A joint between two points."""

    def between(self, make, definition, *rest, **options):
        """Description of a joint with two anchors."""
        self.localAnchorA, self.localAnchorB = map(b2Vec2, definition.ends())
        a, b = self.bodyA.native, self.bodyB.native
        points = a.world_point(self.localAnchorA.tuple), b.world_point(self.localAnchorB.tuple)
        return make(a, b, *points, *rest, **options)


class b2DistanceJoint(EndsJoint):
    """A rod, or a spring if it has a frequency."""

    def described(self, definition):
        hertz = number("frequencyHz", definition.frequencyHz)
        ratio = number("dampingRatio", definition.dampingRatio)
        options = {}
        if definition.length is not None:
            options["rest" if hertz > 0.0 else "length"] = number("length", definition.length)
        if hertz > 0.0:
            return self.between(umbra2d.spring, definition, hertz, ratio, **options)
        return self.between(umbra2d.distance, definition, **options)

    @property
    def length(self):
        """Length between the anchors."""
        return self.native.length

    @length.setter
    def length(self, value):
        self.native.length = number("length", value)


class b2RopeJoint(EndsJoint):
    """Two points come no farther apart than a length."""

    def described(self, definition):
        self.maxLength = number("maxLength", definition.maxLength)
        return self.between(umbra2d.rope, definition, self.maxLength)


class b2PulleyJoint(EndsJoint):
    """A rope from one body over two points of the world to the other."""

    def described(self, definition):
        self.ratio = number("ratio", definition.ratio)
        a, b = map(b2Vec2, (definition.groundAnchorA, definition.groundAnchorB))
        self.groundAnchorA, self.groundAnchorB = a, b

        def make(first, second, anchor_a, anchor_b):
            ends = (a.tuple, b.tuple, anchor_a, anchor_b)
            return umbra2d.pulley(first, second, *ends, self.ratio)

        return self.between(make, definition)


class b2WeldJoint(b2Joint):
    """Holds the bodies as they are to one another."""

    def described(self, definition):
        hertz = number("frequencyHz", definition.frequencyHz)
        spring = {}
        if hertz > 0.0:
            spring["angular_spring"] = (hertz, number("dampingRatio", definition.dampingRatio))
        return self.at_anchor(umbra2d.weld, definition, **spring)


class b2FrictionJoint(b2Joint):
    """Slows one body upon the other, as seen from above."""

    def described(self, definition):
        force = number("maxForce", definition.maxForce)
        torque = number("maxTorque", definition.maxTorque)
        make = umbra2d.friction
        return self.at_anchor(make, definition, max_force=force, max_torque=torque)


class b2MotorJoint(b2Joint):
    """Drives the second body to a pose relative to the first one."""

    def described(self, definition):
        self._linearOffset = pair("linearOffset", definition.linearOffset)
        self._angularOffset = number("angularOffset", definition.angularOffset)
        return umbra2d.motor(
            self.bodyA.native,
            self.bodyB.native,
            target=(self._linearOffset, self._angularOffset),
            max_force=number("maxForce", definition.maxForce),
            max_torque=number("maxTorque", definition.maxTorque),
        )

    def apply(self):
        """Writes the target into the scene's joint."""
        self.native.target = (self._linearOffset, self._angularOffset)

    linearOffset = setting("linearOffset", "Where the second body belongs.", pair)
    angularOffset = setting("angularOffset", "Angle at which the second body belongs.")


class b2MouseJoint(b2Joint):
    """A spring draws a point of the second body to a point of the world."""

    def described(self, definition):
        self._target = pair("target", definition.target)
        spring = (
            number("frequencyHz", definition.frequencyHz),
            number("dampingRatio", definition.dampingRatio),
        )
        force = number("maxForce", definition.maxForce)
        made = umbra2d.target
        return made(self.bodyB.native, self._target, max_force=force, spring=spring)

    def apply(self):
        """Writes the target into the scene's joint."""
        self.native.target_point = self._target

    target = setting("target", "Point of the world that the body is drawn to.", pair)


class b2GearJoint(b2Joint):
    """Ties the angles or displacements of two joints."""

    def __init__(self, world, definition):
        self.joint1, self.joint2 = definition.joint1, definition.joint2
        self.ratio = number("ratio", definition.ratio)
        definition.bodyA = definition.bodyA or self.joint1.bodyB
        definition.bodyB = definition.bodyB or self.joint2.bodyB
        super().__init__(world, definition)

    def described(self, definition):
        return umbra2d.gear_between(self.joint1.native, self.joint2.native, self.ratio)


KINDS = {
    b2RevoluteJointDef: b2RevoluteJoint,
    b2PrismaticJointDef: b2PrismaticJoint,
    b2WheelJointDef: b2WheelJoint,
    b2DistanceJointDef: b2DistanceJoint,
    b2RopeJointDef: b2RopeJoint,
    b2WeldJointDef: b2WeldJoint,
    b2FrictionJointDef: b2FrictionJoint,
    b2MotorJointDef: b2MotorJoint,
    b2MouseJointDef: b2MouseJoint,
    b2PulleyJointDef: b2PulleyJoint,
    b2GearJointDef: b2GearJoint,
}


def make(world, definition):
    """The joint of a description."""
    for kind in type(definition).__mro__:
        if kind in KINDS:
            return KINDS[kind](world, definition)
    raise TypeError("definition: must be the description of a joint")
