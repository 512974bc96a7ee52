"""Gymnasium's and PettingZoo's own files, unchanged."""

import warnings

import numpy
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytestmark = pytest.mark.filterwarnings("ignore")

NAMES = [
    ("LunarLander-v3", {}),
    ("LunarLander-v3", {"continuous": True}),
    ("LunarLander-v3", {"enable_wind": True}),
    ("BipedalWalker-v3", {}),
    ("BipedalWalker-v3", {"hardcore": True}),
    ("CarRacing-v3", {}),
]


def ids(case):
    """A readable name of a test."""
    return case[0] + "".join(f"-{name}" for name in case[1])


@pytest.mark.parametrize("case", NAMES, ids=ids)
def test_a_thousand_random_steps(case):
    """Every observation lies in its space, and nothing raises."""
    name, options = case
    pytest.importorskip("pygame")
    env = gymnasium.make(name, **options)
    env.action_space.seed(1)
    env.reset(seed=1)
    for _ in range(1000):
        observation, reward, ended, cut, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(observation)
        assert numpy.isfinite(reward)
        if ended or cut:
            env.reset()
    env.close()


@pytest.mark.parametrize("name", ["LunarLander-v3", "BipedalWalker-v3", "CarRacing-v3"])
def test_check_env(name):
    """Gymnasium's own check, which wants the same bits after each reset, and draws."""
    pytest.importorskip("pygame")
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(name).unwrapped)


def test_pictures():
    """The lander draws itself, with the particles of its engines."""
    pytest.importorskip("pygame")
    env = gymnasium.make("LunarLander-v3", render_mode="rgb_array")
    env.reset(seed=1)
    for _ in range(30):
        env.step(2)
    picture = env.render()
    assert picture.shape == (400, 600, 3)
    assert picture.std() > 0
    env.close()


@pytest.mark.parametrize("continuous", [False, True])
def test_the_lander_lands(continuous):
    """The policy that ships with the lander; Box2D lands 14 of these 15, and 15 of 15."""
    from gymnasium.envs.box2d.lunar_lander import heuristic

    env = gymnasium.make("LunarLander-v3", continuous=continuous)
    landed = 0
    for seed in range(15):
        state, _ = env.reset(seed=seed)
        ended = cut = False
        while not (ended or cut):
            state, reward, ended, cut, _ = env.step(heuristic(env, state))
        landed += ended and reward > 50
    assert landed >= (14 if continuous else 12)


def test_the_car_collects_tiles():
    """Straight on from the start, the wheels touch tiles of the road."""
    pytest.importorskip("pygame")
    env = gymnasium.make("CarRacing-v3")
    env.reset(seed=3)
    for _ in range(60):
        env.step(numpy.array([0.0, 0.5, 0.0], numpy.float32))
    assert env.unwrapped.tile_visited_count >= 3
    env.close()


@pytest.mark.parametrize("seed", range(2))
def test_the_car_follows_the_road(seed):
    """The steering rule of `scores.py`; over Box2D it collects 91 tiles with either seed."""
    pytest.importorskip("pygame")
    import scores

    env = gymnasium.make("CarRacing-v3")
    env.reset(seed=seed)
    for _ in range(300):
        _, _, ended, _, _ = env.step(scores.drive(env.unwrapped))
        assert not ended
    assert env.unwrapped.tile_visited_count > 85
    env.close()


def test_multiwalker():
    """PettingZoo's own tests, and random steps."""
    multiwalker = pytest.importorskip("pettingzoo.sisl.multiwalker_v9")
    pytest.importorskip("pygame")
    from pettingzoo.test import api_test, parallel_seed_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(multiwalker.env(), num_cycles=1000)
        seed_test(multiwalker.env, num_cycles=50)
        parallel_seed_test(multiwalker.parallel_env, num_cycles=50)


def test_multiwalker_random_steps():
    """Three walkers and their package for 1,000 steps."""
    multiwalker = pytest.importorskip("pettingzoo.sisl.multiwalker_v9")
    env = multiwalker.parallel_env()
    env.reset(seed=1)
    for agent in env.agents:
        env.action_space(agent).seed(1)
    for _ in range(1000):
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        observations = env.step(actions)[0]
        for agent, observation in observations.items():
            assert env.observation_space(agent).contains(observation)
        if not env.agents:
            env.reset()
