"""Contacts and the listener that is told of them."""

from __future__ import annotations

from .vec2 import b2Vec2, vec


class b2ContactListener:
    """Base of listeners: override what is to be told."""

    def __init__(self):
        pass

    def BeginContact(self, contact):
        """Two fixtures begin to touch."""

    def EndContact(self, contact):
        """Two fixtures do not touch any more, or one of them is destroyed."""

    def PreSolve(self, contact, oldManifold):
        """Before a touching contact is solved; `contact.enabled = False` leaves it out."""

    def PostSolve(self, contact, impulse):
        """After a touching contact was solved, with its impulses."""


class b2ContactFilter:
    """Base of filters: override `ShouldCollide`."""

    def __init__(self):
        pass

    def ShouldCollide(self, fixtureA, fixtureB):
        """False for fixtures that do not collide."""
        return True


class b2ManifoldPoint:
    """A point of a manifold."""

    __slots__ = ("localPoint", "normalImpulse", "tangentImpulse", "isNew")

    def __init__(self, localPoint, normalImpulse=0.0, tangentImpulse=0.0):
        self.localPoint, self.normalImpulse = localPoint, normalImpulse
        self.tangentImpulse, self.isNew = tangentImpulse, False


class b2Manifold:
    """Points of a contact and their impulses."""

    def __init__(self, points=(), normal=(0, 0)):
        self.points, self.pointCount = list(points), len(points)
        self.localNormal, self.localPoint = b2Vec2(normal), b2Vec2()


class b2WorldManifold:
    """Points and normal of a contact in the world."""

    def __init__(self, normal=(0, 0), points=()):
        self.normal, self.points = b2Vec2(normal), list(points)


class b2ContactImpulse:
    """Impulses of a contact, as many as it has points."""

    def __init__(self, normalImpulses, tangentImpulses):
        self.normalImpulses, self.tangentImpulses = normalImpulses, tangentImpulses
        self.count = len(normalImpulses)


class b2Contact:
    """Two fixtures that touch. It is the same object from Begin to End."""

    __slots__ = ("fixtureA", "fixtureB", "touching", "enabled", "childIndexA", "childIndexB")

    def __init__(self, fixtureA, fixtureB):
        self.fixtureA, self.fixtureB = fixtureA, fixtureB
        self.touching = self.enabled = True
        self.childIndexA = self.childIndexB = 0

    def _found(self):
        """The contact of the scene, or `None` for sensors and former contacts."""
        wanted = {self.fixtureA.collider, self.fixtureB.collider}
        if not self.fixtureA.collider.is_valid:
            return None
        for contact in self.fixtureA.body.native.contacts():
            if set(contact.colliders) == wanted:
                return contact
        return None

    def _normal(self, found):
        turned = found.colliders[0] != self.fixtureA.collider
        return -vec(found.normal) if turned else vec(found.normal)

    @property
    def manifold(self):
        """Points and impulses of the last step."""
        found = self._found()
        if found is None:
            return b2Manifold()
        points = [
            b2ManifoldPoint(vec(it.position), it.normal_impulse, it.tangent_impulse)
            for it in found.points
        ]
        return b2Manifold(points, self._normal(found))

    @property
    def worldManifold(self):
        """Points and normal in the world."""
        found = self._found()
        if found is None:
            return b2WorldManifold()
        return b2WorldManifold(self._normal(found), [vec(it.position) for it in found.points])

    @property
    def impulse(self):
        """Impulses of the last step."""
        found = self._found()
        points = found.points if found is not None else []
        return b2ContactImpulse(
            [it.normal_impulse for it in points], [it.tangent_impulse for it in points]
        )


class b2ContactEdge:
    """A contact as one of its bodies sees it."""

    __slots__ = ("contact", "other")

    def __init__(self, contact, other):
        self.contact, self.other = contact, other
