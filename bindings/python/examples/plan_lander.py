"""Plans by random shooting: lands a lander that nobody has trained.

    python examples/plan_lander.py [--branches 1000] [--seed 1] [--episodes 1]

Before each move the world is copied into 1,000 branches. Each branch follows a random plan; the
first actions of the best one are taken. A copy of a world takes about a microsecond or two.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from umbra2d.gym import LunarLanderVectorEnv

# A plan holds each of its actions for as many steps.
HOLD, ACTIONS, TAKEN = 4, 8, 4


class Planner:
    """Random shooting with a number of branches."""

    def __init__(self, branches: int, seed: int) -> None:
        self.envs = LunarLanderVectorEnv(branches, autoreset_mode=AutoresetMode.DISABLED)
        self.envs.reset(seed=seed)
        self.random = numpy.random.default_rng(seed)
        self.best: NDArray[Any] = numpy.zeros(ACTIONS, int)
        self.steps = 0

    def plans(self) -> NDArray[Any]:
        """Random plans; some are the last best one, changed here and there."""
        plans = self.random.integers(0, 4, (self.envs.num_envs, ACTIONS))
        half = self.envs.num_envs // 2
        kept = self.random.random((half, ACTIONS)) < 0.8
        later = numpy.append(self.best[1:], 0)
        plans[:half] = numpy.where(kept, later, plans[:half])
        plans[0] = later
        return plans

    def choose(self, real: LunarLanderVectorEnv) -> NDArray[Any]:
        """The best of the plans for the world as it is."""
        self.envs.branch_from(real)
        plans = self.plans()
        total: NDArray[Any] = numpy.zeros(len(plans))
        alive: NDArray[Any] = numpy.ones(len(plans), bool)
        for step in range(ACTIONS * HOLD):
            rewards, ended = self.step(plans[:, step // HOLD])
            total += numpy.where(alive, rewards, 0.0)
            alive &= ~ended
            if not alive.any():
                break
        self.best = plans[int(total.argmax())]
        return self.best

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """A step of all branches; those that are over are begun again and do not count."""
        _, rewards, terminated, truncated, _ = self.envs.step(actions)
        ended: NDArray[Any] = terminated | truncated
        if ended.any():
            self.envs.reset(options={"reset_mask": ended})
        self.steps += len(actions)
        return rewards, ended


def play(seed: int, branches: int) -> tuple[float, int, Planner]:
    """One episode: its reward, its moves, and the planner."""
    real, planner = LunarLanderVectorEnv(1), Planner(branches, seed)
    real.reset(seed=seed)
    total, moves = 0.0, 0
    while True:
        action = planner.choose(real)[0]
        moves += 1
        for _ in range(TAKEN):
            _, reward, terminated, truncated, _ = real.step(numpy.array([action]))
            total += float(reward[0])
            if terminated[0] or truncated[0]:
                return total, moves, planner


def main() -> None:
    """Plays episodes and prints how they went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--branches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--episodes", type=int, default=1)
    asked = parser.parse_args()
    for seed in range(asked.seed, asked.seed + asked.episodes):
        start = time.perf_counter()
        total, moves, planner = play(seed, asked.branches)
        taken = time.perf_counter() - start
        print(
            f"seed {seed}: reward {total:.1f} in {moves} moves of {asked.branches} branches; "
            f"{1000 * taken / moves:.0f} ms a move, {planner.steps / taken:.0f} steps a second"
        )


if __name__ == "__main__":
    main()
