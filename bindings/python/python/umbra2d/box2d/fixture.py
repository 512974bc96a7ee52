"""Fixtures: a shape, a material and a filter upon a body."""

from __future__ import annotations

import umbra2d

from .vec2 import b2AABB, number, pair, vec


class b2Filter:
    """Category, mask and group that decide which fixtures collide."""

    __slots__ = ("categoryBits", "maskBits", "groupIndex")

    def __init__(self, categoryBits=0x0001, maskBits=0xFFFF, groupIndex=0):
        self.categoryBits, self.maskBits, self.groupIndex = categoryBits, maskBits, groupIndex

    def native(self):
        """The filter of `umbra2d`."""
        return umbra2d.Filter(
            category=self.categoryBits & 0xFFFF,
            mask=self.maskBits & 0xFFFF,
            group=self.groupIndex,
        )


class b2FixtureDef:
    """Description of a fixture.

    >>> from umbra2d.box2d.shapes import b2CircleShape
    >>> b2FixtureDef(shape=b2CircleShape(radius=1), density=2).density
    2
    """

    def __init__(
        self,
        shape=None,
        density=0.0,
        friction=0.2,
        restitution=0.0,
        isSensor=False,
        userData=None,
        categoryBits=0x0001,
        maskBits=0xFFFF,
        groupIndex=0,
        filter=None,
        shapes=None,
    ):
        self.shape, self.shapes, self.density, self.friction = shape, shapes, density, friction
        self.restitution, self.isSensor, self.userData = restitution, isSensor, userData
        self.filter = filter or b2Filter(categoryBits, maskBits, groupIndex)

    @property
    def categoryBits(self):
        """Categories of the fixture."""
        return self.filter.categoryBits

    @categoryBits.setter
    def categoryBits(self, value):
        self.filter.categoryBits = value

    @property
    def maskBits(self):
        """Categories that it collides with."""
        return self.filter.maskBits

    @maskBits.setter
    def maskBits(self, value):
        self.filter.maskBits = value

    @property
    def groupIndex(self):
        """Group: members of a positive one always collide, of a negative one never."""
        return self.filter.groupIndex

    @groupIndex.setter
    def groupIndex(self, value):
        self.filter.groupIndex = value

    def native(self, shape, moves):
        """Description of a collider; `moves` is False upon a static body."""
        if shape is None:
            raise ValueError("shape: a fixture needs one")
        return shape.collider(
            {
                "density": number("density", self.density),
                "friction": number("friction", self.friction),
                "restitution": number("restitution", self.restitution),
                "sensor": bool(self.isSensor),
                "sees_sensors": moves,
                "filter": self.filter.native(),
            }
        )


def material(name, about):
    """A number that the collider has under the same name."""

    def read(self):
        return getattr(self.collider, name)

    def write(self, value):
        setattr(self.collider, name, number(name, value))

    return property(read, write, doc=about)


class b2Fixture:
    """A shape upon a body. Made by `b2Body.CreateFixture`."""

    def __init__(self, body, definition, shape):
        self.collider = body.native.add(definition.native(shape, body.type != 0))
        self.body, self.shape, self.userData = body, shape.copy(), definition.userData
        given = definition.filter
        self._filter = b2Filter(given.categoryBits, given.maskBits, given.groupIndex)

    friction = material("friction", "Friction.")
    restitution = material("restitution", "Restitution.")
    density = material("density", "Density; the mass follows at once.")

    @property
    def type(self):
        """Number of the kind of the shape."""
        return self.shape.type

    @property
    def sensor(self):
        """True if it only reports what overlaps it."""
        return self.collider.sensor

    @sensor.setter
    def sensor(self, value):
        self.collider.sensor = bool(value)

    @property
    def filterData(self):
        """Its filter. Assign it to change it."""
        return self._filter

    @filterData.setter
    def filterData(self, value):
        self.collider.filter = value.native()
        self._filter = value

    def Refilter(self):
        """Applies a filter that was changed in place."""
        self.filterData = self._filter

    @property
    def massData(self):
        """Mass of the fixture alone, for its density."""
        return self.collider.mass

    def TestPoint(self, point):
        """True if a point of the world lies in the shape."""
        found = self.collider.scene.colliders_at(pair("point", point), sensors=True)
        return self.collider in found

    def GetAABB(self, childIndex=0):
        """Box around the fixture."""
        lower, upper = self.collider.aabb
        return b2AABB(vec(lower), vec(upper))
