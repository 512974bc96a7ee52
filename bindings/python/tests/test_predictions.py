"""Predictions, steps of equal length, screens."""

import numpy
import pytest
import umbra2d

STEP = 1 / 60


@pytest.fixture
def throw():
    scene = umbra2d.Scene()
    floor = scene.add(umbra2d.fixed(), umbra2d.cuboid(50, 0.5))
    ball = scene.add(
        umbra2d.dynamic(position=(0, 4), velocity=(2, 0)), umbra2d.circle(0.3, restitution=0.7)
    )
    return scene, floor, ball


def test_exact_to_the_bit(throw):
    scene, floor, ball = throw
    before = scene.state_hash()
    prediction = scene.predict(ball, 120, STEP)
    assert scene.state_hash() == before and prediction.is_exact and prediction.reasons == []
    path = prediction.body(ball)
    assert path.poses.shape == (121, 3) and path.poses.dtype == numpy.float32
    scene.step(STEP, 120)
    end = scene.poses(keys=[ball.key])[0]
    assert (path.poses[-1] == end).all() and path.velocity == ball.linear_velocity
    touch = path.first_touch
    assert touch.other_body == floor and touch.normal.y > 0.99 and touch.step < 120
    assert touch.other.body == floor and touch.collider.body == ball
    assert (path.points == path.poses[:, :2]).all()


def test_changes_first(throw):
    scene, floor, ball = throw
    far = scene.predict([ball], 30, STEP, velocity=(9, 0)).bodies[0]
    assert far.points[-1, 0] == pytest.approx(4.5, abs=0.01)
    pushed = scene.predict(ball, 30, STEP, impulse=(ball.mass, 0)).bodies[0]
    assert pushed.points[-1, 0] == pytest.approx(1.5, abs=0.01)
    spun = scene.predict(ball, 1, STEP, angular_velocity=5).bodies[0]
    assert spun.angular_velocity == 5
    balloon = scene.predict(ball, 30, STEP, edits=[(ball, {"gravity_scale": -1})]).bodies[0]
    assert balloon.points[-1, 1] > 4.5
    shell = (umbra2d.dynamic(position=(-5, 4), velocity=(30, 0)), umbra2d.circle(0.1))
    both = scene.predict(ball, 30, STEP, add=[shell], most_bodies=9)
    assert both.bodies[1].body is None and both.bodies[1].first_touch.other_body == ball
    assert both.bodies[0].first_touch.other_body is None


def test_rest(throw):
    scene, _, ball = throw
    path = scene.predict(ball, 900, STEP, edits=[(ball, {"angular_damping": 5.0})]).bodies[0]
    assert path.rest_step is None or path.rest_pose.position.y == pytest.approx(0.8, abs=0.02)
    die = scene.add(umbra2d.dynamic(position=(9, 2), angle=0.4), umbra2d.cuboid(0.3, 0.3))
    path = scene.predict(die, 300, STEP).bodies[0]
    assert path.rest_pose.position.y == pytest.approx(0.8, abs=0.01)


def test_hooks_and_the_whole(throw):
    scene, floor, ball = throw

    class Ghost:
        def should_collide(self, pair):
            return False

    falls = scene.predict(ball, 120, STEP, hooks=Ghost()).bodies[0]
    assert falls.points[-1, 1] < -5
    predictor = umbra2d.Predictor()
    one = predictor.predict(scene, ball, 60, STEP, exact=True)
    two = predictor.predict(scene, [ball], 60, STEP)
    assert (one.bodies[0].poses == two.bodies[0].poses).all()

    class Broken:
        def should_collide(self, pair):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        predictor.predict(scene, ball, 120, STEP, hooks=Broken())
    assert predictor.predict(scene, ball, 1, STEP).is_exact


def test_bad_questions(throw):
    scene, _, ball = throw
    before, nan = scene.state_hash(), float("nan")
    stranger = umbra2d.Scene().add(umbra2d.dynamic(), umbra2d.circle(1))
    wrong = [
        (ValueError, "dt", lambda: scene.predict(ball, 10, nan)),
        (ValueError, "steps", lambda: scene.predict(ball, 10**9, STEP)),
        (OverflowError, "steps|convert", lambda: scene.predict(ball, -1, STEP)),
        (TypeError, "bodies", lambda: scene.predict(3, 10, STEP)),
        (TypeError, "bodies", lambda: scene.predict([3], 10, STEP)),
        (ValueError, "bodies", lambda: scene.predict(stranger, 10, STEP)),
        (ValueError, "velocity", lambda: scene.predict(ball, 10, STEP, velocity=(nan, 0))),
        (TypeError, "luck", lambda: scene.predict(ball, 10, STEP, luck=1)),
        (TypeError, "edits", lambda: scene.predict(ball, 10, STEP, edits=3)),
        (TypeError, "colour", lambda: scene.predict(ball, 1, STEP, edits=[(ball, {"colour": 1})])),
        (TypeError, "add", lambda: scene.predict(ball, 1, STEP, add=[ball])),
        (TypeError, "exact", lambda: scene.predict(ball, 1, STEP, exact=3)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert scene.state_hash() == before
    ball.remove()
    with pytest.raises(KeyError):
        scene.predict(ball, 10, STEP)


def test_fixed_timestep(throw):
    scene, _, _ = throw
    timestep = umbra2d.FixedTimestep(50, max_steps=4)
    lengths = []
    assert sum(timestep.advance(it, lengths.append) for it in (0.016, 0.017, 0.033, 0.034)) == 5
    assert lengths == [pytest.approx(0.02)] * 5
    assert timestep.advance(2, scene) == 4 and timestep.max_steps == 4
    assert timestep.dt == pytest.approx(0.02) and 0 <= timestep.alpha <= 1
    for error, name, call in [
        (ValueError, "rate", lambda: umbra2d.FixedTimestep(0)),
        (ValueError, "max_steps", lambda: umbra2d.FixedTimestep(60, 0)),
        (ValueError, "frame_dt", lambda: timestep.advance(-1, scene)),
        (TypeError, None, lambda: timestep.advance(1, 3)),
    ]:
        with pytest.raises(error, match=name):
            call()


def test_screen():
    screen = umbra2d.Screen(800, 600, 50, center=(0, 2))
    assert screen.to_world((400, 300)) == (0, 2) and screen.to_screen((1, 3)) == (450, 250)
    assert screen.view == ((-8, -4), (8, 8))
    at = screen.to_world((100, 100))
    screen.zoom_at((100, 100), 2)
    assert screen.pixels_per_unit == 100 and (screen.to_world((100, 100)) - at).length < 1e-5
    screen.drag((0, 0), (100, 0))
    screen.center = (1, 1)
    screen.pixels_per_unit = 10
    screen.resize(100, 50)
    assert screen.size == (100, 50) and screen.center == (1, 1)
    assert screen.length_to_screen(2) == 20 and screen.length_to_world(20) == 2
    assert screen.vector_to_screen((0, 1)) == (0, -10)
    assert screen.vector_to_world((0, -10)) == (0, 1)
    pixel, angle = screen.pose_to_screen(((1, 1), 0.5))
    assert pixel == (50, 25) and angle == pytest.approx(-0.5)
    low, high = screen.aabb_to_screen((0, 0), (1, 1))
    assert screen.aabb_to_world(low, high) == ((0, 0), (1, 1))
    assert screen.angle_to_world(screen.angle_to_screen(0.3)) == pytest.approx(0.3)
    screen.set_angle(1)
    down = umbra2d.Screen(100, 100, 1, corner=(0, 0), y_down=True)
    assert down.to_screen((3, 4)) == (3, 4)
    for error, name, call in [
        (ValueError, "width", lambda: umbra2d.Screen(0, 600, 50)),
        (ValueError, "corner", lambda: umbra2d.Screen(1, 1, 1, center=(0, 0), corner=(0, 0))),
        (ValueError, "factor", lambda: screen.zoom_at((0, 0), 0)),
        (ValueError, "center", lambda: setattr(screen, "center", (float("nan"), 0))),
        (TypeError, "point", lambda: screen.to_screen(3)),
    ]:
        with pytest.raises(error, match=name):
            call()
