"""Bodies."""

from __future__ import annotations

import umbra2d

from .fixture import b2Fixture, b2FixtureDef
from .shapes import b2ChainShape, b2CircleShape, b2EdgeShape, b2PolygonShape
from .vec2 import b2Transform, b2Vec2, number, pair, vec

b2_staticBody, b2_kinematicBody, b2_dynamicBody = 0, 1, 2
KINDS = ("fixed", "kinematic", "dynamic")


class b2MassData:
    """Mass, centre of mass and moment of inertia about the origin of the body."""

    def __init__(self, mass=0.0, center=(0, 0), I=0.0):  # noqa: E741
        self.mass, self.center, self.I = mass, b2Vec2(center), I


class b2BodyDef:
    """Description of a body."""

    def __init__(
        self,
        type=b2_staticBody,
        position=(0, 0),
        angle=0.0,
        linearVelocity=(0, 0),
        angularVelocity=0.0,
        linearDamping=0.0,
        angularDamping=0.0,
        allowSleep=True,
        awake=True,
        fixedRotation=False,
        bullet=False,
        active=True,
        userData=None,
        gravityScale=1.0,
        inertiaScale=1.0,
        fixtures=None,
        shapes=None,
        shapeFixture=None,
    ):
        self.type, self.position, self.angle = type, position, angle
        self.linearVelocity, self.angularVelocity = linearVelocity, angularVelocity
        self.linearDamping, self.angularDamping = linearDamping, angularDamping
        self.allowSleep, self.awake, self.fixedRotation = allowSleep, awake, fixedRotation
        self.bullet, self.active, self.userData = bullet, active, userData
        self.gravityScale, self.inertiaScale = gravityScale, inertiaScale
        self.fixtures, self.shapes, self.shapeFixture = fixtures, shapes, shapeFixture

    def native(self):
        """Description of a body of `umbra2d`."""
        if self.type not in (0, 1, 2):
            raise ValueError(f"type: must be 0, 1 or 2, but is {self.type!r}")
        return getattr(umbra2d, KINDS[self.type])(
            position=pair("position", self.position),
            angle=number("angle", self.angle),
            linear_velocity=pair("linearVelocity", self.linearVelocity),
            angular_velocity=number("angularVelocity", self.angularVelocity),
            linear_damping=number("linearDamping", self.linearDamping),
            angular_damping=number("angularDamping", self.angularDamping),
            gravity_scale=number("gravityScale", self.gravityScale),
            can_sleep=bool(self.allowSleep),
            sleeping=not self.awake,
            lock_rotation=bool(self.fixedRotation),
            bullet=bool(self.bullet),
            enabled=bool(self.active),
        )


def several(value):
    """A list of what is one thing, several, or `None`."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def scalar(ours, theirs, about):
    """A number of the body that has another name in `umbra2d`."""

    def read(self):
        return getattr(self.native, theirs)

    def write(self, value):
        setattr(self.native, theirs, number(ours, value))

    return property(read, write, doc=about)


def flag(theirs, about):
    """A boolean of the body that has another name in `umbra2d`."""

    def read(self):
        return getattr(self.native, theirs)

    def write(self, value):
        setattr(self.native, theirs, bool(value))

    return property(read, write, doc=about)


def mapped(theirs, about):
    """A method that maps a point or a vector."""

    def call(self, point):
        return vec(getattr(self.native, theirs)(pair("point", point)))

    call.__doc__ = about
    return call


class b2Body:
    """A body. Made by `b2World.CreateBody` and its kin; takes attributes of the caller too."""

    def __init__(self, world, definition):
        self.world, self.type, self.userData = world, definition.type, definition.userData
        self.native = world.scene.add(definition.native())
        self._turns = definition.angle - self.native.unwrapped_angle
        self.fixtures, self.joints = [], []
        for given in several(definition.fixtures):
            self.CreateFixture(given)
        for shape in several(definition.shapes):
            self.CreateFixture(definition.shapeFixture or b2FixtureDef(), shape=shape)
        self._mend_mass()

    # Fixtures.

    def CreateFixture(self, definition=None, shape=None, **options):
        """Adds a fixture from a `b2FixtureDef`, or from its keywords."""
        if definition is None or not isinstance(definition, b2FixtureDef):
            shape = definition if shape is None else shape
            definition = b2FixtureDef(**options)
        fixture = None
        for each in several(shape) or several(definition.shapes) or [definition.shape]:
            fixture = b2Fixture(self, definition, each)
            self.fixtures.append(fixture)
            self.world.known[fixture.collider] = fixture
        self._mend_mass()
        return fixture

    CreateFixturesFromShapes = CreateFixture

    def CreatePolygonFixture(self, vertices=None, box=None, **options):
        """Adds a polygon."""
        return self.CreateFixture(shape=b2PolygonShape(vertices, box), **options)

    def CreateCircleFixture(self, radius=1.0, pos=(0, 0), **options):
        """Adds a circle."""
        return self.CreateFixture(shape=b2CircleShape(radius, pos), **options)

    def CreateEdgeFixture(self, vertices, **options):
        """Adds an edge."""
        return self.CreateFixture(shape=b2EdgeShape(vertices), **options)

    def CreateChainFixture(self, vertices, **options):
        """Adds a chain."""
        return self.CreateFixture(shape=b2ChainShape(vertices), **options)

    CreateEdgeChain = CreateChainFixture

    def CreateLoopFixture(self, vertices, **options):
        """Adds a chain that is closed."""
        return self.CreateFixture(shape=b2ChainShape(vertices_loop=vertices), **options)

    def DestroyFixture(self, fixture):
        """Removes a fixture; what it touched gets its End."""
        self.world.end_contacts(lambda contact: fixture in (contact.fixtureA, contact.fixtureB))
        fixture.collider.remove()
        self.fixtures.remove(fixture)
        del self.world.known[fixture.collider]
        self._mend_mass()

    def _mend_mass(self):
        """A dynamic body without mass gets one kilogram."""
        if self.type == b2_dynamicBody and self.native.mass_properties is None:
            if self.native.mass == 0.0:
                self.native.additional_mass = 1.0
            elif self.native.additional_mass and self.native.mass > self.native.additional_mass:
                self.native.additional_mass = 0.0

    # Pose and velocity.

    @property
    def position(self):
        """Position of the origin."""
        return vec(self.native.position)

    @position.setter
    def position(self, value):
        self.native.position = pair("position", value)

    @property
    def angle(self):
        """Angle in radians, with all turns."""
        return self.native.unwrapped_angle + self._turns

    @angle.setter
    def angle(self, value):
        self.native.angle = number("angle", value)
        self._turns = value - self.native.unwrapped_angle

    @property
    def transform(self):
        """Position and rotation. Assign `(position, angle)`."""
        return b2Transform(self.native.position, self.angle)

    @transform.setter
    def transform(self, value):
        if isinstance(value, b2Transform):
            value = (value.position, value.angle)
        position, angle = value
        self.native.pose = (pair("position", position), number("angle", angle))
        self._turns = angle - self.native.unwrapped_angle

    @property
    def linearVelocity(self):
        """Velocity of the centre of mass."""
        return vec(self.native.linear_velocity)

    @linearVelocity.setter
    def linearVelocity(self, value):
        self.native.linear_velocity = pair("linearVelocity", value)

    angularVelocity = scalar("angularVelocity", "angular_velocity", "Radians per second.")
    linearDamping = scalar("linearDamping", "linear_damping", "Damping, per second.")
    angularDamping = scalar("angularDamping", "angular_damping", "Damping of turning.")
    gravityScale = scalar("gravityScale", "gravity_scale", "Factor of gravity.")
    bullet = flag("bullet", "True if stopped at moving bodies too.")
    fixedRotation = flag("lock_rotation", "True if it cannot turn.")
    sleepingAllowed = flag("can_sleep", "True if it may fall asleep.")
    active = flag("enabled", "False while it takes no part.")

    @property
    def awake(self):
        """False while it sleeps."""
        return self.native.is_awake

    @awake.setter
    def awake(self, value):
        if value:
            self.native.wake()
        else:
            self.native.sleep()

    # Mass.

    @property
    def mass(self):
        """Mass."""
        return self.native.mass

    @mass.setter
    def mass(self, value):
        data = self.massData
        self.massData = b2MassData(number("mass", value), data.center, data.I)

    @property
    def inertia(self):
        """Moment of inertia about the origin of the body."""
        center = self.native.local_point(self.native.center_of_mass)
        return self.native.inertia + self.native.mass * (center.x**2 + center.y**2)

    @property
    def massData(self):
        """Mass, centre and inertia. Assigned ones count instead of those of the fixtures."""
        return b2MassData(self.mass, self.localCenter, self.inertia)

    @massData.setter
    def massData(self, data):
        mass, (x, y) = number("mass", data.mass), pair("center", data.center)
        self.native.mass_properties = umbra2d.MassProperties(
            mass=mass, inertia=number("I", data.I) - mass * (x * x + y * y), center=(x, y)
        )

    def ResetMassData(self):
        """Takes the mass of the fixtures again."""
        self.native.mass_properties = None
        self._mend_mass()

    @property
    def worldCenter(self):
        """Centre of mass in the world."""
        return vec(self.native.center_of_mass)

    @property
    def localCenter(self):
        """Centre of mass in the coordinates of the body."""
        return vec(self.native.local_point(self.native.center_of_mass))

    # Forces.

    def ApplyForce(self, force, point, wake=True):
        """Pushes at a point of the world in the next step."""
        self.native.apply_force(pair("force", force), pair("point", point), wake=bool(wake))

    def ApplyForceToCenter(self, force, wake=True):
        """Pushes at the centre of mass in the next step."""
        self.native.apply_force(pair("force", force), wake=bool(wake))

    def ApplyTorque(self, torque, wake=True):
        """Turns in the next step."""
        self.native.apply_torque(number("torque", torque), wake=bool(wake))

    def ApplyLinearImpulse(self, impulse, point, wake=True):
        """Changes the velocity at once, at a point of the world."""
        self.native.apply_impulse(pair("impulse", impulse), pair("point", point), wake=bool(wake))

    def ApplyAngularImpulse(self, impulse, wake=True):
        """Changes the angular velocity at once."""
        self.native.apply_angular_impulse(number("impulse", impulse), wake=bool(wake))

    # Coordinates.

    GetWorldPoint = mapped("world_point", "Point of the world for a point of the body.")
    GetLocalPoint = mapped("local_point", "Point of the body for a point of the world.")
    GetWorldVector = mapped("world_vector", "Direction in the world for one of the body.")
    GetLocalVector = mapped("local_vector", "Direction in the body for one of the world.")
    GetLinearVelocityFromWorldPoint = mapped(
        "velocity_at", "Velocity of the body at a point of the world."
    )

    def GetLinearVelocityFromLocalPoint(self, point):
        """Velocity of a point of the body."""
        return self.GetLinearVelocityFromWorldPoint(self.GetWorldPoint(point))

    @property
    def contacts(self):
        """Edges of the contacts that touch it now."""
        return self.world.edges(self)

    def __iter__(self):
        return iter(self.fixtures)
