"""A player runs, pushes a crate, jumps on a lift and rides up. Prints what happens; makes a film.

Run with: python bindings/python/examples/player.py [film.svg]
"""

import sys

import umbra2d

STEP = 1 / 60


def level() -> umbra2d.Scene:
    scene = umbra2d.Scene(gravity=(0, -9.81))
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(30, 0.5, friction=0.6))
    scene.add(umbra2d.fixed(position=(9, 2)), umbra2d.cuboid(1.5, 0.25, one_way=(0, 1)))
    ramp = umbra2d.polygon([(3, 0), (6, 0), (6, 0.8)])
    scene.add(umbra2d.fixed(position=(9, 0)), ramp)
    scene.add(umbra2d.dynamic(position=(3, 0.5)), umbra2d.cuboid(0.5, 0.5, mass=25))
    scene.add(umbra2d.kinematic(position=(17, 0.9)), umbra2d.cuboid(1.2, 0.2))
    return scene


def main() -> None:
    scene = level()
    [lift] = [body for body in scene.bodies if body.kind == "kinematic"]
    body = scene.add(umbra2d.kinematic(position=(0, 1)), umbra2d.capsule((0, -0.3), (0, 0.3), 0.3))
    shape = umbra2d.Shape.capsule((0, -0.3), (0, 0.3), 0.3)
    player = umbra2d.Character(scene, shape, position=(0, 0.65), body=body, jump_height=1.8)
    time, pushed = 0.0, False

    def step(dt: float) -> None:
        """What a game does in each step: move the world, then the player."""
        nonlocal time, pushed
        lift.velocity = (0, 1.5 if player.ground and player.ground.body == lift else 0)
        player.move_body(dt)
        scene.step(dt)
        time += dt
        arrived = player.position.x > 17
        jump = not arrived and 0.5 < time % 1.5 < 0.9
        moved = player.step(dt, run=0 if arrived else 1, jump=jump)
        at = f"{time:4.2f} s at ({player.position.x:5.2f}, {player.position.y:4.2f})"
        if moved.jumped:
            print(f"{at}: jumps")
        if moved.landed is not None:
            print(f"{at}: lands with {moved.landed:.1f} m/s")
        if not pushed and any(not push.is_weight for push in moved.pushes):
            pushed = True
            print(f"{at}: pushes the crate")

    film = umbra2d.animate(scene, 7, step=step, view=((-1, -1), (20, 7)))
    rides = player.ground is not None and player.ground.body == lift
    place = "on the lift" if rides else "elsewhere"
    print(f"the player ends {place}, at {player.position.y:.2f} m")
    path = sys.argv[1] if len(sys.argv) > 1 else "player.svg"
    film.save(path)
    print(f"{film} in {path}")


if __name__ == "__main__":
    main()
