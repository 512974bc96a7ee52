"""Steps a second of vector environments beside Gymnasium's own and EnvPool, in turns.

    python benches/environments.py [environment=LunarLander-v3] [rounds=5] [--envpool PYTHON]

Each contestant plays the same random actions in turn, for half a second each, and this is
repeated; figures are medians. Processor time counts that of worker processes too: on a machine
with other work to do it says more than steps a second. `--envpool` names the Python of an
environment in which EnvPool is installed.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

import numpy

SECONDS = 0.5


def used(processes):
    """Processor time of this process and of others, in seconds."""
    total = time.process_time()
    for process in processes:
        with open(f"/proc/{process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


class Contestant:
    """A vector environment, ready to be measured."""

    def __init__(self, name, envs, per_run):
        self.name, self.envs = name, envs
        self.processes = getattr(envs, "processes", [])
        envs.reset(seed=0)
        envs.action_space.seed(0)
        self.actions = [envs.action_space.sample() for _ in range(per_run)]
        for action in self.actions[:4]:
            envs.step(action)

    def run(self):
        """Steps a second, and microseconds of processor time for a step."""
        start, before, steps = time.perf_counter(), used(self.processes), 0
        while (taken := time.perf_counter() - start) < SECONDS:
            for action in self.actions:
                self.envs.step(action)
            steps += len(self.actions) * self.envs.num_envs
        return steps / taken, 1e6 * (used(self.processes) - before) / steps


def ours(environment, worlds, threads):
    """Umbra's vector environment."""
    import gymnasium

    import umbra2d.gym  # noqa: F401

    envs = gymnasium.make_vec(f"umbra/{environment}", num_envs=worlds, threads=threads)
    of = "thread" if threads == 1 else "threads"
    return Contestant(f"umbra, {worlds} worlds, {threads} {of}", envs, max(4, 256 // worlds))


def theirs(environment, worlds, kind):
    """Gymnasium's vector environments with Box2D."""
    import gymnasium

    maker = {"sync": gymnasium.vector.SyncVectorEnv, "async": gymnasium.vector.AsyncVectorEnv}
    envs = maker[kind]([lambda: gymnasium.make(environment) for _ in range(worlds)])
    return Contestant(f"Box2D, {kind}, {worlds} worlds", envs, 16)


ENVPOOL = """
import sys, time, json, numpy, envpool
task, worlds, threads, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
envs = envpool.make_gymnasium(task, num_envs=worlds, num_threads=threads, seed=0)
envs.reset()
space = envs.action_space
actions = [numpy.array([space.sample() for _ in range(worlds)]) for _ in range(8)]
for line in sys.stdin:
    start, used, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - start < seconds:
        for action in actions:
            envs.step(action)
        steps += 8 * worlds
    taken, used = time.perf_counter() - start, time.process_time() - used
    print(steps / taken, 1e6 * used / steps, flush=True)
"""


class EnvPool:
    """EnvPool, in a process of its own."""

    def __init__(self, python, task, worlds, threads):
        self.name = f"EnvPool {task}, {worlds} worlds, {threads} threads"
        command = [python, "-c", ENVPOOL, task, str(worlds), str(threads), str(SECONDS)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def run(self):
        """Steps a second, and microseconds of processor time for a step."""
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return tuple(map(float, self.process.stdout.readline().split()))


def contestants(asked):
    """Everybody who takes part."""
    name = asked.environment
    yield theirs(name, 2, "async")
    yield theirs(name, 16, "async")
    yield theirs(name, 16, "sync")
    if asked.envpool:
        for worlds, threads in ((64, 1), (64, 2)):
            yield EnvPool(asked.envpool, name, worlds, threads)
    for worlds, threads in ((64, 1), (64, 2), (1024, 2), (4096, 1), (4096, 2)):
        yield ours(name, worlds, threads)


def main():
    """Measures in turns and prints a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("environment", nargs="?", default="LunarLander-v3")
    parser.add_argument("rounds", nargs="?", type=int, default=5)
    parser.add_argument("--envpool")
    parser.add_argument("--json")
    asked = parser.parse_args()
    everybody = list(contestants(asked))
    rates = {each.name: [] for each in everybody}
    for _ in range(asked.rounds):
        for each in everybody:
            rates[each.name].append(each.run())
    best = max(everybody[:2], key=lambda it: statistics.median(r for r, _ in rates[it.name])).name
    print(f"{asked.environment}: steps a second, us of processor time; times that of {best!r}")
    first = numpy.array(rates[best])
    for name, found in rates.items():
        found = numpy.array(found)
        rate, cost = numpy.median(found, 0)
        faster, cheaper = numpy.median(found[:, 0] / first[:, 0]), numpy.median(first[:, 1] / found[:, 1])
        print(f"  {name:45} {rate:9.0f} {cost:8.1f} {faster:7.2f} {cheaper:7.2f}", flush=True)
    if asked.json:
        with open(asked.json, "w") as file:
            json.dump(rates, file)
    for each in everybody:
        if isinstance(each, EnvPool):
            each.process.kill()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
