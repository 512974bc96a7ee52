"""Names of the environments for `gymnasium.make` and `gymnasium.make_vec`."""

from gymnasium.envs.registration import register, registry

# Name, function for a single one, class for many, steps of an episode, reward threshold, options.
ENVIRONMENTS = (
    ("LunarLander-v3", "lunar_lander", "LunarLanderVectorEnv", 1000, 200, {}),
    (
        "LunarLanderContinuous-v3", "lunar_lander", "LunarLanderVectorEnv", 1000, 200,
        {"continuous": True},
    ),
    ("BipedalWalker-v3", "bipedal_walker", "BipedalWalkerVectorEnv", 1600, 300, {}),
    (
        "BipedalWalkerHardcore-v3", "bipedal_walker", "BipedalWalkerVectorEnv", 2000, 300,
        {"hardcore": True},
    ),
    ("PushT-v0", "push_t", "PushTVectorEnv", 300, None, {}),
)


def register_envs():
    """Registers all environments that are not registered yet."""
    for name, single, vector, steps, threshold, options in ENVIRONMENTS:
        if f"umbra/{name}" in registry:
            continue
        register(
            id=f"umbra/{name}",
            entry_point=f"umbra2d.gym.single:{single}",
            vector_entry_point=f"umbra2d.gym:{vector}",
            max_episode_steps=steps,
            reward_threshold=threshold,
            kwargs=dict(options),
        )
