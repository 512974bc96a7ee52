"""`umbra/LunarLander-v3`."""

import math

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from .vector import WorldsVectorEnv


class LunarLanderVectorEnv(WorldsVectorEnv):
    """Gymnasium's `LunarLander-v3`, many at once.

    >>> envs = LunarLanderVectorEnv(3, continuous=True)
    >>> envs.reset(seed=1)[0].shape
    (3, 8)
    """

    task = "lander"

    def __init__(
        self,
        num_envs=1,
        *,
        continuous=False,
        gravity=-10.0,
        enable_wind=False,
        wind_power=15.0,
        turbulence_power=1.5,
        max_episode_steps=1000,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        threads=None,
    ):
        if not -12.0 < gravity < 0.0:
            raise ValueError(f"gravity must be between -12 and 0, but is {gravity}")
        bound = numpy.array([2.5, 2.5, 10, 10, 2 * math.pi, 10, 1, 1], numpy.float32)
        low = -bound
        low[6:] = 0.0
        engines = spaces.Box(-1, 1, (2,), numpy.float32) if continuous else spaces.Discrete(4)
        options = {"continuous": bool(continuous), "gravity": float(gravity)}
        if enable_wind:
            options["wind"] = [float(wind_power), float(turbulence_power)]
        super().__init__(
            num_envs, spaces.Box(low, bound), engines, max_episode_steps, autoreset_mode, threads,
            options,
        )
