"""The rules of vector environments: spaces, seeds, autoreset, bad input."""

import copy

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode

import umbra2d
import umbra2d.gym
from umbra2d.gym import BipedalWalkerVectorEnv, LunarLanderVectorEnv, PushTVectorEnv

CLASSES = [LunarLanderVectorEnv, BipedalWalkerVectorEnv, PushTVectorEnv]


def ended(envs):
    """Steps until an episode is over."""
    while True:
        rows = envs.step(numpy.zeros(envs.num_envs, int))
        if rows[2].any():
            return rows


@pytest.mark.parametrize("kind", CLASSES)
def test_observations_lie_in_their_space(kind):
    envs = kind(5)
    assert envs.observation_space.contains(envs.reset(seed=1)[0])
    envs.action_space.seed(1)
    for _ in range(150):
        observations, rewards, terminated, truncated, _ = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(observations)
        assert rewards.dtype == numpy.float64 and numpy.isfinite(rewards).all()
        assert terminated.dtype == truncated.dtype == numpy.bool_


@pytest.mark.parametrize("name", ["LunarLander-v3", "BipedalWalker-v3", "PushT-v0"])
def test_they_are_registered(name):
    envs = gymnasium.make_vec(f"umbra/{name}", num_envs=3)
    assert envs.num_envs == 3 and envs.spec.id == f"umbra/{name}"
    assert len(envs.batch) == 3
    if name != "PushT-v0" or pytest.importorskip("gym_pusht"):
        assert gymnasium.spec(f"umbra/{name}").max_episode_steps in (1000, 1600, 300)


def test_the_same_spaces_as_gymnasium():
    for name in ("LunarLander-v3", "BipedalWalker-v3"):
        single = gymnasium.make(f"umbra/{name}")
        envs = gymnasium.make_vec(f"umbra/{name}", num_envs=2)
        assert envs.single_observation_space == single.observation_space
        assert envs.single_action_space == single.action_space


def test_seeds():
    envs = LunarLanderVectorEnv(3)
    one, _ = envs.reset(seed=7)
    assert numpy.array_equal(envs.reset(seed=[7, 8, 9])[0], one)
    assert not numpy.array_equal(envs.reset()[0], one)
    other, _ = envs.reset(seed=[9, 9, None])
    assert numpy.array_equal(other[0], other[1]) and numpy.array_equal(other[0], one[2])


def test_next_step_autoreset():
    envs = LunarLanderVectorEnv(4)
    envs.reset(seed=3)
    over = ended(envs)[2]
    _, rewards, terminated, _, _ = envs.step(numpy.zeros(4, int))
    assert (rewards[over] == 0).all() and not terminated[over].any()


def test_same_step_autoreset():
    envs = LunarLanderVectorEnv(4, autoreset_mode=AutoresetMode.SAME_STEP)
    usual = LunarLanderVectorEnv(4)
    envs.reset(seed=3)
    usual.reset(seed=3)
    observations, rewards, over, _, infos = ended(envs)
    last, expected, again, _, _ = ended(usual)
    assert numpy.array_equal(over, again) and numpy.array_equal(rewards, expected)
    assert numpy.array_equal(infos["_final_obs"], over)
    for index in numpy.flatnonzero(over):
        assert numpy.array_equal(infos["final_obs"][index], last[index])
    # The new episode has begun already.
    assert numpy.array_equal(observations[over], usual.step(numpy.zeros(4, int))[0][over])


def test_same_step_infos_of_push_t():
    envs = PushTVectorEnv(2, max_episode_steps=3, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    for _ in range(3):
        infos = envs.step(numpy.full((2, 2), 256, numpy.float32))[4]
    assert infos["final_info"]["coverage"].shape == (2,)
    assert infos["final_obs"][0].shape == (5,)


def test_disabled_autoreset():
    envs = LunarLanderVectorEnv(4, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=3)
    over = ended(envs)[2]
    before = envs.batch.hashes()
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(numpy.zeros(4, int))
    assert numpy.array_equal(envs.batch.hashes(), before)
    envs.reset(options={"reset_mask": over})
    after = envs.batch.hashes()
    assert (after[over] != before[over]).all() and (after[~over] == before[~over]).all()
    envs.step(numpy.zeros(4, int))


def test_branches_go_on_like_their_source():
    real, plans = LunarLanderVectorEnv(2), LunarLanderVectorEnv(5)
    real.reset(seed=1)
    plans.reset(seed=2)
    for _ in range(20):
        real.step([0, 2])
    plans.branch_from(real, 1)
    assert set(plans.batch.hashes()) == {real.batch.hashes()[1]}
    # Without engines no dice are rolled that matter.
    for _ in range(10):
        found, expected = plans.step([0] * 5), real.step([0, 0])
        assert (found[0] == expected[0][1]).all() and (found[1] == expected[1][1]).all()
    with pytest.raises(IndexError):
        plans.branch_from(real, 2)
    with pytest.raises(TypeError):
        plans.branch_from(None)
    with pytest.raises(ValueError, match="another environment"):
        plans.branch_from(BipedalWalkerVectorEnv(1))


def test_a_step_before_the_first_reset():
    with pytest.raises(RuntimeError, match="reset"):
        LunarLanderVectorEnv(2).step([0, 0])


@pytest.mark.parametrize(
    ("kind", "options", "actions", "error"),
    [
        (LunarLanderVectorEnv, {}, [0, 4], ValueError),
        (LunarLanderVectorEnv, {}, [0, -1], ValueError),
        (LunarLanderVectorEnv, {}, [0], ValueError),
        (LunarLanderVectorEnv, {}, [[0, 0]], ValueError),
        (LunarLanderVectorEnv, {}, [0.0, 1.0], TypeError),
        (LunarLanderVectorEnv, {"continuous": True}, [[0, numpy.nan], [0, 0]], ValueError),
        (LunarLanderVectorEnv, {"continuous": True}, [["a", "b"], [0, 0]], TypeError),
        (BipedalWalkerVectorEnv, {}, [[0, 0, 0, numpy.inf], [0] * 4], ValueError),
        (BipedalWalkerVectorEnv, {}, [[0] * 3] * 2, ValueError),
        (PushTVectorEnv, {}, [[numpy.nan, 1], [1, 1]], ValueError),
    ],
)
def test_bad_actions_change_nothing(kind, options, actions, error):
    envs = kind(2, **options)
    envs.reset(seed=1)
    before = envs.batch.hashes().tolist()
    with pytest.raises(error, match="actions"):
        envs.step(actions)
    assert envs.batch.hashes().tolist() == before


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda: LunarLanderVectorEnv(0), ValueError),
        (lambda: LunarLanderVectorEnv(True), TypeError),
        (lambda: LunarLanderVectorEnv(2, gravity=1.0), ValueError),
        (lambda: LunarLanderVectorEnv(2, gravity=numpy.nan), ValueError),
        (lambda: LunarLanderVectorEnv(2, enable_wind=True, wind_power=numpy.inf), ValueError),
        (lambda: LunarLanderVectorEnv(2, threads=0), ValueError),
        (lambda: LunarLanderVectorEnv(2, autoreset_mode="never"), ValueError),
        (lambda: PushTVectorEnv(2, obs_type="pixels"), ValueError),
        (lambda: LunarLanderVectorEnv(2).reset(seed=-1), ValueError),
        (lambda: LunarLanderVectorEnv(2).reset(seed=[1]), ValueError),
        (lambda: LunarLanderVectorEnv(2).reset(seed=[1, "x"]), ValueError),
        (lambda: LunarLanderVectorEnv(2).reset(options={"reset_mask": [True, False]}), TypeError),
        (
            lambda: LunarLanderVectorEnv(2).reset(options={"reset_mask": numpy.ones(3, bool)}),
            ValueError,
        ),
        (
            lambda: LunarLanderVectorEnv(2).reset(options={"reset_mask": numpy.zeros(2, bool)}),
            ValueError,
        ),
    ],
)
def test_bad_arguments(wrong, error):
    with pytest.raises(error):
        wrong()


def test_worlds_whose_scenes_were_replaced_raise():
    envs = LunarLanderVectorEnv(2)
    envs.reset(seed=1)
    envs.batch.reset([0], umbra2d.Scene())
    with pytest.raises(KeyError):
        envs.step([0, 0])
    envs.reset(seed=1)
    envs.step([0, 0])


def test_scenes_can_be_looked_at():
    envs = LunarLanderVectorEnv(2)
    envs.reset(seed=1)
    scene = envs.batch.scene(1)
    assert scene.state_hash() == envs.batch.hashes()[1]
    assert scene.body_count == 4 and scene.joint_count == 2
    copy.copy(scene).step(1 / 50)
    assert scene.state_hash() == envs.batch.hashes()[1]
