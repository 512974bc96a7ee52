"""`umbra/PushT-v0`."""

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from .vector import WorldsVectorEnv

GOAL = numpy.array([256, 256, numpy.pi / 4])
SUCCESS = 0.95


class PushTVectorEnv(WorldsVectorEnv):
    """gym-pusht's `PushT-v0` with observations of the state, many at once.

    >>> envs = PushTVectorEnv(3)
    >>> envs.reset(seed=1)[0].shape
    (3, 5)
    """

    task = "pusht"

    def __init__(
        self,
        num_envs=1,
        *,
        obs_type="state",
        max_episode_steps=300,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        threads=None,
    ):
        if obs_type != "state":
            raise ValueError(f"obs_type must be 'state', but is {obs_type!r}")
        high = numpy.array([512, 512, 512, 512, 2 * numpy.pi])
        super().__init__(
            num_envs, spaces.Box(numpy.zeros(5), high, dtype=numpy.float64),
            spaces.Box(0, 512, (2,), numpy.float32), max_episode_steps, autoreset_mode, threads,
            {},
        )

    def _infos(self, numbers, which, is_reset=False):
        known = numpy.ones(self.num_envs, bool) if which is None else which
        coverage = numbers[:, 8]
        infos = {
            "pos_agent": numbers[:, 0:2], "vel_agent": numbers[:, 2:4],
            "block_pose": numbers[:, 4:7], "goal_pose": numpy.tile(GOAL, (self.num_envs, 1)),
            "n_contacts": numbers[:, 7].astype(int),
            "is_success": (coverage > SUCCESS) & (not is_reset),
        }
        if not is_reset:
            infos["coverage"] = coverage
        return {**infos, **{f"_{name}": known.copy() for name in infos}}
