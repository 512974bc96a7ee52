"""A view of the keys of a `WeakKeyDictionary` that may change while it is iterated."""

from collections.abc import KeysView

__all__ = ["WeakKeysView"]


class WeakKeysView(KeysView):
    """Keys that are still alive, as references that do not keep them so."""

    def __init__(self, weak_dict):
        self._weak_dict = weak_dict

    def __iter__(self):
        for reference in self._weak_dict.keyrefs():
            key = reference()
            if key is not None:
                yield key

    def __len__(self):
        return len(self._weak_dict)

    def __contains__(self, key):
        return key in self._weak_dict

    def __repr__(self):
        return f"WeakKeysView({list(self)})"
