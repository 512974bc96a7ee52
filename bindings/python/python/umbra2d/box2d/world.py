"""The world: bodies, joints, steps and queries."""

from __future__ import annotations

import umbra2d

from . import joints as kinds
from .body import b2_dynamicBody, b2_kinematicBody, b2_staticBody, b2Body, b2BodyDef
from .closing import close
from .contacts import b2Contact, b2ContactEdge, b2ContactListener
from .raycast import query_aabb, ray_cast
from .solving import SETTINGS, Hooks, differs, substeps
from .vec2 import number, pair, vec


class b2World:
    """A world of bodies, over an `umbra2d.Scene` (attribute `scene`).

    >>> world = b2World(gravity=(0, -10))
    >>> ball = world.CreateDynamicBody(position=(0, 5))
    >>> fixture = ball.CreateCircleFixture(radius=0.5, density=1)
    >>> world.Step(1 / 50, 8, 3)
    >>> world.bodyCount, ball.linearVelocity.y < 0
    (1, True)
    """

    def __init__(
        self,
        gravity=(0, -10),
        doSleep=True,
        contactListener=None,
        contactFilter=None,
        destructionListener=None,
        **options,
    ):
        for name in options:
            raise TypeError(f"world has no option {name!r}")
        self.scene = umbra2d.Scene(
            gravity=pair("gravity", gravity), sleep=bool(doSleep), **SETTINGS
        )
        self.contactListener, self.contactFilter = contactListener, contactFilter
        self.destructionListener = destructionListener
        self.bodies, self.joints, self.known = [], [], {}
        self.renderer = None
        self._touching, self._fresh, self._substeps = {}, [], None

    # Bodies.

    def CreateBody(self, definition=None, **options):
        """Adds a body from a `b2BodyDef`, or from its keywords."""
        body = b2Body(self, definition or b2BodyDef(**options))
        self.bodies.append(body)
        return body

    def CreateStaticBody(self, **options):
        """Adds a body that does not move."""
        return self.CreateBody(type=b2_staticBody, **options)

    def CreateKinematicBody(self, **options):
        """Adds a body that moves with the velocity it is given."""
        return self.CreateBody(type=b2_kinematicBody, **options)

    def CreateDynamicBody(self, **options):
        """Adds a body that forces move."""
        return self.CreateBody(type=b2_dynamicBody, **options)

    def DestroyBody(self, body):
        """Removes a body, its joints and fixtures; what it touched gets its End."""
        if body not in self.bodies:
            raise ValueError("body: is not in this world")
        self.end_contacts(lambda it: body in (it.fixtureA.body, it.fixtureB.body))
        for joint in list(body.joints):
            self._forget(joint)
        for fixture in body.fixtures:
            del self.known[fixture.collider]
        self.scene.remove(body.native)
        self.bodies.remove(body)
        if not self.bodies:
            self._renew()

    def _renew(self):
        """An emptied scene gives out other keys than a new one: the next episode needs the same."""
        self.scene = umbra2d.Scene(**self.scene.config.as_dict())
        self._touching.clear()

    # Joints.

    def CreateJoint(self, definition=None, type=None, **options):
        """Adds a joint from its description, or from a kind of description and keywords."""
        if definition is None:
            definition = type(**options)
        joint = kinds.make(self, definition)
        self.joints.append(joint)
        for body in {joint.bodyA, joint.bodyB} - {None}:
            body.joints.append(joint)
        if isinstance(joint, kinds.b2RevoluteJoint):
            self._fresh.append(joint)
        return joint

    def DestroyJoint(self, joint):
        """Removes a joint."""
        if joint not in self.joints:
            raise ValueError("joint: is not in this world")
        self.scene.remove(joint.native)
        self._forget(joint)

    def _forget(self, joint):
        self.joints.remove(joint)
        for body in {joint.bodyA, joint.bodyB} - {None}:
            body.joints.remove(joint)
        if joint in self._fresh:
            self._fresh.remove(joint)

    # Steps.

    def Step(self, timeStep, velocityIterations, positionIterations=0):
        """Advances the world by a time in seconds, then tells the listener."""
        timeStep = number("timeStep", timeStep)
        wanted = substeps(velocityIterations)
        if wanted != self._substeps:
            self.scene.config.substeps = self._substeps = wanted
        if self._fresh:
            close(self._fresh)
            self._fresh.clear()
        listener = self.contactListener
        hooks = Hooks.wanted(self, listener)
        if hooks is None:
            self.scene.step(timeStep)
        else:
            self.scene.step_with(timeStep, hooks)
        self._tell(self.scene.contact_events, lambda it: it.colliders)
        self._tell(self.scene.sensor_events, lambda it: (it.sensor, it.visitor))
        if differs(listener, b2ContactListener, "PostSolve"):
            for contact in list(self._touching.values()):
                listener.PostSolve(contact, contact.impulse)

    def _tell(self, events, colliders):
        for event in events:
            kind = event.kind
            if kind == "hit":
                continue
            pair_of = frozenset(colliders(event))
            if kind == "begin":
                self._begin(pair_of, colliders(event))
            else:
                self._end(pair_of)

    def _begin(self, pair_of, colliders):
        fixtures = [self.known.get(collider) for collider in colliders]
        if pair_of in self._touching or None in fixtures:
            return
        if all(fixture.body.type == b2_staticBody for fixture in fixtures):
            return
        contact = self._touching[pair_of] = b2Contact(*fixtures)
        if self.contactListener is not None:
            self.contactListener.BeginContact(contact)

    def _end(self, pair_of):
        contact = self._touching.pop(pair_of, None)
        if contact is None:
            return
        contact.touching = False
        if self.contactListener is not None:
            self.contactListener.EndContact(contact)

    def contact_of(self, colliders):
        """The contact of two colliders; one that has not begun yet has an object of its own."""
        contact = self._touching.get(frozenset(colliders))
        if contact is None:
            fixtures = [self.known.get(collider) for collider in colliders]
            contact = None if None in fixtures else b2Contact(*fixtures)
        return contact

    def end_contacts(self, chosen):
        """Ends the contacts that a function chooses."""
        for pair_of, contact in list(self._touching.items()):
            if chosen(contact):
                self._end(pair_of)

    def ClearForces(self):
        """Does nothing: a step clears the forces."""

    def DrawDebugData(self):
        """Does nothing: see `umbra2d.Scene.to_svg`."""

    # Queries.

    def RayCast(self, callback, point1, point2):
        """Reports fixtures along a ray, the nearest first."""
        ray_cast(self, callback, point1, point2)

    def QueryAABB(self, callback, aabb):
        """Reports fixtures whose boxes meet a box."""
        query_aabb(self, callback, aabb)

    # Attributes.

    @property
    def gravity(self):
        """Acceleration of gravity."""
        return vec(self.scene.gravity)

    @gravity.setter
    def gravity(self, value):
        self.scene.gravity = pair("gravity", value)

    @property
    def contacts(self):
        """Contacts that touch now."""
        return list(self._touching.values())

    def edges(self, body):
        """Contacts that touch a body now, as it sees them."""
        found = []
        for contact in self._touching.values():
            a, b = contact.fixtureA.body, contact.fixtureB.body
            if body in (a, b):
                found.append(b2ContactEdge(contact, b if body is a else a))
        return found

    @property
    def bodyCount(self):
        """Number of bodies."""
        return len(self.bodies)

    @property
    def jointCount(self):
        """Number of joints."""
        return len(self.joints)

    @property
    def contactCount(self):
        """Number of contacts that touch."""
        return len(self._touching)

    @property
    def locked(self):
        """Always False: listeners are told after the step, and may change the world."""
        return False

    def __iter__(self):
        return iter(self.bodies)


def creator(name, definition):
    """A method that creates one kind of joint from keywords."""

    def create(self, **options):
        return self.CreateJoint(definition(**options))

    create.__name__ = name
    create.__doc__ = f"Adds a joint from the keywords of `{definition.__name__}`."
    return create


for _definition in kinds.KINDS:
    _name = "Create" + _definition.__name__[2:-3]
    setattr(b2World, _name, creator(_name, _definition))
