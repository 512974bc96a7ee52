"""PPO in one file: learns to land in about two minutes, with numpy alone.

    python examples/ppo_lander.py [--seconds 110] [--film lander_film.svg]

Trains on `umbra2d.gym.LunarLanderVectorEnv`, then plays 100 episodes without exploring, and draws
one of them as a film: open the SVG in a browser. With `tqdm` installed it shows a progress bar.
"""

from __future__ import annotations

import argparse
import importlib
import math
import time
from typing import Any

import numpy
from numpy.typing import NDArray

import umbra2d
from umbra2d.gym import LunarLanderVectorEnv

Array = NDArray[Any]
WORLDS, STEPS, EPOCHS, PARTS = 64, 256, 4, 48
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.998, 0.98, 0.2, 0.01, 8e-4
WIDTHS = (8, 64, 64)


class Network:
    """Two hidden layers of tanh and a linear one, trained with Adam."""

    def __init__(self, outputs: int, scale: float, random: numpy.random.Generator) -> None:
        sizes = [*zip(WIDTHS, WIDTHS[1:]), (WIDTHS[-1], outputs)]
        scales = [1.4, 1.4, scale]
        self.weights: list[Array] = []
        for (rows, columns), factor in zip(sizes, scales):
            drawn = random.normal(size=(max(rows, columns),) * 2)
            square = numpy.linalg.qr(drawn)[0][:rows, :columns]
            self.weights += [(factor * square).astype(numpy.float32), zeros(columns)]
        self.means = [numpy.zeros_like(it) for it in self.weights]
        self.squares = [numpy.zeros_like(it) for it in self.weights]
        self.updates = 0

    def forward(self, inputs: Array) -> tuple[Array, list[Array]]:
        """Outputs, and what `backward` needs."""
        kept = [inputs]
        for weights, bias in zip(self.weights[:-2:2], self.weights[1:-2:2]):
            kept.append(numpy.tanh(kept[-1] @ weights + bias))
        return kept[-1] @ self.weights[-2] + self.weights[-1], kept

    def backward(self, gradient: Array, kept: list[Array]) -> list[Array]:
        """Gradients of the weights, for one of the outputs."""
        found: list[Array] = []
        for layer in reversed(range(len(kept))):
            found = [kept[layer].T @ gradient, gradient.sum(0), *found]
            if layer:
                gradient = (gradient @ self.weights[2 * layer].T) * (1 - kept[layer] ** 2)
        return found

    def update(self, gradients: list[Array], rate: float) -> None:
        """A step of Adam, with gradients clipped to a norm of 0.5."""
        norm = math.sqrt(sum(float((it * it).sum()) for it in gradients))
        factor = min(1.0, 0.5 / (norm + 1e-8))
        self.updates += 1
        bias = math.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, mean, square, given in zip(
            self.weights, self.means, self.squares, gradients
        ):
            gradient = given * factor
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= rate * bias * mean / (numpy.sqrt(square) + 1e-5)


def zeros(*shape: int) -> Array:
    """Zeros in single precision."""
    return numpy.zeros(shape, numpy.float32)


def log_softmax(logits: Array) -> Array:
    """Logarithms of probabilities."""
    shifted = logits - logits.max(1, keepdims=True)
    result: Array = shifted - numpy.log(numpy.exp(shifted).sum(1, keepdims=True))
    return result


class Trainer:
    """Collects steps and learns from them."""

    def __init__(self, seed: int) -> None:
        self.random = numpy.random.default_rng(seed)
        self.actor, self.critic = Network(4, 0.01, self.random), Network(1, 1.0, self.random)
        # Whoever hovers is not paid for it for long.
        self.envs = LunarLanderVectorEnv(WORLDS, max_episode_steps=500)
        self.now = self.envs.reset(seed=seed)[0]
        self.over: Array = numpy.zeros(WORLDS, bool)
        self.totals: Array = numpy.zeros(WORLDS)
        self.recent: list[float] = []

    def act(self, observations: Array) -> tuple[Array, Array]:
        """Drawn actions and the logarithms of their probabilities."""
        logs = log_softmax(self.actor.forward(observations)[0])
        noise = -numpy.log(-numpy.log(self.random.random(logs.shape) + 1e-12) + 1e-12)
        actions = (logs + noise).argmax(1)
        return actions, logs[numpy.arange(len(logs)), actions]

    def collect(self) -> tuple[Array, ...]:
        """Steps of all worlds: what was seen and done, and what it was worth."""
        seen, acts = zeros(STEPS, WORLDS, 8), numpy.zeros((STEPS, WORLDS), int)
        logs, rewards = zeros(STEPS, WORLDS), zeros(STEPS, WORLDS)
        values, ends, skipped = zeros(STEPS + 1, WORLDS), zeros(STEPS, WORLDS), zeros(STEPS, WORLDS)
        for step in range(STEPS):
            seen[step], skipped[step] = self.now, self.over
            acts[step], logs[step] = self.act(self.now)
            values[step] = self.critic.forward(self.now)[0][:, 0]
            self.now, reward, terminated, truncated, _ = self.envs.step(acts[step])
            rewards[step], ends[step] = reward / 100, terminated | truncated
            self.count(reward, terminated | truncated)
        values[STEPS] = self.critic.forward(self.now)[0][:, 0]
        gains = zeros(STEPS, WORLDS)
        last = zeros(WORLDS)
        for step in reversed(range(STEPS)):
            goes_on = 1 - ends[step]
            surprise = rewards[step] + GAMMA * values[step + 1] * goes_on - values[step]
            gains[step] = last = surprise + GAMMA * LAMBDA * goes_on * last
        # In a step that begins a new episode, the action counts for nothing.
        used = skipped.ravel() == 0
        rows = (seen.reshape(-1, 8), acts, logs, gains, gains + values[:-1])
        return tuple(row.reshape(len(used), -1)[used] for row in rows)

    def count(self, reward: Array, over: Array) -> None:
        """Keeps the totals of the last episodes."""
        self.totals += reward
        self.recent = (self.recent + self.totals[over].tolist())[-200:]
        self.totals[over] = 0
        self.over = over

    def learn(self, rows: tuple[Array, ...], rate: float) -> None:
        """Some epochs over what was collected."""
        for _ in range(EPOCHS):
            order = self.random.permutation(len(rows[0]))
            for part in numpy.array_split(order, PARTS):
                self.improve(*(row[part] for row in rows), rate=rate)

    def improve(
        self, seen: Array, acts: Array, logs: Array, gains: Array, wanted: Array, *, rate: float
    ) -> None:
        """One update of both networks."""
        count, acts, logs, gains = len(seen), acts[:, 0], logs[:, 0], gains[:, 0]
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        logits, kept = self.actor.forward(seen)
        all_logs = log_softmax(logits)
        chances, index = numpy.exp(all_logs), numpy.arange(count)
        ratio = numpy.exp(all_logs[index, acts] - logs)
        free = numpy.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        one = zeros(count, 4)
        one[index, acts] = 1
        gradient = -(free * gains * ratio)[:, None] * (one - chances)
        entropy = -(chances * all_logs).sum(1, keepdims=True)
        gradient += ENTROPY * chances * (all_logs + entropy)
        self.actor.update(self.actor.backward(gradient / count, kept), rate)
        values, kept = self.critic.forward(seen)
        self.critic.update(self.critic.backward((values - wanted) / count, kept), rate)


def train(seconds: float, seed: int) -> tuple[Trainer, int]:
    """Trains for so long. Returns the trainer and the number of steps."""
    trainer, start, steps = Trainer(seed), time.perf_counter(), 0
    bar = progress(seconds)
    while (taken := time.perf_counter() - start) < seconds:
        trainer.learn(trainer.collect(), RATE * max(0.05, 1 - taken / seconds))
        steps += WORLDS * STEPS
        mean = float(numpy.mean(trainer.recent or [math.nan]))
        show(bar, time.perf_counter() - start, seconds, f"{steps} steps, mean reward {mean:.0f}")
    if bar is not None:
        bar.close()
    return trainer, steps


def progress(seconds: float) -> Any:
    """A progress bar, if there is `tqdm`."""
    try:
        tqdm = importlib.import_module("tqdm").tqdm
    except ImportError:
        return None
    form = "{l_bar}{bar}| {n:.0f}/{total:.0f} s {postfix}"
    return tqdm(total=seconds, bar_format=form)


def show(bar: Any, taken: float, seconds: float, text: str) -> None:
    """Moves the progress bar."""
    if bar is None:
        print(f"{taken:.0f}/{seconds:.0f} s: {text}", flush=True)
        return
    bar.set_postfix_str(text, refresh=False)
    bar.update(min(taken, seconds) - bar.n)


def evaluate(actor: Network, episodes: int, seed: int) -> Array:
    """Total rewards of episodes, always with the most likely action."""
    envs = LunarLanderVectorEnv(episodes)
    now = envs.reset(seed=seed)[0]
    total: Array = numpy.zeros(episodes)
    alive: Array = numpy.ones(episodes, bool)
    while alive.any():
        now, reward, terminated, truncated, _ = envs.step(actor.forward(now)[0].argmax(1))
        total += numpy.where(alive, reward, 0)
        alive &= ~(terminated | truncated)
    return total


class Film:
    """An SVG in which the bodies of a scene move."""

    def __init__(self, scene: umbra2d.Scene) -> None:
        self.bodies = [body for body in scene.bodies if body.is_dynamic]
        self.ground = [
            shape.vertices
            for body in scene.bodies
            if not body.is_dynamic
            for collider in body.colliders
            for shape, _ in collider.local_shapes
        ]
        self.outlines = [
            [shape.vertices for collider in body.colliders for shape, _ in collider.local_shapes]
            for body in self.bodies
        ]
        self.keys = [body.key for body in self.bodies]
        self.poses: list[list[tuple[float, float, float]]] = []

    def add(self, scene: umbra2d.Scene) -> None:
        """A picture more."""
        bodies = [scene.body(key) for key in self.keys]
        places = [(it.position.x, it.position.y, math.degrees(it.angle)) for it in bodies]
        self.poses.append(places)

    def moving(self, index: int, seconds: float) -> str:
        """A body that moves."""
        timing = f'dur="{seconds:.2f}s" repeatCount="indefinite" calcMode="discrete"'
        places = ";".join(f"{row[index][0]:.3f} {row[index][1]:.3f}" for row in self.poses)
        turns = ";".join(f"{row[index][2]:.1f}" for row in self.poses)
        drawn = "".join(
            '<polygon points="' + " ".join(f"{p.x:.3f},{p.y:.3f}" for p in outline) + '"/>'
            for outline in self.outlines[index]
        )
        tag = '<animateTransform attributeName="transform" additive="sum"'
        return (
            f'<g>{tag} type="translate" values="{places}" {timing}/>'
            f'<g>{tag} type="rotate" values="{turns}" {timing}/>{drawn}</g></g>'
        )

    def save(self, path: str) -> None:
        """Writes the film."""
        seconds = len(self.poses) / 50
        lines = "".join(
            f'<line x1="{a.x:.3f}" y1="{a.y:.3f}" x2="{b.x:.3f}" y2="{b.y:.3f}"/>'
            for a, b in self.ground
        )
        bodies = "".join(self.moving(index, seconds) for index in range(len(self.bodies)))
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -14 20 14" width="800">'
                '<rect y="-14" width="20" height="14" fill="#10131f"/>'
                '<g transform="scale(1 -1)" stroke="#dde" stroke-width="0.05" fill="#86c">'
                f"{lines}{bodies}</g></svg>"
            )


def film(actor: Network, seed: int, path: str) -> float:
    """Draws an episode, and returns its reward."""
    envs = LunarLanderVectorEnv(1)
    now = envs.reset(seed=seed)[0]
    made, total, over = Film(envs.batch.scene(0)), 0.0, False
    while not over:
        made.add(envs.batch.scene(0))
        now, reward, terminated, truncated, _ = envs.step(actor.forward(now)[0].argmax(1))
        total, over = total + float(reward[0]), bool(terminated[0] or truncated[0])
    made.save(path)
    return total


def main() -> None:
    """Trains, plays and draws."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=110)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--film", default="lander_film.svg")
    asked = parser.parse_args()
    start = time.perf_counter()
    trainer, steps = train(asked.seconds, asked.seed)
    taken, used = time.perf_counter() - start, time.process_time()
    print(f"{steps} steps in {taken:.0f} s, {used:.0f} s of processor time")
    total = evaluate(trainer.actor, 100, 10_000)
    landed = int((total >= 200).sum())
    print(
        f"100 episodes: mean reward {total.mean():.1f} +- {total.std() / 10:.1f}, "
        f"{landed} with 200 or more"
    )
    best = int(total.argmax())
    print(f"{asked.film}: an episode with reward {film(trainer.actor, 10_000 + best, asked.film):.1f}")


if __name__ == "__main__":
    main()
