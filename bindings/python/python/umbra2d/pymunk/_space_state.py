"""`SpaceState`: pickling of a space, with the engine's scene."""

from . import _version
from ._collision_handler import PHASES
from ._pickle import PickleMixin


class SpaceState(PickleMixin):
    """The part of `Space` that is pickled. A copy goes on with the same bits."""

    _pickle_init = ("threaded",)
    _pickle_general = (
        "iterations", "gravity", "damping", "idle_speed_threshold", "sleep_time_threshold",
        "collision_slop", "collision_bias", "collision_persistence", "threads",
    )

    def __getstate__(self):
        state = super().__getstate__()
        state["custom"] = [pair for pair in state["custom"] if pair[0] != "threaded"]
        self._flush()
        handlers = []
        for key, handler in self._handlers.items():
            functions = {"_" + phase: getattr(handler, "_" + phase) for phase in PHASES}
            kept = {name: func for name, func in functions.items() if func is not None}
            handlers.append((key, {"_data": handler.data, "_decides": handler._decides, **kept}))
        state["special"] += [
            ("pymunk_version", _version.version),
            ("bodies", list(self._bodies)),
            ("_static_body", self._static_body),
            ("shapes", list(self._shapes)),
            ("constraints", list(self._constraints)),
            ("_handlers", handlers),
            ("engine", self._engine_state()),
        ]
        return state

    def _engine_state(self):
        """The scene, and which part of it belongs to what."""
        bodies = [*self._bodies, *self._ghosts]
        if self._static_body is not None:
            bodies.append(self._static_body)
        return {
            "scene": self._scene,
            "bodies": [(body, body._key) for body in bodies],
            "shapes": [(shape, shape._id, shape._collider.key) for shape in self._shapes],
            "joints": [
                (c, None if c._joint is None else c._joint.key) for c in self._constraints
            ],
            "pairs": [
                (pair.a, pair.b, pair.process, pair.ignored) for pair in self._pairs.values()
            ],
            "steps": self._clock.steps,
            "next_id": self._next_id,
            "dt": self._dt,
        }

    def __setstate__(self, state):
        special = dict(state["special"])
        saved = special.get("pymunk_version", _version.version)
        assert saved == _version.version, (
            f"Pymunk version {saved} of pickled object does not match current Pymunk version "
            f"{_version.version}"
        )
        super().__setstate__(state)
        for body in special.get("bodies", ()):
            assert hasattr(body, "_clock"), "a body of the space is not there yet"
        engine = special.get("engine")
        if engine is None:
            self._add_again(special)
        else:
            self._take(special, engine)
        for key, functions in special.get("_handlers", ()):
            self._restore_handler(tuple(key), functions)

    def _add_again(self, special):
        """Adds everything to a new scene."""
        if special.get("_static_body") is not None:
            self._set_static_body(special["_static_body"])
        for kind in ("bodies", "shapes", "constraints"):
            self.add(*special.get(kind, ()))

    def _take(self, special, engine):
        """Takes over a scene with everything in it."""
        import weakref

        scene = engine["scene"]
        self._use(scene)
        clock = self._clock
        clock.steps, self._next_id, self._dt = engine["steps"], engine["next_id"], engine["dt"]
        me = weakref.ref(self)
        self._bodies = dict.fromkeys(special["bodies"])
        for body, key in engine["bodies"]:
            body._link(clock, scene.body(key))
            if body in self._bodies:
                body._space = me
                self._note_functions(body)
            elif body is not special["_static_body"]:
                self._ghosts[body] = None
        if special["_static_body"] is not None:
            self._set_static_body(special["_static_body"])
        for shape, number, key in engine["shapes"]:
            shape._space, shape._clock, shape._id = me, clock, number
            shape._collider = scene.collider(key)
            self._shapes[shape] = None
            self._by_id[number] = shape
            self._note_shape(shape)
        for constraint, key in engine["joints"]:
            constraint._space, constraint._clock = me, clock
            constraint._joint = None if key is None else scene.joint(key)
            self._constraints[constraint] = None
            self._note_constraint(constraint)
        for a, b, process, ignored in engine["pairs"]:
            pair = self._pair(a, b)
            pair.begin_step(clock.steps)
            pair.process, pair.ignored = process, ignored

    def _restore_handler(self, key, functions):
        handler = self._handler(key)
        handler._decides = functions.get("_decides", False)
        for phase in PHASES:
            setattr(handler, "_" + phase, functions.get("_" + phase))
        data = functions.get("_data")
        if data is not None:
            if handler._decides:
                handler._shared = data
            else:
                handler._data = data
