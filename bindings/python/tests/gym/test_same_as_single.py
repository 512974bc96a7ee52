"""Vector environments against the single ones over `umbra2d.box2d` and `umbra2d.pymunk`.

The same seed and the same actions give the same observations, rewards and ends, to the bit, and
the scenes have the same state hashes. Push-T's angle and coverage are computed in another order:
they agree to 1e-9.
"""

import gymnasium
import numpy
import pytest

import umbra2d.gym

CASES = [
    ("LunarLander-v3", {}),
    ("LunarLander-v3", {"continuous": True}),
    ("LunarLander-v3", {"enable_wind": True}),
    ("LunarLander-v3", {"continuous": True, "enable_wind": True, "gravity": -4.0}),
    ("BipedalWalker-v3", {}),
    ("BipedalWalker-v3", {"hardcore": True}),
]
WORLDS, STEPS = 6, 400


def ids(case):
    """A readable name of a test."""
    return case[0] + "".join(f"-{name}" for name in case[1])


def pair(name, options, **more):
    """The same environment as vector environment and as single ones."""
    vector = gymnasium.make_vec(f"umbra/{name}", num_envs=WORLDS, **options, **more)
    singles = [
        gymnasium.make(f"umbra/{name}", disable_env_checker=True, **options)
        for _ in range(WORLDS)
    ]
    return vector, singles


def scene_hash(env):
    """State hash of a single environment."""
    return env.unwrapped.world.scene.state_hash()


@pytest.mark.parametrize("case", CASES, ids=ids)
@pytest.mark.filterwarnings("ignore")
def test_same_bits(case):
    """Observations, rewards, ends and hashes, over several episodes."""
    name, options = case
    vector, singles = pair(name, options)
    observations, _ = vector.reset(seed=11)
    expected = [env.reset(seed=11 + index)[0] for index, env in enumerate(singles)]
    assert numpy.array_equal(observations, expected)
    vector.action_space.seed(3)
    over = [False] * WORLDS
    ends = 0
    for _ in range(STEPS):
        actions = vector.action_space.sample()
        observations, rewards, terminated, truncated, _ = vector.step(actions)
        hashes = vector.batch.hashes()
        for index, env in enumerate(singles):
            if over[index]:
                rows = (*env.reset()[:1], 0.0, False, False)
            else:
                rows = env.step(actions[index])[:4]
            assert numpy.array_equal(observations[index], rows[0])
            assert rewards[index] == rows[1]
            assert (terminated[index], truncated[index]) == rows[2:4]
            assert hashes[index] == scene_hash(env)
            over[index] = rows[2] or rows[3]
            ends += over[index]
    assert ends > 0


@pytest.mark.filterwarnings("ignore")
def test_push_t():
    """Observations, rewards and infos of Push-T, with an agent that runs through the block."""
    pytest.importorskip("gym_pusht")
    vector, singles = pair("PushT-v0", {})
    observations, _ = vector.reset(seed=5)
    found = [env.reset(seed=5 + index) for index, env in enumerate(singles)]
    assert numpy.allclose(observations, [it[0] for it in found], rtol=0, atol=1e-9)
    touched = 0
    for step in range(120):
        block = observations[:, 2:4] + 30 * numpy.sin([step / 7, step / 5])
        actions = block.astype(numpy.float32).clip(0, 512)
        observations, rewards, terminated, _, infos = vector.step(actions)
        hashes = vector.batch.hashes()
        for index, env in enumerate(singles):
            rows = env.step(actions[index])
            assert hashes[index] == env.unwrapped.space._scene.state_hash()
            assert numpy.array_equal(observations[index][:4], rows[0][:4])
            assert observations[index][4] == pytest.approx(rows[0][4], abs=1e-9)
            assert rewards[index] == pytest.approx(rows[1], abs=1e-9)
            assert terminated[index] == rows[2]
            info = rows[4]
            assert infos["n_contacts"][index] == info["n_contacts"]
            assert infos["coverage"][index] == pytest.approx(info["coverage"], abs=1e-9)
            for key in ("pos_agent", "vel_agent", "block_pose", "goal_pose"):
                assert numpy.allclose(infos[key][index], info[key], rtol=0, atol=1e-9)
            touched += info["n_contacts"]
        if terminated.any():
            break
    assert touched > 20


def test_time_limits():
    """Episodes are cut after as many steps, as `TimeLimit` does it."""
    envs = gymnasium.make_vec("umbra/BipedalWalker-v3", num_envs=2, max_episode_steps=5)
    envs.reset(seed=1)
    quiet = numpy.zeros((2, 4), numpy.float32)
    cuts = [envs.step(quiet)[3].tolist() for _ in range(7)]
    assert cuts == [[False] * 2] * 4 + [[True] * 2] + [[False] * 2] * 2


def test_threads_do_not_matter():
    """The same bits on one thread, on two, and on those that all batches share."""
    hashes = []
    for threads in (1, 2, None):
        envs = umbra2d.gym.LunarLanderVectorEnv(40, threads=threads)
        envs.reset(seed=2)
        envs.action_space.seed(4)
        for _ in range(150):
            envs.step(envs.action_space.sample())
        hashes.append(envs.batch.hashes().tolist())
    assert hashes[0] == hashes[1] == hashes[2]
