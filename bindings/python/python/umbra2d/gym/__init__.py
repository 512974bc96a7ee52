"""Gymnasium's environments by the thousand.

Importing this registers `umbra/LunarLander-v3`, `umbra/LunarLanderContinuous-v3`,
`umbra/BipedalWalker-v3`, `umbra/BipedalWalkerHardcore-v3` and `umbra/PushT-v0`:

>>> import gymnasium, umbra2d.gym
>>> envs = gymnasium.make_vec("umbra/LunarLander-v3", num_envs=64)
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
>>> observations.shape
(64, 8)

`gymnasium.make` makes a single one: the file that ships with Gymnasium (or gym-pusht), unchanged,
over `umbra2d.box2d` (or `umbra2d.pymunk`). World `i` of a vector environment that was reset with
`seed=s` goes on like the single environment that was reset with `seed=s + i`.
"""

from .lander import LunarLanderVectorEnv
from .pusht import PushTVectorEnv
from .registering import register_envs
from .vector import WorldsVectorEnv
from .walker import BipedalWalkerVectorEnv

__all__ = [
    "BipedalWalkerVectorEnv", "LunarLanderVectorEnv", "PushTVectorEnv", "WorldsVectorEnv",
    "register_envs",
]

register_envs()
