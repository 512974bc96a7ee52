"""The scene that every binding builds."""

import umbra2d


def five_ways(**options):
    """The scene that every binding builds: see `bindings/same`."""
    scene = umbra2d.Scene(gravity=(0, -10), **options)
    ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5, friction=0.6))
    for row in range(8):
        for column in range(8 - row):
            at = (column - (7 - row) * 0.5, 0.5 + row)
            scene.add(umbra2d.dynamic(position=at), umbra2d.cuboid(0.5, 0.5))
    ball = umbra2d.dynamic(position=(-12, 3), linear_velocity=(15, 2))
    scene.add(ball, umbra2d.circle(0.4, density=5, restitution=0.5))
    capsule = umbra2d.capsule((-0.5, 0), (0.5, 0), 0.25)
    bob = scene.add(umbra2d.dynamic(position=(6, 6)), capsule)
    scene.add(umbra2d.revolute(ground, bob, (6, 8)))
    return scene


FIVE_WAYS = 0xC138B7C4E4C0A12D
