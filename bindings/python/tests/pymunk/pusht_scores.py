"""Outcomes of gym-pusht with random and scripted pushes, over Umbra or over pymunk.

    python tests/pymunk/pusht_scores.py {umbra|vector|pymunk} [random=100] [scripted=100]
        [--first 0] [--json file]
    python tests/pymunk/pusht_scores.py --compare one.json other.json

`umbra` runs gym-pusht's own file over `umbra2d.pymunk`, `vector` the vector environment, which is
the same to the bit, `pymunk` the file over pymunk 6. Seeds and actions are the same with all:
seeds count from `--first` on. A program and no test: a thousand episodes take a minute or two.
"""

import json
import sys

import numpy

STEPS = 300
GOAL = numpy.array([256.0, 256.0])


class Policy:
    """Pushes of one episode, from what is observed."""

    def __init__(self, kind, seed):
        self.kind, self.random = kind, numpy.random.default_rng(seed)
        self.target = None

    def __call__(self, step, observation):
        if self.kind == "random":
            if step % 10 == 0:
                self.target = self.random.uniform(50, 462, 2)
            return self.target.astype(numpy.float32)
        return self.push(step, observation).astype(numpy.float32)

    def push(self, step, observation):
        """Goes around the block to where the goal is behind it, and pushes; at another place of
        its side every 40 steps, so that it turns too."""
        agent, block = observation[:2], observation[2:4]
        away = block - GOAL
        direction = away / max(numpy.hypot(*away), 1e-6)
        if step % 40 == 0:
            self.side = self.random.uniform(-60, 60)
        seen = agent - block
        seen = seen / max(numpy.hypot(*seen), 1e-6)
        cos, sin = seen @ direction, seen[0] * direction[1] - seen[1] * direction[0]
        if cos < 0.6:
            turn = numpy.radians(50) * (1 if sin >= 0 else -1)
            c, s = numpy.cos(turn), numpy.sin(turn)
            target = block + 170 * numpy.array([c * seen[0] - s * seen[1], s * seen[0] + c * seen[1]])
        else:
            across = numpy.array([-direction[1], direction[0]]) * self.side
            target = agent + 25 * -direction + 0.2 * (block + across - agent)
        return target.clip(15, 497)


def singles(kind, seeds, engine):
    """Last and best coverage, steps with contacts and length of each episode."""
    if engine == "umbra":
        import umbra2d.pymunk

        umbra2d.pymunk.install(6)
    import gym_pusht.envs.pusht as pusht

    env = pusht.PushTEnv()
    for seed in seeds:
        policy, (observation, _) = Policy(kind, seed), env.reset(seed=seed)
        best = touched = 0
        for step in range(STEPS):
            observation, _, ended, _, info = env.step(policy(step, observation))
            best, touched = max(best, info["coverage"]), touched + info["n_contacts"]
            if ended:
                break
        yield info["coverage"], best, touched, step + 1


def vectors(kind, seeds, _):
    """The same with the vector environment."""
    from umbra2d.gym import PushTVectorEnv

    count = len(seeds)
    envs = PushTVectorEnv(count, max_episode_steps=STEPS)
    observations, _ = envs.reset(seed=seeds[0])
    policies = [Policy(kind, seed) for seed in seeds]
    last, best = numpy.zeros(count), numpy.zeros(count)
    touched, length = numpy.zeros(count, int), numpy.zeros(count, int)
    alive = numpy.ones(count, bool)
    for step in range(STEPS):
        actions = numpy.array([p(step, row) for p, row in zip(policies, observations)])
        observations, _, ended, _, infos = envs.step(actions)
        last[alive] = infos["coverage"][alive]
        best = numpy.maximum(best, numpy.where(alive, infos["coverage"], 0))
        touched += infos["n_contacts"] * alive
        length += alive
        alive &= ~ended
    yield from zip(last.tolist(), best.tolist(), touched.tolist(), length.tolist())


def describe(name, values):
    """A line for a distribution."""
    values = numpy.asarray(values, float)
    quantiles = " ".join(f"{q:.3f}" for q in numpy.quantile(values, [0.1, 0.25, 0.5, 0.75, 0.9]))
    error = values.std() / len(values) ** 0.5
    return f"{name}: mean {values.mean():.4f} +- {error:.4f}, 10/25/50/75/90 %: {quantiles}"


def distance(a, b):
    """Kolmogorov-Smirnov distance, and its 95 % bound for equal distributions."""
    a, b = numpy.sort(a), numpy.sort(b)
    at = numpy.concatenate([a, b])
    gap = numpy.searchsorted(a, at, "right") / len(a) - numpy.searchsorted(b, at, "right") / len(b)
    return abs(gap).max(), 1.358 * ((len(a) + len(b)) / (len(a) * len(b))) ** 0.5


def compare(first, second):
    """Prints distances of the distributions in two files."""
    with open(first) as one, open(second) as other:
        a, b = json.load(one), json.load(other)
    for kind in a:
        for index, name in enumerate(("last coverage", "best coverage", "steps with contact")):
            columns = [numpy.array(rows)[:, index] for rows in (a[kind], b[kind])]
            found, bound = distance(*columns)
            print(f"{kind}, {name}: distance {found:.3f}, 95 % bound {bound:.3f}")


def main(*arguments):
    """Runs what is asked for and prints the distributions."""
    if arguments[0] == "--compare":
        return compare(*arguments[1:])
    engine, *asked = arguments
    options = {"--json": None, "--first": "0"}
    for name in options:
        if name in asked:
            at = asked.index(name)
            options[name] = asked[at + 1]
            del asked[at : at + 2]
    path, first = options["--json"], int(options["--first"])
    results = {}
    for item in asked or ("random=100", "scripted=100"):
        kind, count = item.split("=")
        run = vectors if engine == "vector" else singles
        results[kind] = rows = list(run(kind, range(first, first + int(count)), engine))
        for index, name in enumerate(("last coverage", "best coverage", "steps with contact")):
            print(engine, kind, count, describe(name, [row[index] for row in rows]), flush=True)
    if path:
        with open(path, "w") as file:
            json.dump(results, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
