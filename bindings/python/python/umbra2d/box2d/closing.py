"""Closes joints that are created open.

Box2D's position solver draws such bodies together within their first step, without giving them
speed. The engine closes open joints over several steps, which throws up what stands on the
ground. So revolute joints that no step has seen yet are closed here, by shifting and turning both
bodies in proportion to their inverse masses.
"""

from __future__ import annotations

import math

ITERATIONS = 60
OPEN = 0.005
LARGEST_TURN = math.radians(8)


class Motion:
    """Where a body is while joints are closed."""

    def __init__(self, body):
        native = body.native
        moves = body.type == 2
        center = native.center_of_mass
        local = native.local_point(center)
        self.body, self.x, self.y, self.angle = body, center.x, center.y, body.angle
        self.local = (local.x, local.y)
        self.mass = 1.0 / native.mass if moves and native.mass > 0.0 else 0.0
        turns = moves and not native.lock_rotation and native.inertia > 0.0
        self.inertia = 1.0 / native.inertia if turns else 0.0

    def arm(self, anchor):
        """From the centre of mass to an anchor, in the world."""
        x, y = anchor[0] - self.local[0], anchor[1] - self.local[1]
        c, s = math.cos(self.angle), math.sin(self.angle)
        return c * x - s * y, s * x + c * y

    def push(self, x, y, arm):
        """Moves by an impulse at an arm."""
        self.x += x * self.mass
        self.y += y * self.mass
        self.angle += self.inertia * (arm[0] * y - arm[1] * x)

    def write(self):
        """Puts the body there."""
        x, y = self.arm((0.0, 0.0))
        self.body.transform = ((self.x + x, self.y + y), self.angle)


def turn_into_limits(joint, a, b):
    """Turns two bodies toward the limits of their joint."""
    inertia = a.inertia + b.inertia
    if not joint.limitEnabled or inertia == 0.0:
        return
    angle = b.angle - a.angle - joint.referenceAngle
    error = max(angle - joint.upperLimit, 0.0) + min(angle - joint.lowerLimit, 0.0)
    impulse = -min(max(error, -LARGEST_TURN), LARGEST_TURN) / inertia
    a.angle -= a.inertia * impulse
    b.angle += b.inertia * impulse


def draw_together(joint, a, b):
    """Moves the anchors of two bodies together, and returns how far apart they were."""
    (ax, ay), (bx, by) = ra, rb = a.arm(joint.localAnchorA), b.arm(joint.localAnchorB)
    x, y = b.x + bx - a.x - ax, b.y + by - a.y - ay
    mass = a.mass + b.mass
    k11 = mass + a.inertia * ay * ay + b.inertia * by * by
    k12 = -a.inertia * ax * ay - b.inertia * bx * by
    k22 = mass + a.inertia * ax * ax + b.inertia * bx * bx
    det = k11 * k22 - k12 * k12
    if det > 0.0:
        ix, iy = (k12 * y - k22 * x) / det, (k12 * x - k11 * y) / det
        a.push(-ix, -iy, ra)
        b.push(ix, iy, rb)
    return math.hypot(x, y)


def close(joints):
    """Closes revolute joints if one of them is open."""
    motions = {}
    for joint in joints:
        for body in (joint.bodyA, joint.bodyB):
            if id(body) not in motions:
                motions[id(body)] = Motion(body)
    pairs = [(joint, motions[id(joint.bodyA)], motions[id(joint.bodyB)]) for joint in joints]
    for iteration in range(ITERATIONS):
        worst = 0.0
        for joint, a, b in pairs:
            turn_into_limits(joint, a, b)
            worst = max(worst, draw_together(joint, a, b))
        if iteration == 0 and worst < OPEN:
            return
    for motion in motions.values():
        if motion.mass:
            motion.write()
    # The engine remembers by how much a joint was open when it was added; this ends that.
    for joint, a, b in pairs:
        if a.mass or b.mass:
            joint.native.close()
