"""`Pairs`: touching shapes of a space, and the callbacks about them."""

from ._collision_handler import matching
from .arbiter import Arbiter, Pair
from .body import Body


class Watch:
    """Hooks of the engine: hands each contact of a step to the space."""

    def __init__(self, space, dt):
        self._space, self._dt = space, dt

    def modify_contact(self, contact):
        self._space._on_contact(contact, self._dt)


class Pairs:
    """The part of `Space` that knows which shapes touch."""

    def _start_pairs(self):
        # Pairs that touch, by the numbers of their shapes.
        self._pairs = {}
        self._matching = {}
        # Shapes that the engine does not report by itself, and shapes with moving surfaces.
        self._unsolved, self._belts = {}, {}
        self._listed = None

    def _note_shape(self, shape):
        """Keeps the shapes that need care."""
        kinds = (
            (self._unsolved, shape.sensor or shape.body._type == Body.KINEMATIC),
            (self._belts, shape.surface_velocity != (0, 0)),
        )
        for kept, wanted in kinds:
            if wanted:
                kept[shape] = None
            else:
                kept.pop(shape, None)

    def _forget_shape(self, shape):
        self._unsolved.pop(shape, None)
        self._belts.pop(shape, None)
        self._listed = None

    def _is_watched(self):
        return bool(self._handlers or self._belts or self._pairs)

    def _handlers_of(self, a, b):
        key = a.collision_type, b.collision_type
        found = self._matching.get(key)
        if found is None:
            found = self._matching[key] = matching(self._handlers, *key)
        return found

    def _step_watched(self, dt):
        """Steps the engine with hooks; callbacks see bodies as they were before."""
        clock, scene = self._clock, self._scene
        self._listed = None
        self._seen = clock.steps + 1
        for a, b in self._unsolved_pairs(self._is_asked):
            self._touch(a, b)
        self._flush()
        keys, states = scene.body_keys.tolist(), scene.states().tolist()
        clock.rows = dict(zip(keys, states))
        self._stepping = True
        scene.step_with(dt, Watch(self, dt))
        self._stepping = False
        clock.rows = None
        clock.steps += 1

    def _pair(self, a, b):
        """The pair of two shapes, in the order of their kinds; of one kind, the newer is first."""
        key = (a._id, b._id) if a._id < b._id else (b._id, a._id)
        pair = self._pairs.get(key)
        if pair is None:
            if (b._order, -b._id) < (a._order, -a._id):
                a, b = b, a
            pair = self._pairs[key] = Pair(a, b)
        return pair

    def _touch(self, a, b):
        """Notes that two shapes touch in this step, and calls `begin` and `pre_solve`."""
        pair = self._pair(a, b)
        pair.first = pair.seen == 0
        pair.begin_step(self._seen)
        handlers = self._handlers_of(pair.a, pair.b)
        if any(handler._decides for handler, _ in handlers):
            pair.process = not pair.ignored
        if pair.first:
            for handler, flipped in handlers:
                handler.call("begin", pair, flipped, self)
        if not pair.ignored:
            for handler, flipped in handlers:
                handler.call("pre_solve", pair, flipped, self)
        return pair

    def _on_contact(self, contact, dt):
        """A contact that the engine is about to solve."""
        first, second = contact.pair.user_data
        a, b = self._by_id.get(first), self._by_id.get(second)
        if a is None or b is None or not self._meets(contact, a, b, dt):
            return
        pair = self._touch(a, b)
        if not pair.process:
            contact.disable()
            return
        if pair.friction != a.friction * b.friction:
            contact.friction = max(0.0, pair.friction)
        if pair.restitution != a.elasticity * b.elasticity:
            contact.restitution = max(0.0, pair.restitution)
        if pair.surface is not None or a in self._belts or b in self._belts:
            normal = contact.normal
            speed = pair.surface_velocity().dot((-normal.y, normal.x))
            contact.surface_speed = speed if pair.a is a else -speed

    def _meets(self, contact, a, b, dt):
        """True if two shapes overlap, or will within the step. pymunk lets what rests overlap by
        `collision_slop`; the engine stops it where it touches, so there the slop counts too."""
        if contact.separation <= self._slop:
            return True
        normal = contact.normal
        speeds = [
            (b.body.velocity_at_world_point(at) - a.body.velocity_at_world_point(at)).dot(normal)
            for at, _ in contact.points
        ]
        return contact.separation + min(speeds, default=0.0) * dt <= 0

    def _is_asked(self, a, b):
        """True if a callback other than `post_solve` goes for two shapes."""
        return any(
            handler._begin or handler._pre_solve or handler._separate
            for handler, _ in self._handlers_of(a, b)
        )

    def _unsolved_pairs(self, wanted=lambda a, b: True):
        """Overlapping pairs that the engine does not solve: with a sensor, or without a dynamic
        body."""
        found = {}
        for shape in list(self._unsolved):
            for other in self._candidates(shape.bb):
                if not self._is_unsolved(shape, other) or not wanted(shape, other):
                    continue
                if shape.shapes_collide(other).points:
                    key = min(shape._id, other._id), max(shape._id, other._id)
                    found.setdefault(key, (shape, other))
        return list(found.values())

    def _is_unsolved(self, a, b):
        if a.body is b.body or a.filter.rejects_collision(b.filter):
            return False
        types = a.body._type, b.body._type
        if Body.DYNAMIC not in types:
            return Body.KINEMATIC in types
        return a.sensor or b.sensor

    def _finish_pairs(self):
        """Calls `separate` and `post_solve` after a step."""
        if not self._pairs:
            return
        current = []
        for key, pair in list(self._pairs.items()):
            if pair.seen == self._seen:
                current.append(pair)
            elif not self._is_asleep(pair):
                del self._pairs[key]
                self._separate(pair)
        for pair in current:
            if pair.is_solved() and not pair.ignored:
                for handler, flipped in self._handlers_of(pair.a, pair.b):
                    handler.call("post_solve", pair, flipped, self)

    def _is_asleep(self, pair):
        return all(body._type == Body.STATIC or body.is_sleeping for body in pair.bodies)

    def _separate(self, pair):
        for handler, flipped in self._handlers_of(pair.a, pair.b):
            handler.call("separate", pair, flipped, self)

    def _part(self, shape):
        """Calls `separate` for all that a shape touches, as it is removed."""
        parted = [key for key, pair in self._pairs.items() if shape in (pair.a, pair.b)]
        pairs = [self._pairs.pop(key) for key in parted]
        self._locked, before = True, self._locked
        for pair in pairs:
            pair.removal = True
            self._separate(pair)
        self._locked = before

    def _list_pairs(self):
        """All touching pairs, as the last step left them."""
        if self._handlers or self._stepping:
            return [pair for pair in self._pairs.values()]
        if self._listed is None or self._listed[0] != self._clock.steps:
            before = self._listed[1] if self._listed else {}
            self._listed = self._clock.steps, self._engine_pairs(before)
        return list(self._listed[1].values())

    def _engine_pairs(self, before):
        found = {}
        touching = [c.colliders for c in self._scene.contacts(touching=True)]
        shapes = [tuple(self._by_id.get(c.user_data) for c in pair) for pair in touching]
        for a, b in shapes + self._unsolved_pairs():
            if a is None or b is None:
                continue
            key = min(a._id, b._id), max(a._id, b._id)
            first = (b, a) if (b._order, -b._id) < (a._order, -a._id) else (a, b)
            pair = found[key] = Pair(*first)
            pair.begin_step(1)
            pair.first = key not in before
        return dict(sorted(found.items()))

    def _arbiters_of(self, body):
        """Arbiters of a body, with its shape as the first one."""
        found = [pair for pair in self._list_pairs() if body in pair.bodies]
        return [Arbiter(pair, pair.bodies[0] is not body) for pair in found]
