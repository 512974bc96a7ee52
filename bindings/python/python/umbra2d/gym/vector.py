"""What the vector environments have in common."""

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from umbra2d import _native

MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
LOW = (1 << 64) - 1


def generator_state(seed):
    """Halves of state and increment of the generator that Gymnasium makes for a seed."""
    sequence = numpy.random.SeedSequence(seed)
    state = numpy.random.PCG64(sequence).state["state"]
    whole = state["state"], state["inc"]
    return [part for number in whole for part in (number >> 64, number & LOW)]


class WorldsVectorEnv(VectorEnv):
    """A vector environment whose worlds are stepped by Rust, on all cores, without the GIL.

    `threads` gives it threads of its own. `autoreset_mode` is as in `SyncVectorEnv`. The scenes
    are in `batch`, an `umbra2d.Batch`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
    # Name of the task for the native module.
    task = ""

    def __init__(
        self, num_envs, observation_space, action_space, max_episode_steps, autoreset_mode,
        threads, options,
    ):
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, numpy.integer)):
            raise TypeError(f"num_envs must be a count, but is {num_envs!r}")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, but is {num_envs}")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = int(num_envs)
        self.single_observation_space, self.single_action_space = observation_space, action_space
        self.observation_space = batch_space(observation_space, self.num_envs)
        self.action_space = batch_space(action_space, self.num_envs)
        self._worlds = _native._Worlds(
            self.task, self.num_envs, max_episode_steps=max_episode_steps, threads=threads,
            **options,
        )
        self._mode = MODES[self.autoreset_mode]
        self._seeded = numpy.zeros(self.num_envs, bool)

    @property
    def batch(self):
        """The scenes, as an `umbra2d.Batch`."""
        return self._worlds.batch

    def reset(self, *, seed=None, options=None):
        """Begins new episodes: in all worlds, or where `options["reset_mask"]` is true."""
        which = self._chosen(options)
        self._seed(self._seeds(seed), which)
        observations, infos = self._worlds.reset(which)
        return observations, self._infos(infos, which, is_reset=True)

    def step(self, actions):
        """Steps all worlds."""
        rows = self._worlds.step(self._actions(actions), self._mode)
        observations, rewards, terminated, truncated, numbers = rows[:5]
        infos = self._infos(numbers, None)
        if len(rows) > 5:
            over = terminated | truncated
            if over.any():
                infos = {**infos, **self._final(rows[5], rows[6], over)}
        return observations, rewards, terminated, truncated, infos

    def branch_from(self, source, index=0):
        """Makes all worlds copies of one world of `source`, to try out what may come.

        Each keeps its own random generator, so the branches do not know the source's future.

        >>> from umbra2d.gym import LunarLanderVectorEnv
        >>> real, plans = LunarLanderVectorEnv(1), LunarLanderVectorEnv(1000)
        >>> start, _ = real.reset(seed=1)
        >>> _ = plans.reset(seed=2)
        >>> plans.branch_from(real)
        >>> len(set(plans.batch.hashes().tolist()))
        1
        """
        if not isinstance(source, WorldsVectorEnv):
            raise TypeError(f"source must be a WorldsVectorEnv, but is {source!r}")
        if not 0 <= index < source.num_envs:
            raise IndexError(f"there is no world {index} in an environment of {source.num_envs}")
        self._worlds.fill(source._worlds, index)

    def _chosen(self, options):
        """Worlds that are to be reset."""
        if not options or "reset_mask" not in options:
            return numpy.ones(self.num_envs, bool)
        mask = options["reset_mask"]
        if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_:
            raise TypeError("options['reset_mask'] must be an array of booleans")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask'] must have shape ({self.num_envs},), but has {mask.shape}"
            )
        if not mask.any():
            raise ValueError("options['reset_mask'] must choose at least one world")
        return mask

    def _seeds(self, seed):
        """A seed or `None` for each world."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, numpy.integer)):
            if seed < 0:
                raise ValueError(f"seed must not be negative, but is {seed}")
            return [int(seed) + index for index in range(self.num_envs)]
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed must have {self.num_envs} numbers, but has {len(seeds)}")
        for each in seeds:
            if each is not None and (not isinstance(each, (int, numpy.integer)) or each < 0):
                raise ValueError(f"seed must have numbers from 0 on, but has {each!r}")
        return seeds

    def _seed(self, seeds, which):
        """Seeds the chosen worlds; those without a seed keep their generator, if they have one."""
        indices = [
            index
            for index in numpy.flatnonzero(which).tolist()
            if seeds[index] is not None or not self._seeded[index]
        ]
        if indices:
            states = [generator_state(seeds[index]) for index in indices]
            self._worlds.seed(
                numpy.array(indices, numpy.uint64), numpy.array(states, numpy.uint64)
            )
            self._seeded[indices] = True

    def _actions(self, actions):
        """Actions as rows of numbers."""
        actions = numpy.asarray(actions)
        expected = self.action_space.shape
        if actions.shape != expected:
            raise ValueError(f"actions must have shape {expected}, but has {actions.shape}")
        if isinstance(self.single_action_space, spaces.Discrete):
            if not numpy.issubdtype(actions.dtype, numpy.integer):
                raise TypeError(f"actions must be integers, but are {actions.dtype}")
            actions = actions[:, None]
        elif not numpy.issubdtype(actions.dtype, numpy.number):
            raise TypeError(f"actions must be numbers, but are {actions.dtype}")
        return actions

    def _infos(self, numbers, which, is_reset=False):
        """Infos from the rows of numbers that the worlds give."""
        return {}

    def _final(self, observations, numbers, over):
        """Last observations and infos of the episodes that are over."""
        final = numpy.full(self.num_envs, None, object)
        for index in numpy.flatnonzero(over).tolist():
            final[index] = observations[index]
        infos = {
            name: value
            for name, value in self._infos(numbers, over).items()
            if not name.startswith("_")
        }
        return {
            "final_obs": final, "_final_obs": over.copy(),
            "final_info": {**infos, **{f"_{name}": over.copy() for name in infos}},
            "_final_info": over.copy(),
        }
