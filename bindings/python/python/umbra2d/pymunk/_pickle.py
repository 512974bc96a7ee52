"""`PickleMixin`: pickling and copying of bodies, shapes, constraints and spaces."""

import copy

__all__ = ["PickleMixin"]


class PickleMixin:
    """State is a dictionary of lists of pairs: arguments of the constructor, attributes, and what
    the caller has set."""

    _pickle_init = ()
    _pickle_general = ()

    def __getstate__(self):
        custom = [(k, v) for k, v in self.__dict__.items() if not k.startswith("_")]
        return {
            "init": [(name, getattr(self, name)) for name in self._pickle_init],
            "general": [(name, getattr(self, name)) for name in self._pickle_general],
            "custom": custom,
            "special": [],
        }

    def __setstate__(self, state):
        self.__init__(*[value for _, value in state["init"]])
        for name, value in state["general"] + state["custom"]:
            setattr(self, name, value)

    def copy(self):
        """Deep copy."""
        return copy.deepcopy(self)
