"""Characters and what moves like them."""

import copy
import math

import pytest
import umbra2d
from umbra2d import Character, Shape

STEP = 1 / 60


@pytest.fixture
def ground():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(50, 0.5))
    return scene


def hero(scene, **options):
    return Character(scene, Shape.capsule((0, -0.3), (0, 0.3), 0.3), **options)


def play(scene, player, seconds, **controls):
    reports = []
    for _ in range(round(seconds / STEP)):
        scene.step(STEP)
        reports.append(player.step(STEP, **controls))
    return reports


def test_walks_and_stops(ground):
    player = hero(ground, position=(0, 0.65), run_speed=3)
    play(ground, player, 0.5)
    assert player.is_on_ground and player.ground.normal == (0, 1)
    play(ground, player, 1, run=1)
    assert player.velocity.x == pytest.approx(3, abs=0.01)
    assert 2 < player.position.x < 3.1
    play(ground, player, 0.5)
    assert player.velocity == (0, 0)


def test_jumps_to_its_height(ground):
    player = hero(ground, position=(0, 0.61), jump_height=2)
    play(ground, player, 0.2)
    start, heights, jumped = player.position.y, [], []
    for _ in range(60):
        ground.step(STEP)
        jumped.append(player.step(STEP, jump=True).jumped)
        heights.append(player.position.y)
    assert sum(jumped) == 1
    assert max(heights) - start == pytest.approx(2, abs=0.1)
    landed = [it.landed for it in play(ground, player, 0.5) if it.landed]
    assert player.is_on_ground or landed


def test_pushes_a_crate_unless_told_not_to(ground):
    for push in (True, False):
        scene = ground.branch()
        crate = scene.add(umbra2d.dynamic(position=(1.5, 0.5)), umbra2d.cuboid(0.5, 0.5, mass=20))
        player = hero(scene, position=(0, 0.61))
        reports = play(scene, player, 1, run=1, push=push)
        walls = [hit for it in reports for hit in it.hits if hit.kind == "wall"]
        assert walls and walls[0].body == crate
        assert any(it.pushes for it in reports)
        assert (crate.position.x > 2) == push


def test_carried_by_a_platform_with_a_body(ground):
    lift = ground.add(umbra2d.kinematic(position=(0, 1), velocity=(2, 0)), umbra2d.cuboid(2, 0.2))
    body = ground.add(umbra2d.kinematic(position=(0, 1.9)), umbra2d.circle(0.3))
    player = hero(ground, position=(0, 1.85), body=body)
    for _ in range(60):
        ground.step(STEP)
        player.step(STEP)
        player.move_body(STEP)
    ground.step(STEP)
    assert player.ground.body == lift and player.position.x > 1.5
    assert body.position.x == pytest.approx(player.position.x + 2 * STEP, abs=0.05)
    assert player.world_velocity.x == pytest.approx(2, abs=0.01)


def test_crouches_where_it_is_low(ground):
    ground.add(umbra2d.fixed(position=(0, 1.4)), umbra2d.cuboid(3, 0.5))
    player = hero(ground, position=(0, 0.31), crouched_shape=Shape.circle(0.3))
    player.is_crouched = True
    play(ground, player, 0.2)
    assert player.is_crouched and not player.can_stand()
    assert player.current_shape.kind == "circle"
    assert player.fits(Shape.circle(0.3)) and not player.fits(Shape.circle(2))


def test_a_filter_of_the_step(ground):
    plank = ground.add(umbra2d.fixed(position=(0, 2)), umbra2d.cuboid(2, 0.1))
    player = hero(ground, position=(0, 2.8))
    assert player.ground_below(1)[0].body == plank
    assert player.ground_below(0.01) is None
    seen = []
    play(ground, player, 1, predicate=lambda it: seen.append(it) or it.body != plank)
    assert player.position.y < 1 and seen
    with pytest.raises(ZeroDivisionError):
        player.step(STEP, predicate=lambda it: 1 / 0)


def test_copies_go_on_alike(ground):
    player = hero(ground, position=(0, 3), velocity=(2, 0))
    play(ground, player, 0.3, run=1)
    twin_scene = copy.copy(ground)
    twin = player.in_scene(twin_scene)
    third = Character.from_json(twin_scene.branch(), player.to_json())
    assert twin.scene == twin_scene
    for it in (player, twin, third):
        play(it.scene, it, 0.7, run=1, jump=True)
    assert player.pose == twin.pose == third.pose
    assert ground.state_hash() == twin_scene.state_hash()
    assert copy.copy(player).position == player.position


def test_settings_are_values():
    settings = umbra2d.CharacterSettings(jump_height=2.5, gravity=20)
    assert settings.jump_speed(2.5) == 10
    assert settings.in_units(50).jump_height == 125
    assert settings.replace(gravity=10) == umbra2d.CharacterSettings(jump_height=2.5, gravity=10)
    assert settings.max_slope == pytest.approx(math.radians(50))
    assert settings == umbra2d.CharacterSettings(**{"jump_height": 2.5, "gravity": 20})


def test_knock_stop_and_shift(ground):
    player = hero(ground, position=(10, 0.61))
    play(ground, player, 0.1)
    player.knock = (0, 8)
    play(ground, player, 0.1)
    assert not player.is_on_ground and player.velocity.y > 4
    player.stop()
    assert player.velocity == (0, 0)
    ground.shift_origin((10, 0))
    player.shift((10, 0))
    assert player.position.x == pytest.approx(0, abs=0.01)
    player.ground = None
    assert player.ground is None


def test_bad_input_changes_nothing(ground):
    player = hero(ground, position=(0, 0.61))
    before, hash_before = player.to_json(), ground.state_hash()
    nan = float("nan")
    wrong = [
        (ValueError, "run", lambda: player.step(STEP, run=2)),
        (ValueError, "climb", lambda: player.step(STEP, climb=nan)),
        (ValueError, "dt", lambda: player.step(nan)),
        (TypeError, "jump", lambda: player.step(STEP, jump="yes")),
        (TypeError, "fly", lambda: player.step(STEP, fly=1)),
        (ValueError, "position", lambda: setattr(player, "position", (nan, 0))),
        (TypeError, "velocity", lambda: setattr(player, "velocity", 3)),
        (TypeError, "ground", lambda: setattr(player, "ground", 3)),
        (TypeError, "body", lambda: setattr(player, "body", 3)),
        (ValueError, "body", lambda: player.move_body(STEP)),
        (TypeError, "settings", lambda: setattr(player, "settings", 3)),
        (ValueError, "by", lambda: player.shift((1e30, 0))),
        (ValueError, "reach", lambda: player.ground_below(-1)),
        (TypeError, "shape", lambda: player.fits(3)),
        (ValueError, "text", lambda: Character.from_json(ground, "{}")),
        (TypeError, "run_sped", lambda: hero(ground, run_sped=3)),
        (TypeError, "shape", lambda: Character(ground, 3)),
        (ValueError, "shape", lambda: Character(ground, Shape.segment((0, 0), (1, 0)))),
        (TypeError, "gravity", lambda: umbra2d.CharacterSettings(gravity="low")),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert player.to_json() == before and ground.state_hash() == hash_before
    player.settings = umbra2d.CharacterSettings(gravity=nan)
    with pytest.raises(ValueError, match="gravity"):
        player.step(STEP)
    other = umbra2d.Scene()
    stranger = other.add(umbra2d.dynamic(), umbra2d.circle(1))
    with pytest.raises(ValueError, match="body"):
        player.body = stranger


def test_movers_know_platforms(ground):
    plank = ground.add(
        umbra2d.fixed(position=(0, 2)), umbra2d.cuboid(3, 0.1, one_way=(0, 1))
    )
    feet = Shape.circle(0.5)
    hit = ground.cast_mover(feet, (0, 4, 0), (0, -3))
    assert hit.is_platform and hit.kind == "fixed" and hit.hit.body == plank
    assert hit.surface(0.5).gap == 0.5
    through = ground.cast_mover(feet, (0, 4, 0), (0, -6), drops=True)
    assert through.hit.body != plank
    assert ground.cast_mover(feet, (0, 1, 0), (0, 3)) is None
    assert ground.cast_mover(feet, (0, 4, 0), (0, -3), without=[plank]) is None
    assert ground.cast_mover(feet, (0, 4, 0), (0, -3), only_dynamic=True) is None
    [surface] = ground.surfaces_near(feet, (0, 0.52, 0), 0.1)
    assert surface.normal == (0, 1) and surface.gap == pytest.approx(0.02, abs=1e-4)
    assert ground.surfaces_near(feet, (0, 9, 0), 0.1) == []
    hash_before = ground.state_hash()
    for error, name, options in [
        (ValueError, "without", {"without": [plank] * 3}),
        (ValueError, "dt", {"dt": -1}),
        (TypeError, "nothing", {"nothing": 1}),
    ]:
        with pytest.raises(error, match=name):
            ground.cast_mover(feet, (0, 4, 0), (0, -3), **options)
        with pytest.raises(error, match=name):
            ground.surfaces_near(feet, (0, 4, 0), 1, **options)
    with pytest.raises(ValueError, match="distance"):
        ground.surfaces_near(feet, (0, 4, 0), float("nan"))
    assert ground.state_hash() == hash_before


def test_move_and_slide(ground):
    wall = ground.add(umbra2d.fixed(position=(3, 1)), umbra2d.cuboid(0.5, 3))
    slide = ground.move_and_slide(Shape.circle(0.3), (0, 1, 0), (5, 1))
    assert slide.pose.position.x < 2.3 and slide.translation.y == pytest.approx(1, abs=0.1)
    assert slide.hits[0].body == wall and slide.hits[0].kind == "wall"
    free = ground.move_and_slide(Shape.circle(0.3), (0, 1, 0), (5, 1), exclude=wall)
    assert free.translation == (5, 1)
    with pytest.raises(ValueError, match="translation"):
        ground.move_and_slide(Shape.circle(0.3), (0, 1, 0), (1e30, 1))
    with pytest.raises(TypeError, match="shape"):
        ground.move_and_slide(None, (0, 1, 0), (1, 1))
