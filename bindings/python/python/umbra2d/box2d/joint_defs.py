"""Descriptions of joints."""

from __future__ import annotations

import math

from .vec2 import number, pair


class b2JointDef:
    """Description of a joint; keywords are its attributes."""

    bodyA = bodyB = userData = None
    collideConnected = False

    def __init__(self, **options):
        for name, value in options.items():
            if name.startswith("_") or not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} has no option {name!r}")
            setattr(self, name, value)

    def anchors(self):
        """Anchors in the coordinates of the bodies."""
        if self.anchor is not None:
            at = pair("anchor", self.anchor)
            return self.bodyA.GetLocalPoint(at).tuple, self.bodyB.GetLocalPoint(at).tuple
        return pair("localAnchorA", self.localAnchorA), pair("localAnchorB", self.localAnchorB)

    def reference(self):
        """Angle between the bodies that counts as zero."""
        if self.anchor is not None and "referenceAngle" not in self.__dict__:
            return self.bodyB.angle - self.bodyA.angle
        return number("referenceAngle", self.referenceAngle)

    def axis_in_a(self):
        """Axis in the coordinates of the first body, of length one."""
        axis = self.localAxisA
        if self.axis is not None:
            axis = self.bodyA.GetLocalVector(pair("axis", self.axis))
        x, y = pair("axis", axis)
        length = math.hypot(x, y)
        if length == 0.0:
            raise ValueError("axis: must not be zero")
        return x / length, y / length

    def ends(self):
        """Anchors of a joint that has two points of the world, in the bodies' coordinates."""
        a, b = pair("localAnchorA", self.localAnchorA), pair("localAnchorB", self.localAnchorB)
        if self.anchorA is not None:
            a = self.bodyA.GetLocalPoint(pair("anchorA", self.anchorA)).tuple
        if self.anchorB is not None:
            b = self.bodyB.GetLocalPoint(pair("anchorB", self.anchorB)).tuple
        return a, b


class b2RevoluteJointDef(b2JointDef):
    """Both bodies turn about a common point."""

    anchor = None
    localAnchorA = localAnchorB = (0, 0)
    referenceAngle = lowerAngle = upperAngle = maxMotorTorque = motorSpeed = 0.0
    enableLimit = enableMotor = False


class b2PrismaticJointDef(b2JointDef):
    """The second body slides along an axis of the first one."""

    anchor = axis = None
    localAnchorA = localAnchorB = (0, 0)
    localAxisA = (1, 0)
    referenceAngle = lowerTranslation = upperTranslation = maxMotorForce = motorSpeed = 0.0
    enableLimit = enableMotor = False


class b2WheelJointDef(b2JointDef):
    """The second body is a wheel on a spring along an axis of the first one."""

    anchor = axis = None
    localAnchorA = localAnchorB = (0, 0)
    localAxisA = (1, 0)
    maxMotorTorque = motorSpeed = 0.0
    enableMotor = False
    frequencyHz, dampingRatio = 2.0, 0.7


class b2DistanceJointDef(b2JointDef):
    """A rod, or a spring if it has a frequency."""

    anchorA = anchorB = length = None
    localAnchorA = localAnchorB = (0, 0)
    frequencyHz = dampingRatio = 0.0


class b2RopeJointDef(b2JointDef):
    """Two points come no farther apart than a length."""

    anchorA = anchorB = None
    localAnchorA, localAnchorB, maxLength = (-1, 0), (1, 0), 0.0


class b2WeldJointDef(b2JointDef):
    """Holds the bodies as they are to one another."""

    anchor = None
    localAnchorA = localAnchorB = (0, 0)
    referenceAngle = frequencyHz = dampingRatio = 0.0


class b2FrictionJointDef(b2JointDef):
    """Slows one body upon the other, as seen from above."""

    anchor = None
    localAnchorA = localAnchorB = (0, 0)
    maxForce = maxTorque = 0.0


class b2MotorJointDef(b2JointDef):
    """Drives the second body to a pose relative to the first one."""

    linearOffset = (0, 0)
    angularOffset, maxForce, maxTorque, correctionFactor = 0.0, 1.0, 1.0, 0.3


class b2MouseJointDef(b2JointDef):
    """A spring draws a point of the second body to a point of the world."""

    target = (0, 0)
    maxForce, frequencyHz, dampingRatio = 0.0, 5.0, 0.7


class b2PulleyJointDef(b2JointDef):
    """A rope from one body over two points of the world to the other."""

    anchorA = anchorB = None
    groundAnchorA, groundAnchorB, ratio = (-1, 1), (1, 1), 1.0
    localAnchorA, localAnchorB, lengthA, lengthB = (-1, 0), (1, 0), None, None
    collideConnected = True


class b2GearJointDef(b2JointDef):
    """Ties the angles or displacements of two joints."""

    joint1 = joint2 = None
    ratio = 1.0
