"""A ragdoll keeps its balance, waves, and is struck by a ball. Prints its pose; makes a film.

Run with: python bindings/python/examples/puppet.py [film.svg]
"""

import sys
from math import sin

import umbra2d
from umbra2d import build

STEP = 1 / 60


def main() -> None:
    scene = umbra2d.Scene(gravity=(0, -9.81))
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(12, 0.5, friction=0.8))
    doll = build.ragdoll(scene, (0, 0), height=1.8, density=130)
    build.rope(scene, (3, 5), (3, 2.5), links=12, thickness=0.06, damping=0.5)
    jelly = build.blob(scene, (-2.5, 1.5), 0.5)
    print(f"a ragdoll of {doll.mass:.0f} kg, a soft body of {jelly.area:.2f} square metres")

    steps = 0

    def step(dt: float) -> None:
        nonlocal steps
        time = steps * dt
        if steps == 150:
            ball = umbra2d.dynamic(position=(-4, 1.6), velocity=(11, 1.5))
            scene.add(ball, umbra2d.circle(0.25, density=300))
            print(f"{time:.2f} s: a ball is thrown")
        if steps < 170:
            wave = umbra2d.RagdollPose(right_upper_arm=2.4 + 0.5 * sin(8 * time))
            doll.drive_to(wave, balance=umbra2d.Balance())
        elif steps == 170:
            doll.relax()
            print(f"{time:.2f} s: it lets go")
        scene.step(dt)
        steps += 1
        if steps % 60 == 0:
            head = doll.bone("head").position
            arm = doll.ragdoll_pose()["right_upper_arm"]
            print(f"{steps * dt:.2f} s: head at {head.y:.2f} m, right arm at {arm:5.2f} rad")

    film = umbra2d.animate(scene, 5, step=step, view=((-5, -0.8), (5, 4)))
    print(f"soft body of {jelly.area:.2f} square metres, state hash {scene.state_hash():016x}")
    path = sys.argv[1] if len(sys.argv) > 1 else "puppet.svg"
    film.save(path)
    print(f"{film} in {path}")


if __name__ == "__main__":
    main()
