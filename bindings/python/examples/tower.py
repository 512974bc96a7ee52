"""A ball strikes a tower beside a pendulum. Prints what happens and draws the end.

Run with: python bindings/python/examples/tower.py [picture.svg]
"""

import sys
from pathlib import Path

import umbra2d


def build() -> tuple[umbra2d.Scene, umbra2d.Body]:
    scene = umbra2d.Scene(gravity=(0, -9.81))
    ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(12, 0.5, friction=0.6))
    for row in range(6):
        for x in (-0.55, 0.55):
            scene.add(umbra2d.dynamic(position=(x, 0.5 + row)), umbra2d.cuboid(0.5, 0.5))
    bob = scene.add(umbra2d.dynamic(position=(7, 4)), umbra2d.capsule((-0.5, 0), (0.5, 0), 0.25))
    scene.add(umbra2d.revolute(ground, bob, (5, 5)))
    ball = scene.add(
        umbra2d.dynamic(position=(-10, 3), velocity=(14, 3)),
        umbra2d.circle(0.4, density=5, restitution=0.3, hit_events=True),
    )
    return scene, ball


def main() -> None:
    scene, ball = build()
    for step in range(240):
        scene.step(1 / 60)
        for event in scene.contact_events:
            if event.kind == "hit" and event.speed and event.speed > 3 and event.point:
                at = f"({event.point.x:5.2f}, {event.point.y:5.2f})"
                print(f"{step / 60:4.2f} s: hit at {at} with {event.speed:4.1f} m/s")
    poses = scene.poses()
    print(f"the ball ends at ({ball.position.x:.2f}, {ball.position.y:.2f})")
    print(f"the highest body is at {poses[:, 1].max():.2f} m")
    print(f"state hash {scene.state_hash():016x}")
    picture = Path(sys.argv[1] if len(sys.argv) > 1 else "tower.svg")
    picture.write_text(scene.to_svg(view=((-12, -1), (12, 8)), contacts=True))
    print(f"picture in {picture}")


if __name__ == "__main__":
    main()
