"""pymunk's examples run over `umbra2d.pymunk`, without a window."""

import json
import pathlib
import subprocess
import sys

import pytest
import suite

FRAMES = 120
RUNNER = pathlib.Path(__file__).with_name("run_example.py")

NEEDS_A_WINDOW = "pyglet opens a window with OpenGL, and there is none without a display"
LEFT_OUT = {
    "box2d_vertical_stack": NEEDS_A_WINDOW,
    "colors_pyglet_batch": NEEDS_A_WINDOW,
    "pyglet_util_demo": NEEDS_A_WINDOW,
    "spiderweb": NEEDS_A_WINDOW,
    "using_sprites_pyglet": NEEDS_A_WINDOW,
    "shapes_for_draw_demos": "no program: the demos of drawing import it, and run here",
}
# Programs that draw one picture of a space and step nothing.
PICTURES = {"matplotlib_util_demo": "matplotlib", "pygame_util_demo": "pygame"}
# The others, and the least number of steps that each takes; a key pauses two of them.
STEPS = {
    "arrows": 100,
    "balls_and_lines": 20,
    "basic_test": 5000,
    "bouncing_balls": 100,
    "box2d_pyramid": 100,
    "breakout": 100,
    "camera": 100,
    "collisions": 100,
    "colors": 100,
    "constraints": 100,
    "contact_and_no_flipy": 100,
    "contact_with_friction": 100,
    "copy_and_pickle": 200,
    "damped_rotary_spring_pointer": 100,
    "deformable": 100,
    "flipper": 100,
    "index_video": 100,
    "newtons_cradle": 2500,
    "planet": 100,
    "platformer": 100,
    "playground": 20,
    "point_query": 100,
    "slide_and_pinjoint": 100,
    "tank": 100,
    "threaded_space": 6000,
    "using_sprites": 100,
}
WITHOUT_PYGAME = {"basic_test", "threaded_space", "matplotlib_util_demo"}


@pytest.fixture(scope="module")
def folder():
    """Folder of the examples."""
    found = suite.examples()
    if found is None:
        pytest.skip("the source distribution of pymunk cannot be fetched")
    return found


def run(folder, name, where):
    """Counts of an example: frames, steps and bodies."""
    if name not in WITHOUT_PYGAME:
        pytest.importorskip("pygame")
    command = [sys.executable, str(RUNNER), str(folder), name, str(FRAMES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=where)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_every_example_is_named(folder):
    there = {file.stem for file in folder.glob("*.py") if not file.stem.startswith("__")}
    assert there == {*LEFT_OUT, *PICTURES, *STEPS}


@pytest.mark.parametrize("name", STEPS)
def test_an_example_runs(folder, name, tmp_path):
    counts = run(folder, name, tmp_path)
    assert counts["steps"] >= STEPS[name]


@pytest.mark.parametrize("name", PICTURES)
def test_an_example_draws(folder, name, tmp_path):
    pytest.importorskip(PICTURES[name])
    counts = run(folder, name, tmp_path)
    assert counts["frames"] or list(tmp_path.glob("*.png"))
