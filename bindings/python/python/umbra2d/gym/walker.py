"""`umbra/BipedalWalker-v3`."""

import math

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from .vector import WorldsVectorEnv


class BipedalWalkerVectorEnv(WorldsVectorEnv):
    """Gymnasium's `BipedalWalker-v3`, many at once.

    >>> envs = BipedalWalkerVectorEnv(3)
    >>> envs.reset(seed=1)[0].shape
    (3, 24)
    """

    task = "walker"

    def __init__(
        self,
        num_envs=1,
        *,
        hardcore=False,
        max_episode_steps=1600,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        threads=None,
    ):
        leg = [math.pi, 5, math.pi, 5, 5]
        high = numpy.array([math.pi, 5, 5, 5, *leg, *leg] + [1] * 10, numpy.float32)
        low = -high
        low[[8, 13]] = 0.0
        super().__init__(
            num_envs, spaces.Box(low, high), spaces.Box(-1, 1, (4,), numpy.float32),
            max_episode_steps, autoreset_mode, threads, {"hardcore": bool(hardcore)},
        )
