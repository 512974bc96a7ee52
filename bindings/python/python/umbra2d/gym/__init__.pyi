from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import ArrayLike, NDArray

from umbra2d import Batch

__all__ = [
    "BipedalWalkerVectorEnv", "LunarLanderVectorEnv", "PushTVectorEnv", "WorldsVectorEnv",
    "register_envs",
]

class WorldsVectorEnv(VectorEnv[NDArray[Any], ArrayLike, NDArray[Any]]):
    task: str
    autoreset_mode: AutoresetMode
    def __init__(
        self,
        num_envs: int,
        observation_space: gymnasium.Space[Any],
        action_space: gymnasium.Space[Any],
        max_episode_steps: int | None,
        autoreset_mode: AutoresetMode,
        threads: int | None,
        options: dict[str, Any],
    ) -> None: ...
    @property
    def batch(self) -> Batch: ...
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]: ...
    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[Any],
        NDArray[numpy.float64],
        NDArray[numpy.bool_],
        NDArray[numpy.bool_],
        dict[str, Any],
    ]: ...
    def branch_from(self, source: WorldsVectorEnv, index: int = 0) -> None: ...

class LunarLanderVectorEnv(WorldsVectorEnv):
    def __init__(
        self,
        num_envs: int = 1,
        *,
        continuous: bool = False,
        gravity: float = -10.0,
        enable_wind: bool = False,
        wind_power: float = 15.0,
        turbulence_power: float = 1.5,
        max_episode_steps: int | None = 1000,
        autoreset_mode: AutoresetMode = ...,
        threads: int | None = None,
    ) -> None: ...

class BipedalWalkerVectorEnv(WorldsVectorEnv):
    def __init__(
        self,
        num_envs: int = 1,
        *,
        hardcore: bool = False,
        max_episode_steps: int | None = 1600,
        autoreset_mode: AutoresetMode = ...,
        threads: int | None = None,
    ) -> None: ...

class PushTVectorEnv(WorldsVectorEnv):
    def __init__(
        self,
        num_envs: int = 1,
        *,
        obs_type: str = "state",
        max_episode_steps: int | None = 300,
        autoreset_mode: AutoresetMode = ...,
        threads: int | None = None,
    ) -> None: ...

def register_envs() -> None: ...
