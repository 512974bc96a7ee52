"""`Space`: the world of bodies, shapes and constraints."""

import weakref

import umbra2d

from ._checks import check_number, check_pair
from ._clock import NO_CLOCK, Clock
from ._collision_handler import PHASES, CollisionHandler
from ._copying import Copying
from ._drawing import Drawing
from ._pairs import Pairs
from ._queries import Queries
from ._space_state import SpaceState
from ._stepping import Stepping
from .body import Body
from .constraints import Constraint
from .shapes import Shape
from .vec2d import Vec2d

__all__ = ["Space"]

INFINITY = float("inf")


class Space(Stepping, Pairs, Queries, Drawing, Copying, SpaceState):
    """A space that is stepped.

    >>> space = Space()
    >>> space.gravity = 0, -10
    >>> ball = Body(1, 1)
    >>> space.add(ball)
    >>> space.step(0.1)
    >>> ball.velocity.y < 0
    True
    """

    def __init__(self, threaded=False):
        self.threaded = bool(threaded)
        self._threads = 1
        self._iterations, self._damping = 10, 1.0
        self._idle_speed, self._sleep_time = 0.0, INFINITY
        self._slop, self._bias, self._persistence = 0.1, (1.0 - 0.1) ** 60, 3
        self._dt = 0.0
        self._gravity = Vec2d(0.0, 0.0)
        self._bodies, self._shapes, self._constraints = {}, {}, {}
        self._handlers, self._post_step = {}, {}
        self._locked, self._stepping = False, False
        self._add_later, self._remove_later = {}, {}
        self._static_body = None
        self._use(new_scene())

    def _use(self, scene):
        """Takes a scene, with nothing in it that is known."""
        self._scene = scene
        self._clock = Clock(scene)
        self._ghosts, self._by_id, self._next_id = {}, {}, 1
        self._functions, self._stepped, self._called = {}, {}, {}
        self._solving = None
        self._start_pairs()

    @property
    def shapes(self):
        """Shapes of the space."""
        return self._shapes.keys()

    @property
    def bodies(self):
        """Bodies of the space, without `static_body`."""
        return self._bodies.keys()

    @property
    def constraints(self):
        """Constraints of the space."""
        return self._constraints.keys()

    @property
    def static_body(self):
        """A static body that is always there."""
        if self._static_body is None:
            self._set_static_body(Body(body_type=Body.STATIC))
        return self._static_body

    def _set_static_body(self, body):
        self._static_body = body
        body._space = weakref.ref(self)
        if body._handle is None:
            body._make(self._clock)

    @property
    def gravity(self):
        """Acceleration of gravity."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity):
        gravity = check_pair("gravity", gravity)
        if gravity != self._gravity:
            self._scene.gravity = gravity
            self._gravity = gravity
            for body in self._bodies:
                if body._type == Body.DYNAMIC and body.is_sleeping:
                    body.activate()

    @property
    def iterations(self):
        """Kept for compatibility: the engine has its own number of substeps."""
        return self._iterations

    @iterations.setter
    def iterations(self, iterations):
        self._iterations = int(iterations)

    @property
    def damping(self):
        """Part of the velocity that bodies keep in a second."""
        return self._damping

    @damping.setter
    def damping(self, damping):
        self._damping = check_number("damping", damping)
        for body in self._bodies:
            self._note_functions(body)

    @property
    def idle_speed_threshold(self):
        """Speed below which a body is idle; 0 for a usual value."""
        return self._idle_speed

    @idle_speed_threshold.setter
    def idle_speed_threshold(self, speed):
        self._idle_speed = check_number("idle_speed_threshold", speed)
        self._configure()

    @property
    def sleep_time_threshold(self):
        """Time after which idle bodies sleep; infinity for never."""
        return self._sleep_time

    @sleep_time_threshold.setter
    def sleep_time_threshold(self, time):
        self._sleep_time = check_number("sleep_time_threshold", time)
        self._configure()

    @property
    def collision_slop(self):
        """Overlap that is not corrected."""
        return self._slop

    @collision_slop.setter
    def collision_slop(self, slop):
        self._slop = check_number("collision_slop", slop)
        self._configure()

    @property
    def collision_bias(self):
        """Kept for compatibility: the engine corrects overlap in its own way."""
        return self._bias

    @collision_bias.setter
    def collision_bias(self, bias):
        self._bias = check_number("collision_bias", bias)

    @property
    def collision_persistence(self):
        """Kept for compatibility."""
        return self._persistence

    @collision_persistence.setter
    def collision_persistence(self, persistence):
        self._persistence = persistence

    @property
    def current_time_step(self):
        """Length of the last step."""
        return self._dt

    @property
    def threads(self):
        """Kept for compatibility; 1 unless the space was made with `threaded=True`."""
        return self._threads if self.threaded else 1

    @threads.setter
    def threads(self, threads):
        self._threads = max(1, min(2, int(threads)))

    def use_spatial_hash(self, dim, count):
        """Accepted for compatibility: the engine has its own broad phase."""
        check_number("dim", dim)
        check_number("count", count)

    def _configure(self):
        """Writes what the engine's configuration has of the space."""
        config = self._scene.config
        config.length_unit = length_unit(self._slop)
        config.sleep = self._sleep_time != INFINITY
        if config.sleep:
            config.sleep_delay = max(0.0, self._sleep_time)
        if self._idle_speed > 0:
            config.sleep_speed = self._idle_speed

    def add(self, *objs):
        """Adds bodies, shapes and constraints; from a callback, at the end of the step."""
        if self._locked:
            self._add_later.update(dict.fromkeys(objs))
            return
        for kind in (Body, Shape, Constraint):
            for thing in objs:
                if isinstance(thing, kind):
                    self._add(thing)
                elif not isinstance(thing, (Body, Shape, Constraint)):
                    raise TypeError(f"{thing!r} is no body, shape or constraint")

    def _add(self, thing):
        if isinstance(thing, Body):
            self._add_body(thing)
        elif isinstance(thing, Shape):
            self._add_shape(thing)
        else:
            self._add_constraint(thing)

    def remove(self, *objs):
        """Removes bodies, shapes and constraints; from a callback, when the callbacks are over."""
        if self._locked:
            self._remove_later.update(dict.fromkeys(objs))
            return
        for thing in objs:
            self._remove(thing)
        self._remove_what_waits()

    def _remove_what_waits(self):
        removed = set()
        while self._remove_later:
            thing = self._remove_later.popitem()[0]
            if thing not in removed:
                removed.add(thing)
                self._remove(thing)

    def _remove(self, thing):
        if isinstance(thing, Body):
            self._remove_body(thing)
        elif isinstance(thing, Shape):
            self._remove_shape(thing)
        elif isinstance(thing, Constraint):
            self._remove_constraint(thing)
        else:
            raise TypeError(f"{thing!r} is no body, shape or constraint")

    def _add_body(self, body):
        assert body not in self._bodies, "the body is in this space already"
        assert body.space is None, "the body is in another space"
        self._ensure(body)
        self._ghosts.pop(body, None)
        body._space = weakref.ref(self)
        self._bodies[body] = None
        self._note_functions(body)
        self._clock.masses[body] = None

    def _ensure(self, body):
        """Gives a body of a shape or a constraint an engine's body, if it has none."""
        if body._clock is self._clock:
            return
        assert body._clock is NO_CLOCK or not body._space, "the body is in another space"
        body._make(self._clock)
        self._ghosts[body] = None
        if body._type == Body.DYNAMIC:
            body._handle.gravity_scale = 0.0

    def _remove_body(self, body):
        assert body in self._bodies, "the body is not in this space"
        body.position  # noqa: B018 - reads the engine for the last time
        del self._bodies[body]
        body._space = None
        self._functions.pop(body, None)
        self._ghosts[body] = None
        self._release(body)

    def _release(self, body):
        """Removes the engine's body of a body that nothing in the space needs."""
        if body not in self._ghosts:
            return
        used = any(shape in self._shapes for shape in body._shapes)
        if used or any(joint in self._constraints for joint in body._constraints):
            if body._type == Body.DYNAMIC:
                body._handle.gravity_scale = 0.0
            return
        body.position  # noqa: B018
        del self._ghosts[body]
        self._clock.forget(body)
        body._handle.remove()
        body._unlink(NO_CLOCK)

    def _add_shape(self, shape):
        assert shape not in self._shapes, "the shape is in this space already"
        assert shape.space is None, "the shape is in another space"
        assert shape.body is not None, "the shape has no body"
        assert shape.body.space is self, "the body of the shape is not in this space"
        shape._id = self._next_id
        self._next_id += 1
        shape.body._flush()
        shape._clock = self._clock
        shape._make()
        shape._space = weakref.ref(self)
        self._shapes[shape] = None
        self._by_id[shape._id] = shape
        if shape._mass > 0:
            shape.body._accumulate()
        self._note_shape(shape)

    def _remove_shape(self, shape):
        assert shape in self._shapes, "the shape is not in this space"
        self._part(shape)
        del self._shapes[shape]
        del self._by_id[shape._id]
        self._forget_shape(shape)
        shape._space = None
        self._clock.forget(shape)
        shape._clock = NO_CLOCK
        shape._collider.remove()
        shape._collider = None
        if shape._mass > 0:
            shape.body._accumulate()
        self._release(shape.body)

    def _add_constraint(self, constraint):
        assert constraint not in self._constraints, "the constraint is in this space already"
        assert constraint._space is None, "the constraint is in another space"
        a, b = constraint.a, constraint.b
        assert a._type == Body.DYNAMIC or b._type == Body.DYNAMIC, "one body has to be dynamic"
        for body in (a, b):
            self._ensure(body)
            body._flush()
        constraint._clock = self._clock
        constraint._make()
        constraint._space = weakref.ref(self)
        self._constraints[constraint] = None
        self._note_constraint(constraint)

    def _remove_constraint(self, constraint):
        assert constraint in self._constraints, "the constraint is not in this space"
        del self._constraints[constraint]
        self._stepped.pop(constraint, None)
        self._called.pop(constraint, None)
        self._clock.forget(constraint)
        constraint._unmake()
        constraint._space, constraint._clock = None, NO_CLOCK
        for body in (constraint.a, constraint.b):
            self._release(body)

    def reindex_shape(self, shape):
        """Takes the pose of a shape's body, and the form of the shape, as they are now."""
        shape.body._flush()
        if self._clock.shapes.pop(shape, False) is None:
            shape._remake()

    def reindex_shapes_for_body(self, body):
        """Takes the pose of a body, and the forms of its shapes, as they are now."""
        body._flush()
        self._clock.moved.pop(body, None)
        for shape in body.shapes:
            if shape in self._shapes:
                self.reindex_shape(shape)

    def reindex_static(self):
        """Takes the poses and forms of everything static as they are now."""
        for body in [body for body in self._clock.moved if body._type == Body.STATIC]:
            self.reindex_shapes_for_body(body)
        for shape in [s for s in self._clock.shapes if s.body._type == Body.STATIC]:
            self.reindex_shape(shape)

    def on_collision(
        self,
        collision_type_a=None,
        collision_type_b=None,
        begin=None,
        pre_solve=None,
        post_solve=None,
        separate=None,
        data=None,
    ):
        """Sets callbacks ``(arbiter, space, data)`` of two collision types; None stands for any
        type. `empty_callback` removes a callback."""
        from . import empty_callback

        assert collision_type_a is not None or collision_type_b is None, (
            "collision_type_a cannot be None if collision_type_b is not"
        )
        handler = self._handler((collision_type_a, collision_type_b))
        for phase, func in zip(PHASES, (begin, pre_solve, post_solve, separate)):
            if func is empty_callback:
                handler._set(phase, None, None)
            elif func is not None:
                handler._set(phase, func, data)

    def _handler(self, key):
        if key not in self._handlers:
            self._handlers[key] = CollisionHandler(self)
        self._matching.clear()
        return self._handlers[key]

    def add_post_step_callback(self, callback_function, key, *args, **kwargs):
        """Calls ``callback_function(space, key, *args, **kwargs)`` after the step. Returns False
        if there is a callback for this key already."""
        if key in self._post_step:
            return False
        self._post_step[key] = lambda: callback_function(self, key, *args, **kwargs)
        return True


def length_unit(slop):
    """Length unit of the engine: it leaves 1/200 of that uncorrected."""
    return min(1e4, max(0.01, slop * 200))


def new_scene():
    """The engine's scene of a new space."""
    return umbra2d.Scene(
        gravity=(0, 0),
        length_unit=length_unit(0.1),
        friction_rule="multiply",
        restitution_rule="multiply",
        restitution_threshold=0.0,
        sleep=False,
    )
