"""Scores of the policies that ship with Gymnasium's environments, over Umbra or over Box2D.

    python tests/box2d/scores.py {umbra|box2d} [lander=200] [lander-c=200] [walker=100] [car=20]

CarRacing has no policy: a rule steers to a place of the road some tiles ahead, and keeps a speed. A
program and no test: with these episodes it takes some minutes.
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


AHEAD, SPEED = 5, 60


def drive(env):
    """Steering, gas and brake for the road ahead of the car."""
    import numpy

    road, hull = numpy.array(env.track)[:, 2:], env.car.hull
    at = numpy.array(hull.position)
    nearest = int(((road - at) ** 2).sum(1).argmin())
    way = road[(nearest + AHEAD) % len(road)] - at
    # The front of the hull is its y axis.
    off = numpy.arctan2(way[1], way[0]) - hull.angle - numpy.pi / 2
    off = (off + numpy.pi) % (2 * numpy.pi) - numpy.pi
    fast = float(numpy.hypot(*hull.linearVelocity)) > SPEED * (1 - min(abs(off), 0.6))
    return numpy.array([numpy.clip(-1.5 * off, -1, 1), 0 if fast else 0.4, 0.1 * fast])


def car(count):
    """Total reward of each episode, and how each ended."""
    import gymnasium

    env = gymnasium.make("CarRacing-v3")
    for seed in range(count):
        env.reset(seed=seed)
        total, ended, cut = 0.0, False, False
        while not (ended or cut):
            _, reward, ended, cut, info = env.step(drive(env.unwrapped))
            total += reward
        yield total, "time" if not ended else "lap" if info["lap_finished"] else "lost"


def main(engine, *asked):
    """Prints a line for each environment."""
    if engine == "umbra":
        import umbra2d.box2d

        umbra2d.box2d.install()
    import numpy

    for item in asked or ("lander=200", "lander-c=200", "walker=100", "car=20"):
        name, count = item.split("=")
        count = int(count)
        if name == "car":
            found = car(count)
        else:
            found = walker(count) if name == "walker" else lander(count, name == "lander-c")
        rewards, ends = zip(*found)
        tally = {end: ends.count(end) for end in sorted(set(ends))}
        mean, spread = numpy.mean(rewards), numpy.std(rewards)
        error = spread / count**0.5
        print(engine, name, f"mean {mean:.1f} +- {error:.1f}, spread {spread:.1f}", tally)


if __name__ == "__main__":
    main(*sys.argv[1:])
