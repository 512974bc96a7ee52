"""Films, and pictures with matplotlib and pygame."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from math import degrees

import pytest
import umbra2d
from umbra2d import build, draw

STEP = 1 / 60


class Painter:
    """Notes what it is told to draw."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


def zoo():
    """A scene with shapes and joints of all kinds."""
    scene = umbra2d.Scene()
    ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5))
    scene.add(umbra2d.fixed(), umbra2d.chain([(-9, 0), (-8, 2), (-7, 2), (-6, 0)]))
    for index, collider in enumerate(
        [
            umbra2d.circle(0.5),
            umbra2d.cuboid(0.5, 0.3),
            umbra2d.capsule((-0.5, 0), (0.5, 0), 0.2),
            umbra2d.rounded_polygon([(-0.5, 0), (0.5, 0), (0, 0.8)], 0.1),
            umbra2d.circle(0.3, sensor=True),
        ]
    ):
        scene.add(umbra2d.dynamic(position=(index * 1.5, 3), angle=0.3), collider)
    bob = scene.add(umbra2d.dynamic(position=(-3, 3)), umbra2d.circle(0.3))
    scene.add(umbra2d.distance(ground, bob, (-4, 5), (-3, 3)))
    scene.add(umbra2d.FieldDef.water(1, position=(8, 0), cuboid=(2, 1)))
    build.rope(scene, (5, 5), (7, 5))
    return scene


def test_painters_are_told_everything():
    scene, painter = zoo(), Painter()
    scene.step(STEP)
    scene.debug_draw(painter, contacts=True, velocities=True, centers_of_mass=True)
    assert {call[0] for call in painter.calls} >= {
        "circle", "polygon", "capsule", "segment", "arrow", "point"
    }  # fmt: skip
    color = painter.calls[0][-1]
    assert len(color) == 3 and all(0 <= part <= 255 for part in color)
    shapes = Painter()
    scene.debug_draw(shapes, joints=False, fields=False)
    assert len(shapes.calls) < len(painter.calls)
    for error, name, call in [
        (TypeError, "ghosts", lambda: scene.debug_draw(painter, ghosts=True)),
        (AttributeError, "circle|polygon|segment", lambda: scene.debug_draw(3)),
    ]:
        with pytest.raises(error, match=name):
            call()


def numbers(text, name):
    """Arguments of a CSS function."""
    found = re.search(rf"{name}\(([^)]*)\)", text)[1]
    return [float(it) for it in re.findall(r"-?[\d.]+(?:e-?\d+)?", found)]


def keyframes(svg, index):
    """Fractions and poses of one actor."""
    rules = re.search(rf"@keyframes k{index}\{{(.*?\}})\}}", svg)[1]
    frames = re.findall(r"([\d.]+)%\{([^}]*)\}", rules)
    return [
        (float(at) / 100, *numbers(rule, "translate"), *numbers(rule, "rotate"))
        for at, rule in frames
    ]


def test_a_film_shows_what_happens():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5))
    ball = umbra2d.dynamic(position=(0, 4), velocity=(2, 0), angular_velocity=3)
    ball = scene.add(ball, umbra2d.circle(0.5, restitution=0.8))
    before = scene.state_hash()
    film = umbra2d.animate(scene, 2, view=((-1, -1), (9, 5)), width=500)
    assert scene.state_hash() == before and film.size == (500, 300)
    ElementTree.fromstring(film.svg)
    assert "NaN" not in film.svg and film.svg.count("@keyframes") == 1
    frames = keyframes(film.svg, 1)
    assert frames[0][0] == 0 and frames[-1][0] == 1
    for step in range(120):
        part = step / 120
        after = next(index for index, frame in enumerate(frames) if frame[0] >= part)
        a, b = frames[max(after - 1, 0)], frames[after]
        share = (part - a[0]) / (b[0] - a[0]) if b[0] > a[0] else 0
        x, y, angle = (a[i] + share * (b[i] - a[i]) for i in (1, 2, 3))
        assert x == pytest.approx((ball.position.x + 1) * 50, abs=3)
        assert y == pytest.approx((5 - ball.position.y) * 50, abs=6)
        assert angle == pytest.approx(-degrees(ball.unwrapped_angle), abs=5)
        scene.step(STEP)


def test_frames_and_files(tmp_path):
    film = umbra2d.animate(zoo(), 1, dark=True)
    picture = film.frame(0.5)
    ElementTree.fromstring(picture)
    ElementTree.fromstring(film.svg)
    assert "@keyframes" not in picture and picture != film.frame(0) and "#14171d" in picture
    film.save(tmp_path / "film.svg")
    film.save(str(tmp_path / "film.html"))
    assert (tmp_path / "film.svg").read_text() == film.svg == film._repr_svg_()
    assert (tmp_path / "film.html").read_text().endswith(film.svg)
    assert film._repr_html_().startswith("<img ") and "1 s" in repr(film)
    for error, name, call in [
        (ValueError, "path", lambda: film.save("film.mp4")),
        (ValueError, "seconds", lambda: film.frame(3)),
    ]:
        with pytest.raises(error, match=name):
            call()


def test_what_comes_and_goes_is_in_a_film():
    scene = umbra2d.Scene(gravity=(0, 0))
    first = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
    steps = []

    def step(dt):
        steps.append(dt)
        scene.step(dt)
        if len(steps) == 30:
            first.remove()
            scene.add(umbra2d.dynamic(position=(3, 0)), umbra2d.cuboid(0.5, 0.5))
        if len(steps) == 60:
            scene.bodies[0].colliders[0].set_shape(umbra2d.Shape.circle(1))

    film = umbra2d.animate(scene, 1.5, step=step)
    assert len(steps) == 90 and scene.body_count == 1
    assert film.svg.count("@keyframes") == 3 and film.svg.count('opacity="0"') == 2


def test_films_stay_small():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(40, 0.5))
    for row in range(20):
        for column in range(20 - row):
            at = (column - (19 - row) / 2, 0.5 + row)
            scene.add(umbra2d.dynamic(position=at), umbra2d.cuboid(0.5, 0.5))
    scene.add(umbra2d.dynamic(position=(-20, 5), velocity=(30, 0)), umbra2d.circle(1, density=5))
    film = umbra2d.animate(scene, 4, progress=True)
    assert film.svg.count("@keyframes") > 50 and len(film.svg) < 1_500_000


def test_bad_films():
    scene = zoo()
    before = scene.state_hash()
    nan = float("nan")
    for error, name, call in [
        (TypeError, "scene", lambda: umbra2d.animate(3, 1)),
        (ValueError, "seconds", lambda: umbra2d.animate(scene, -1)),
        (ValueError, "seconds", lambda: umbra2d.animate(scene, nan)),
        (TypeError, "seconds", lambda: umbra2d.animate(scene, "all")),
        (ValueError, "dt", lambda: umbra2d.animate(scene, 1, dt=0)),
        (ValueError, "width", lambda: umbra2d.animate(scene, 1, width=1e9)),
        (TypeError, "view", lambda: umbra2d.animate(scene, 0.1, view=3)),
        (ValueError, "view", lambda: umbra2d.animate(scene, 0.1, view=((1, 1), (0, 0)))),
        (ValueError, "view", lambda: umbra2d.animate(scene, 0.1, view=((0, 0), (nan, 1)))),
        (TypeError, "step", lambda: umbra2d.animate(scene, 1, step=3)),
    ]:
        with pytest.raises(error, match=name):
            call()
    assert scene.state_hash() == before
    assert umbra2d.animate(umbra2d.Scene(), 0.1).svg.startswith("<svg")


def test_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    scene = zoo()
    figure, ax = pyplot.subplots()
    assert draw.matplotlib(scene, ax, view=((-5, -1), (9, 6)), contacts=True, velocities=True) is ax
    assert ax.get_xlim() == (-5, 9) and len(ax.collections) == 2
    figure.canvas.draw()
    picture = bytes(figure.canvas.buffer_rgba())
    assert len(set(picture)) > 20
    whole = draw.matplotlib(scene)
    assert whole.get_xlim()[0] < -15 and whole.get_aspect() == 1
    pyplot.close("all")
    with pytest.raises(TypeError, match="ghosts"):
        draw.matplotlib(scene, ax, ghosts=True)


def test_pygame(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    surface = pygame.Surface((300, 200))
    screen = umbra2d.Screen(300, 200, 20, center=(0, 2))
    scene = zoo()
    assert draw.pygame(scene, surface, screen, velocities=True, centers_of_mass=True) is screen
    ball = scene.bodies[2].position
    assert surface.get_at((0, 0))[:3] == (255, 255, 255)
    inside = surface.get_at([round(it) for it in screen.to_screen(ball - (0.2, 0.2))])
    assert inside[:3] != (255, 255, 255)
    shown = draw.pygame(scene, surface, background=None).view
    assert shown[0].x < -15 and shown[1].x > 15
    with pytest.raises(TypeError, match="ghosts"):
        draw.pygame(scene, surface, ghosts=True)


def test_neither_is_needed():
    code = "import sys; sys.modules.update(matplotlib=None, pygame=None, tqdm=None)\n"
    code += "import umbra2d, umbra2d.draw; umbra2d.Scene().run(1, progress=True)"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ})


@pytest.mark.parametrize("name", ["tower", "player", "puppet"])
def test_examples(name, tmp_path):
    from pathlib import Path

    example = Path(__file__).parents[1] / "examples" / f"{name}.py"
    output = tmp_path / "picture.svg"
    done = subprocess.run(
        [sys.executable, example, output], check=True, capture_output=True, text=True
    )
    assert done.stdout.count("\n") > 4 and output.read_text().startswith("<svg")
