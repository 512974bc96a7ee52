"""`Copying`: a quick copy of a space with everything in it.

The engine's scene is branched as a whole, and each Python object is copied beside it, without
asking the engine. What callers have set on an object is copied deeply.
"""

import copy
import itertools
import weakref

from ._clock import Clock
from .body import Body

# Values that are the same object in a copy.
PLAIN = (type(None), bool, int, float, str, bytes, tuple)


def own(things, memo):
    """Copies what callers have set, which has names without an underscore: together, so that what
    is one object stays one object."""
    for thing in things:
        state = thing.__dict__
        for name, value in state.items():
            if name[0] != "_" and not isinstance(value, PLAIN):
                state[name] = copy.deepcopy(value, memo)


def clone(thing, **changed):
    """An object of the same kind with the same values, but for some."""
    made = object.__new__(type(thing))
    state = made.__dict__
    state.update(thing.__dict__)
    state.update(changed)
    return made


class Copying:
    """The part of `Space` that is copied. A copy goes on with the same bits."""

    def copy(self):
        """A copy of the space and of all that is in it."""
        assert not self._locked, "a space cannot be copied while it is stepped"
        self._flush()
        scene = self._scene.branch()
        clock = Clock(scene)
        clock.steps = self._clock.steps
        space = clone(self, _scene=scene, _clock=clock)
        me = weakref.ref(space)
        bodies = self._copied_bodies(space, me)
        shapes = self._copied_shapes(space, me, bodies)
        constraints = self._copied_constraints(space, me, bodies)
        for kept in ("_functions", "_ghosts", "_unsolved", "_belts", "_stepped", "_called"):
            known = {**bodies, **shapes, **constraints} if getattr(self, kept) else {}
            setattr(space, kept, {known[it]: None for it in getattr(self, kept)})
        for name in ("moved", "pushed", "masses", "shapes", "joints"):
            waiting = getattr(self._clock, name)
            if waiting:
                known = {**bodies, **shapes, **constraints}
                setattr(clock, name, {known[it]: None for it in waiting if it in known})
        copies = {self: space, **bodies, **shapes, **constraints}
        memo = {id(thing): made for thing, made in copies.items()}
        own(copies.values(), memo)
        self._copy_pairs(space, shapes, memo)
        return space

    __copy__ = copy

    def _copied_bodies(self, space, me):
        """Copies of bodies, of those that only shapes need too, by the originals."""
        static = () if self._static_body is None else (self._static_body,)
        body_of, clock, copies, ids = space._scene.body, space._clock, {}, Body._ids
        for body in itertools.chain(self._bodies, self._ghosts, static):
            copies[body] = clone(
                body,
                _id=next(ids),
                _clock=clock,
                _handle=body_of(body._key),
                _space=None if body._space is None else me,
                _shapes=weakref.WeakKeyDictionary(),
                _constraints=weakref.WeakKeyDictionary(),
            )
        for body in copies:
            if body._group is not None:
                group = [copies[it] for it in body._group if it in copies]
                copies[body]._group = group
        space._bodies = {copies[body]: None for body in self._bodies}
        space._static_body = copies.get(self._static_body)
        return copies

    def _copied_shapes(self, space, me, bodies):
        """Copies of shapes, by the originals."""
        collider_of, clock, copies = space._scene.collider, space._clock, {}
        for shape in self._shapes:
            body = bodies[shape._body]
            made = clone(
                shape, _clock=clock, _space=me, _body=body,
                _collider=collider_of(shape._collider.key),
            )
            body._shapes[made] = None
            copies[shape] = made
        space._shapes = dict.fromkeys(copies.values())
        space._by_id = {shape._id: shape for shape in copies.values()}
        return copies

    def _copied_constraints(self, space, me, bodies):
        """Copies of constraints, by the originals."""
        joint_of, clock, copies = space._scene.joint, space._clock, {}
        for constraint in self._constraints:
            joint = constraint._joint
            a, b = bodies[constraint._a], bodies[constraint._b]
            made = clone(
                constraint, _clock=clock, _space=me, _a=a, _b=b,
                _joint=None if joint is None else joint_of(joint.key),
            )
            a._constraints[made] = b._constraints[made] = None
            copies[constraint] = made
        space._constraints = dict.fromkeys(copies.values())
        return copies

    def _copy_pairs(self, space, shapes, memo):
        """Copies what is known of touching shapes, and the handlers."""
        space._handlers, space._matching, space._listed = {}, {}, None
        for key, handler in self._handlers.items():
            functions = {"_" + phase: getattr(handler, "_" + phase) for phase in handler._data}
            data = copy.deepcopy(handler.data, memo)
            state = {"_data": data, "_decides": handler._decides, **functions}
            space._restore_handler(key, state)
        space._post_step, space._add_later, space._remove_later = {}, {}, {}
        space._pairs = {}
        for pair in self._pairs.values():
            made = space._pair(shapes[pair.a], shapes[pair.b])
            made.begin_step(self._clock.steps)
            made.process, made.ignored = pair.process, pair.ignored
