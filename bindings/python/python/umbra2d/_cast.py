"""The actors of a film: bodies with their shapes, lines of joints, and their poses by frame."""

from math import atan2, hypot, pi

import numpy

# Lines of joints are followed in scenes that have no more of them.
MOST_LINES = 120
LINED = {"distance", "rope", "spring", "target"}


class Actor:
    """A body with the shapes that it has for a while, or the line of a joint."""

    def __init__(self, look, first):
        self.look = look
        # Frame from which it is there; what it does before is its first pose.
        self.first = first
        self.track, self.seen = [], []

    def poses(self, frames):
        """Poses in all frames, and in which of them it is seen."""
        track = numpy.asarray(self.track, dtype=float)
        before = numpy.repeat(track[:1], self.first, axis=0)
        after = numpy.repeat(track[-1:], frames - self.first - len(track), axis=0)
        seen = [False] * self.first + self.seen
        seen += [False] * (frames - len(seen))
        return numpy.concatenate([before, track, after]), numpy.asarray(seen)


class Cast:
    """All actors of a film."""

    def __init__(self):
        self.actors, self.frames = [], 0
        self.first_box = None
        self.box = None
        self.fields = []
        self._bodies, self._lines = {}, {}
        self._revision, self._listed = None, []

    def note(self, scene):
        """Note where everything is. What has got other shapes is another actor from here on."""
        if self.frames == 0:
            scene.debug_draw(_Areas(self.fields), shapes=False, joints=False)
        revision = scene.revision()
        if revision != self._revision:
            self._revision, self._listed = revision, self._list(scene)
        keys = numpy.array([body.key for body, _ in self._listed], dtype=numpy.uint64)
        poses = scene.poses(keys=keys) if len(keys) else ()
        for (body, actor), pose in zip(self._listed, poses, strict=True):
            self._follow(actor, pose, body.enabled)
        self._note_lines(scene)
        self._note_box()
        self.frames += 1

    def _list(self, scene):
        listed, groups = [], _groups(scene)
        for body in scene.bodies:
            look = Look.of(body, groups.get(body.key, body.key))
            actor = self._bodies.get(body.key)
            if actor is None or actor.look != look:
                actor = self._bodies[body.key] = Actor(look, self.frames)
                self.actors.append(actor)
            listed.append((body, actor))
        return listed

    def _follow(self, actor, pose, seen):
        """Append a pose, with an angle that goes on beyond half a turn."""
        x, y, angle, *stretch = (float(it) for it in pose)
        if actor.track:
            angle += 2 * pi * round((actor.track[-1][2] - angle) / (2 * pi))
        while actor.first + len(actor.track) < self.frames:
            actor.track.append(actor.track[-1])
            actor.seen.append(False)
        actor.track.append((x, y, angle, *(stretch or [1.0])))
        actor.seen.append(bool(seen))

    def _note_lines(self, scene):
        joints = [joint for joint in scene.joints if joint.kind in LINED]
        if len(joints) > MOST_LINES:
            return
        for joint in joints:
            a, b = joint.anchor_a, joint.anchor_b
            along = (b.x - a.x, b.y - a.y)
            pose = (a.x, a.y, atan2(along[1], along[0]), max(hypot(*along), 1e-6))
            if joint.key not in self._lines:
                self._lines[joint.key] = Actor(LINE, self.frames)
                self.actors.append(self._lines[joint.key])
            self._follow(self._lines[joint.key], pose, joint.enabled)

    def _note_box(self):
        """Grow the box around all that moves."""
        for body, actor in self._listed:
            if actor.look.kind == "fixed" or not actor.look.reach:
                continue
            (x, y, *_), reach = actor.track[-1], actor.look.reach
            self.box = united(self.box, (x - reach, y - reach, x + reach, y + reach))
        if self.frames == 0:
            self.first_box = self.box


def _groups(scene):
    """For each body with joints the key of a body that joints tie it to, the same for all of these:
    a ragdoll has one colour."""
    parent = {}

    def root(key):
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for joint in scene.joints:
        bodies = joint.body_a, joint.body_b
        if all(body.is_dynamic for body in bodies):
            a, b = sorted(root(body.key) for body in bodies)
            parent[b] = a
    return {key: root(key) for key in parent}


def united(a, b):
    """The box around two boxes."""
    if a is None:
        return b
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


class Look:
    """Shapes of a body, in its coordinates, and what kind it is."""

    def __init__(self, kind, shapes, number=0):
        self.kind, self.shapes, self.number = kind, shapes, number
        corners = [(point, radius) for _, points, radius, _ in shapes for point in points]
        self.reach = max((hypot(*point) + radius for point, radius in corners), default=0.0)

    @classmethod
    def of(cls, body, number):
        """The look of a body; the number chooses its colour."""
        shapes = []
        for collider in body.colliders:
            for shape, pose in collider.local_shapes:
                points = tuple(tuple(pose.transform(point)) for point in shape.vertices)
                shapes.append((shape.kind, points, shape.radius, collider.sensor))
        return cls(body.kind, tuple(shapes), number & 0xFFFF_FFFF)

    def __eq__(self, other):
        return (self.kind, self.shapes) == (other.kind, other.shapes)


# The line of a joint, of length one.
LINE = Look("joint", (("segment", ((0.0, 0.0), (1.0, 0.0)), 0.0, False),))


class _Areas:
    """Notes the areas of fields and portals: polygons and lines."""

    def __init__(self, found):
        self.found = found

    def polygon(self, vertices, radius, color):
        self.found.append(([tuple(point) for point in vertices], color, True))

    def segment(self, a, b, color):
        self.found.append(([tuple(a), tuple(b)], color, False))

    def circle(self, center, radius, angle, color):
        from ._outline import capsule

        self.found.append((capsule(tuple(center), tuple(center), radius), color, True))

    def capsule(self, a, b, radius, color):
        """Areas have none."""

    arrow = point = text = capsule
