"""Settings of the solver, and what listeners and filters say while it runs."""

from __future__ import annotations

from .contacts import b2ContactFilter, b2ContactListener, b2Manifold

# Settings of each scene that differ from those of the engine.
SETTINGS = {"sleep_speed": 0.02}


def substeps(iterations):
    """Substeps for as many iterations as `Step` asks for."""
    if not isinstance(iterations, int) or iterations < 0:
        raise ValueError(f"velocityIterations: must be a count, but is {iterations!r}")
    return min(max(iterations // 10, 4), 16)


class Hooks:
    """Asks the contact filter and the listener's `PreSolve` of a world during a step."""

    def __init__(self, world, asks, edits):
        self.world = world
        if asks:
            self.should_collide = self.should_sense = self._ask
        if edits:
            self.modify_contact = self._edit

    @classmethod
    def wanted(cls, world, listener):
        """Hooks if a filter or a listener has something to say, or else `None`."""
        asks = differs(world.contactFilter, b2ContactFilter, "ShouldCollide")
        edits = differs(listener, b2ContactListener, "PreSolve")
        return cls(world, asks, edits) if asks or edits else None

    def _fixtures(self, pair):
        return [self.world.known.get(collider) for collider in pair.colliders]

    def _ask(self, pair):
        fixtures = self._fixtures(pair)
        return None in fixtures or bool(self.world.contactFilter.ShouldCollide(*fixtures))

    def _edit(self, edit):
        contact = self.world.contact_of(edit.pair.colliders)
        if contact is None:
            return
        contact.enabled = True
        self.world.contactListener.PreSolve(contact, b2Manifold())
        if not contact.enabled:
            edit.disable()


def differs(listener, base, name):
    """True if a listener does something of its own in a method."""
    method = getattr(type(listener), name, None)
    return method is not None and method is not getattr(base, name)
