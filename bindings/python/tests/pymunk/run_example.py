"""Runs one of pymunk's examples over `umbra2d.pymunk`, without a window, for a number of frames.

python run_example.py FOLDER NAME FRAMES

FOLDER is the package that the example is in.

A frame ends where the example shows its picture or waits. Clicks and keys are posted in between.
Prints the numbers of frames, of steps and of bodies as JSON.
"""

import json
import math
import os
import random
import runpy
import sys

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", MPLBACKEND="Agg")

import umbra2d.pymunk

# Keys that are not pressed in an example.
NO_KEYS = {
    "copy_and_pickle": "K_SPACE",  # fails over pymunk too: adds two views of dictionaries
    "deformable": "K_r",  # fails over pymunk too: removes shapes while it goes through them
    "newtons_cradle": "all",  # every key leaves the program
}
# What an example is called with.
ARGUMENTS = {"newtons_cradle": ["/i"]}  # with input
SPACES = []
COUNTS = {"frames": 0, "steps": 0}


class Enough(BaseException):
    """Leaves an example that would go on for ever; none of its own handlers stops this."""


def watch_steps(most):
    """Counts steps of all spaces, and keeps the spaces."""
    Space = umbra2d.pymunk.Space
    step = Space.step

    def counted(self, dt):
        step(self, dt)
        COUNTS["steps"] += 1
        if not any(self is space for space in SPACES):
            SPACES.append(self)
        if COUNTS["steps"] >= most:
            raise Enough

    Space.step = counted


def watch_frames(frames, name):
    """Counts frames, posts input, and lets nobody wait for a clock."""
    try:
        import pygame
    except ImportError:
        return
    dice = random.Random(1)
    names = ["K_SPACE", "K_a", "K_d", "K_g", "K_UP", "K_LEFT", "K_r"]
    left_out = NO_KEYS.get(name)
    keys = [getattr(pygame, it) for it in names if left_out not in (it, "all")]

    class Clock:
        """A clock that does not wait."""

        ticks = 0

        def tick(self, framerate=0):
            Clock.ticks += 1
            if Clock.ticks > 2 * frames:
                raise Enough
            return 1000 / framerate if framerate else 16

        tick_busy_loop = tick

        def get_fps(self):
            return 60.0

        def get_time(self):
            return 16

    def show(*_):
        COUNTS["frames"] += 1
        if COUNTS["frames"] >= frames:
            raise Enough
        if COUNTS["frames"] % 10 == 0:
            place = (dice.randrange(100, 500), dice.randrange(100, 500))
            button = {"pos": place, "button": dice.choice([1, 3]), "touch": False}
            events = [
                (pygame.MOUSEMOTION, {"pos": place, "rel": (0, 0), "buttons": (0, 0, 0)}),
                (pygame.MOUSEBUTTONDOWN, button),
                (pygame.MOUSEBUTTONUP, button),
            ]
            if keys:
                key = {"key": dice.choice(keys), "mod": 0, "unicode": "", "scancode": 0}
                events += [(pygame.KEYDOWN, key), (pygame.KEYUP, key)]
            for kind, values in events:
                pygame.event.post(pygame.event.Event(kind, values))

    pygame.time.Clock = Clock
    pygame.display.flip = pygame.display.update = show


def main(folder, name, frames):
    umbra2d.pymunk.install(7)
    random.seed(1)
    watch_steps(50 * frames)
    watch_frames(frames, name)
    # Some import their neighbours by name, others as those of a package.
    sys.path += [folder, os.path.dirname(folder)]
    sys.argv = [name, *ARGUMENTS.get(name, [])]
    try:
        runpy.run_module(f"{os.path.basename(folder)}.{name}", run_name="__main__", alter_sys=True)
    except Enough:
        pass
    except SystemExit as end:
        assert not end.code, f"exit code {end.code}"
    bodies = [body for space in SPACES for body in space.bodies]
    for body in bodies:
        values = (*body.position, *body.velocity, body.angle)
        assert all(math.isfinite(it) for it in values), f"{body} is at {values}"
    print(json.dumps({**COUNTS, "bodies": len(bodies)}))


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
