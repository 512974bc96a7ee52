"""PettingZoo's Pistonball, its own file unchanged, over `umbra2d.pymunk`."""

import importlib
import warnings

import numpy
import pytest
import umbra2d.pymunk as package

pytest.importorskip("pettingzoo")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(params=[6, 7])
def pistonball(request, monkeypatch):
    """The environment's module, with the interface of pymunk 6 or of pymunk 7."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    package.install(request.param)
    yield importlib.import_module("pettingzoo.butterfly.pistonball_v6")
    package.uninstall()


def rise_behind(env, agent):
    """Pistons beneath the right half of the ball and beyond go up, the others down."""
    world = env.unwrapped
    piston = world.pistonList[world.agent_name_mapping[agent]]
    up = piston.position[0] > world.ball.position[0]
    return numpy.array([1.0 if up else -1.0], numpy.float32)


def test_it_runs_over_the_engine(pistonball):
    env = pistonball.parallel_env()
    env.reset(seed=1)
    world = env.unwrapped
    assert type(world.space) is package.Space
    before = world.space._scene.state_hash()
    env.step({agent: numpy.zeros(1, numpy.float32) for agent in env.agents})
    assert world.space._scene.state_hash() != before
    env.close()


def test_api_of_pettingzoo(pistonball):
    """The tests that PettingZoo has for all of its environments."""
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pistonball.env(), num_cycles=100)
        parallel_api_test(pistonball.parallel_env(), num_cycles=20)
        seed_test(pistonball.env, num_cycles=4)
        parallel_seed_test(pistonball.parallel_env, num_cycles=4)


@pytest.mark.parametrize("seed", range(3))
def test_an_episode(pistonball, seed):
    """A ball that pistons push from behind arrives at the left wall.

    Over pymunk 6 it takes 17 to 34 steps.
    """
    env = pistonball.parallel_env()
    env.reset(seed=seed)
    total, steps = 0.0, 0
    while env.agents:
        actions = {agent: rise_behind(env, agent) for agent in env.agents}
        observations, rewards, ended, cut, _ = env.step(actions)
        total, steps = total + rewards["piston_0"], steps + 1
        for agent, observation in observations.items():
            assert env.observation_space(agent).contains(observation)
    assert numpy.isfinite(env.unwrapped.ball.position).all()
    assert all(ended.values()) and not any(cut.values()), "the ball stays away"
    assert total > 90 and 20 < steps < 50
    env.close()


def test_pictures(pistonball):
    env = pistonball.parallel_env(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.ndim == 3 and picture.std() > 0
    env.close()
