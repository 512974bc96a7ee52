"""Rollouts on Ray actors: the same bits, whichever worker runs them.

    pip install ray gymnasium
    python examples/ray_rollouts.py [--workers 2] [--rounds 4] [--worlds 32] [--steps 100]

Each worker has vector environments of its own. A task is a seed, or a list of scenes that were
taken out of a running environment and sent by pickle. Every task is run twice, on workers in
another order, and here: rewards and state hashes must be equal to the bit.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy
from numpy.typing import NDArray

import umbra2d
from umbra2d.gym import LunarLanderVectorEnv

Result = tuple[list[float], list[int]]


def rollout(seed: int, worlds: int, steps: int) -> Result:
    """Random actions in landers: total rewards and state hashes at the end."""
    envs = LunarLanderVectorEnv(worlds, threads=1)
    envs.reset(seed=seed)
    actions = numpy.random.default_rng(seed).integers(0, 4, (steps, worlds))
    total: NDArray[Any] = numpy.zeros(worlds)
    for action in actions:
        total += envs.step(action)[1]
    return total.tolist(), envs.batch.hashes().tolist()


def go_on(scenes: list[umbra2d.Scene], steps: int) -> list[int]:
    """Steps scenes that were sent here."""
    batch = umbra2d.Batch.from_scenes(scenes, threads=1)
    batch.step(1 / 50, steps)
    hashes: list[int] = batch.hashes().tolist()
    return hashes


def scenes_in_flight(seed: int, worlds: int) -> list[umbra2d.Scene]:
    """Scenes of landers, a moment after their start."""
    envs = LunarLanderVectorEnv(worlds)
    envs.reset(seed=seed)
    for _ in range(20):
        envs.step(numpy.full(worlds, 2))
    return [envs.batch.scene(index) for index in range(worlds)]


class Worker:
    """What a Ray actor does."""

    def rollout(self, seed: int, worlds: int, steps: int) -> Result:
        return rollout(seed, worlds, steps)

    def go_on(self, scenes: list[umbra2d.Scene], steps: int) -> list[int]:
        return go_on(scenes, steps)


def run(workers: int, rounds: int, worlds: int, steps: int) -> dict[str, Any]:
    """Runs everything on actors, twice and in another order, and compares with this process."""
    import ray

    make: Any = ray.remote(Worker)
    actors = [make.options(num_cpus=0.5).remote() for _ in range(workers)]
    seeds = [1000 * index for index in range(rounds)]
    scenes = [scenes_in_flight(seed, worlds) for seed in seeds]
    start = time.perf_counter()
    runs = []
    for shift in (0, 1):
        chosen = [actors[(index + shift) % workers] for index in range(rounds)]
        rolled = [actor.rollout.remote(seed, worlds, steps) for actor, seed in zip(chosen, seeds)]
        sent = [actor.go_on.remote(given, steps) for actor, given in zip(chosen, scenes)]
        runs.append((ray.get(rolled), ray.get(sent)))
    taken = time.perf_counter() - start
    here = (
        [rollout(seed, worlds, steps) for seed in seeds],
        [go_on(given, steps) for given in scenes],
    )
    return {
        "equal": runs[0] == runs[1] == here,
        "steps": 2 * 2 * rounds * worlds * steps,
        "seconds": taken,
        "mean_reward": float(numpy.mean([rewards for rewards, _ in here[0]])),
    }


def main() -> None:
    """Reads the command line and prints the result."""
    import ray

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    for name, usual in (("workers", 2), ("rounds", 4), ("worlds", 32), ("steps", 100)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    ray.init(num_cpus=max(1, asked.workers), include_dashboard=False, log_to_driver=False)
    try:
        result = run(asked.workers, asked.rounds, asked.worlds, asked.steps)
    finally:
        ray.shutdown()
    print(
        f"{asked.workers} workers: {result['steps']} steps in {result['seconds']:.2f} s, "
        f"mean reward {result['mean_reward']:.1f}, "
        f"results {'equal to the bit' if result['equal'] else 'DIFFERENT'}"
    )
    if not result["equal"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
