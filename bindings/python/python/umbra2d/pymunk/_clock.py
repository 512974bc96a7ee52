"""What bodies share with their space: the count of steps, and what has to be written before the
next step."""


class Clock:
    """Bodies read the engine again when `steps` has changed since they last did."""

    def __init__(self, scene=None, waiting=dict):
        self.scene = scene
        self.steps = 0
        # States of all bodies before the step that is under way, by key, or None.
        self.rows = None
        # Bodies whose pose or velocity the caller has changed, with a force, with a new mass.
        self.moved, self.pushed, self.masses = waiting(), waiting(), waiting()
        # Shapes and constraints that have to be made anew.
        self.shapes, self.joints = waiting(), waiting()

    def forget(self, thing):
        """Drops everything that waits for a thing."""
        for waiting in (self.moved, self.pushed, self.masses, self.shapes, self.joints):
            waiting.pop(thing, None)


class Nothing(dict):
    """A dictionary that keeps nothing."""

    def __setitem__(self, key, value):
        pass


# Clock of everything that is in no space.
NO_CLOCK = Clock(waiting=Nothing)
