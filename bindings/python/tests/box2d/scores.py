"""Scores of the policies that ship with Gymnasium's environments, over Umbra or over Box2D.

    python tests/box2d/scores.py {umbra|box2d} [lander=200] [lander-c=200] [walker=100]

A program and no test: with 200 and 100 episodes it takes some minutes.
"""

import sys


def lander(count, continuous):
    """Total reward of each episode, and how each ended."""
    import gymnasium
    from gymnasium.envs.box2d.lunar_lander import heuristic

    env = gymnasium.make("LunarLander-v3", continuous=continuous)
    for seed in range(count):
        state, _ = env.reset(seed=seed)
        total, ended, cut = 0.0, False, False
        while not (ended or cut):
            state, reward, ended, cut, _ = env.step(heuristic(env, state))
            total += reward
        yield total, "time" if not ended else "landed" if reward > 50 else "crashed"


def walker(count):
    """Total reward of each episode, and how each ended."""
    import gymnasium
    import numpy
    from gymnasium.envs.box2d.bipedal_walker import BipedalWalkerHeuristics

    env = gymnasium.make("BipedalWalker-v3")
    for seed in range(count):
        policy = BipedalWalkerHeuristics()
        env.reset(seed=seed)
        action, total, ended, cut = numpy.zeros(4, numpy.float32), 0.0, False, False
        policy.a = numpy.zeros(4)
        while not (ended or cut):
            state, reward, ended, cut, _ = env.step(numpy.asarray(action, numpy.float32))
            action = policy.step_heuristic(state)
            total += reward
        fell = env.unwrapped.game_over
        yield total, "fell" if fell else "arrived" if ended else "time"


def main(engine, *asked):
    """Prints a line for each environment."""
    if engine == "umbra":
        import umbra2d.box2d

        umbra2d.box2d.install()
    import numpy

    for item in asked or ("lander=200", "lander-c=200", "walker=100"):
        name, count = item.split("=")
        count = int(count)
        found = walker(count) if name == "walker" else lander(count, name == "lander-c")
        rewards, ends = zip(*found)
        tally = {end: ends.count(end) for end in sorted(set(ends))}
        mean, spread = numpy.mean(rewards), numpy.std(rewards)
        error = spread / count**0.5
        print(engine, name, f"mean {mean:.1f} +- {error:.1f}, spread {spread:.1f}", tally)


if __name__ == "__main__":
    main(*sys.argv[1:])
