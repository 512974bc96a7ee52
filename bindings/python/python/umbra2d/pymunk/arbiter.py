"""`Arbiter`: a pair of touching shapes, as collision handlers see it."""

import math

from .contact_point_set import ContactPoint, ContactPointSet
from .vec2d import Vec2d

__all__ = ["Arbiter"]


class Pair:
    """What is known of two touching shapes from step to step."""

    # True if `begin` of pymunk 6 has refused the collision.
    ignored = False

    def __init__(self, a, b):
        self.a, self.b = a, b
        # Bodies at the beginning: shapes can be given others later.
        self.bodies = a.body, b.body
        self.process, self.first, self.removal = True, True, False
        self.seen = 0
        self.contacts = None
        self.surface = None
        self.friction = self.restitution = 0.0
        self.impulse = None

    def begin_step(self, seen):
        """Forgets what held in the last step."""
        self.seen, self.contacts, self.surface, self.impulse = seen, None, None, None
        self.friction = self.a.friction * self.b.friction
        self.restitution = self.a.elasticity * self.b.elasticity

    def is_solved(self):
        """True if the shapes push each other."""
        return self.process and not (self.a.sensor or self.b.sensor)

    def points(self):
        """Contacts, from the first to the second shape."""
        if self.contacts is None:
            self.contacts = self.a.shapes_collide(self.b)
            if not self.contacts.points:
                # The step has moved them apart since it found that they touch.
                self.contacts = self.a._contacts(self.b, math.inf)
            if self.a.sensor or self.b.sensor:
                self.contacts.points = []
        return self.contacts

    def surface_velocity(self):
        """Relative velocity of the surfaces, along the contact."""
        if self.surface is not None:
            return self.surface
        way = self.b.surface_velocity - self.a.surface_velocity
        normal = self.points().normal
        return way - normal * way.dot(normal)

    def engine_contact(self):
        """The engine's contact of the two, and True if it runs from A to B."""
        body = self.bodies[0] if self.bodies[0]._linked() else self.bodies[1]
        if not body._linked() or self.a._collider is None or self.b._collider is None:
            return None, True
        keys = self.a._id, self.b._id
        for contact in body._handle.contacts(touching=False):
            found = tuple(collider.user_data for collider in contact.colliders)
            if found in (keys, keys[::-1]):
                return contact, found == keys
        return None, True

    def total_impulse(self):
        """Impulse of the last step on the second shape, along and across the normal."""
        if self.impulse is None:
            along = across = 0.0
            normal = self.points().normal
            contact, forward = self.engine_contact() if self.is_solved() else (None, True)
            if contact is not None:
                normal = Vec2d(*contact.normal) * (1 if forward else -1)
                for point in contact.points:
                    along += point.normal_impulse
                    across += point.tangent_impulse
            self.impulse = normal, along, across
        return self.impulse


class Arbiter:
    """A pair of touching shapes, in the order that a handler asked for."""

    def __init__(self, pair, flipped=False):
        self._pair, self._flipped = pair, flipped

    @property
    def process_collision(self):
        """True if the shapes push each other. Can be set in each callback."""
        return self._pair.process

    @process_collision.setter
    def process_collision(self, process):
        self._pair.process = bool(process)

    @property
    def shapes(self):
        """The two shapes."""
        pair = self._pair
        return (pair.b, pair.a) if self._flipped else (pair.a, pair.b)

    @property
    def bodies(self):
        """The two bodies."""
        a, b = self._pair.bodies
        return (b, a) if self._flipped else (a, b)

    @property
    def contact_point_set(self):
        """Contacts, from the first to the second shape."""
        found = self._pair.points()
        if not self._flipped:
            points = [ContactPoint(p.point_a, p.point_b, p.distance) for p in found.points]
            return ContactPointSet(found.normal, points)
        points = [ContactPoint(p.point_b, p.point_a, p.distance) for p in found.points]
        return ContactPointSet(-found.normal, points)

    @contact_point_set.setter
    def contact_point_set(self, given):
        if len(given.points) != len(self._pair.points().points):
            raise ValueError("the number of contact points cannot change")
        normal = Vec2d(*given.normal)
        points = []
        for point in given.points:
            a, b = Vec2d(*point.point_a), Vec2d(*point.point_b)
            distance = (b - a).dot(normal)
            points.append(ContactPoint(b, a, distance) if self._flipped else ContactPoint(a, b, distance))
        self._pair.contacts = ContactPointSet(-normal if self._flipped else normal, points)

    @property
    def restitution(self):
        """Elasticity of the contact."""
        return self._pair.restitution

    @restitution.setter
    def restitution(self, restitution):
        self._pair.restitution = float(restitution)

    @property
    def friction(self):
        """Friction of the contact."""
        return self._pair.friction

    @friction.setter
    def friction(self, friction):
        self._pair.friction = float(friction)

    @property
    def surface_velocity(self):
        """Relative velocity of the surfaces."""
        velocity = self._pair.surface_velocity()
        return -velocity if self._flipped else velocity

    @surface_velocity.setter
    def surface_velocity(self, velocity):
        velocity = Vec2d(*velocity)
        self._pair.surface = -velocity if self._flipped else velocity

    @property
    def total_impulse(self):
        """Impulse with which the last step pushed the first shape."""
        normal, along, across = self._pair.total_impulse()
        push = normal * along + normal.perpendicular() * across
        return push if self._flipped else -push

    @property
    def total_ke(self):
        """Energy that the contact took in the last step, as estimated from its impulses."""
        normal, along, across = self._pair.total_impulse()
        e = self._pair.restitution
        lost = (1 - e) / (1 + e)
        points = self._pair.points().points
        at = points[0].point_a if points else self.bodies[0].position
        tangent = normal.perpendicular()
        return lost * along**2 * self._softness(at, normal) + across**2 * self._softness(at, tangent)

    def _softness(self, at, direction):
        """Change of the relative velocity by an impulse of one."""
        total = 0.0
        for body in self.bodies:
            if body.mass != math.inf:
                lever = (at - body._center()).cross(direction)
                total += 1 / body.mass + lever * lever / body.moment
        return total

    @property
    def is_first_contact(self):
        """True in the step in which the shapes began to touch."""
        return self._pair.first

    @property
    def is_removal(self):
        """True in `separate` if a shape was removed."""
        return self._pair.removal

    @property
    def normal(self):
        """Normal, from the first to the second shape."""
        normal = self._pair.points().normal
        return -normal if self._flipped else normal
