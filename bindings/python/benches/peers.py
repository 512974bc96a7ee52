"""Piles of boxes from Python, beside pyb2d3 (Box2D 3) and Box2D 2.3 where they are installed.

    python benches/peers.py [rounds=7]

The same trough of boxes in each engine, stepped by 1/60 s with its poses read after each step, in
turns; microseconds of processor time, medians.
"""

import importlib
import statistics
import sys
import time

DT, SETTLE = 1 / 60, 120


def places(count):
    """Half the width of the trough, and where boxes of half a metre start."""
    columns = max(5, int(count**0.5))
    half = 0.35 * columns + 0.2
    spots = []
    for index in range(count):
        row, column = divmod(index, columns)
        x = 0.7 * (column - (columns - 1) / 2) + (0.1 if row % 2 else -0.1)
        spots.append((x, 0.3 + 0.55 * row))
    return half, spots


def walls(half):
    """Ends of the floor and of the sides."""
    return [((-half, 0), (half, 0)), ((-half, 0), (-half, 100)), ((half, 0), (half, 100))]


def umbra(count):
    """Steps and reads with `umbra2d`."""
    import umbra2d

    scene = umbra2d.Scene(gravity=(0, -10), sleep=False)
    half, spots = places(count)
    trough = scene.add(umbra2d.fixed())
    for a, b in walls(half):
        trough.add(umbra2d.segment(a, b))
    for spot in spots:
        scene.add(umbra2d.dynamic(position=spot), umbra2d.cuboid(0.25, 0.25))

    def run():
        scene.step(DT)
        return scene.poses()

    return run


def pyb2d3(count):
    """Steps and reads with `pyb2d3`, Box2D 3."""
    import pyb2d3 as b2

    world = b2.World(gravity=(0, -10))
    world.sleeping_enabled = False
    half, spots = places(count)
    trough = world.create_static_body(position=(0, 0))
    for a, b in walls(half):
        trough.create_shape(b2.shape_def(), b2.segment(a, b))
    bodies = []
    for spot in spots:
        body = world.create_dynamic_body(position=spot)
        body.create_shape(b2.shape_def(density=1), b2.box(0.25, 0.25))
        bodies.append(body)

    def run():
        world.step(DT, 4)
        return [(body.position, body.angle) for body in bodies]

    return run


def box2d(count):
    """Steps and reads with `Box2D` 2.3."""
    from Box2D import b2

    world = b2.world(gravity=(0, -10), doSleep=False)
    half, spots = places(count)
    trough = world.CreateStaticBody()
    for a, b in walls(half):
        trough.CreateEdgeFixture(vertices=[a, b], friction=0.6)
    bodies = []
    for spot in spots:
        body = world.CreateDynamicBody(position=spot)
        body.CreatePolygonFixture(box=(0.25, 0.25), density=1, friction=0.6)
        bodies.append(body)

    def run():
        world.Step(DT, 8, 3)
        return [(body.position, body.angle) for body in bodies]

    return run


def clock(run, times):
    """Processor time of one run."""
    start = time.process_time()
    for _ in range(times):
        run()
    return 1e6 * (time.process_time() - start) / times


def main():
    """Prints a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    makers = {"umbra2d": umbra, "pyb2d3": pyb2d3, "Box2D": box2d}
    there = {}
    for name, maker in makers.items():
        try:
            importlib.import_module(name)
            there[name] = maker
        except ImportError:
            print(f"{name} is not installed")
    print("boxes ", *(f"{name:>10}" for name in there))
    for count in (20, 100, 400, 1600):
        runs = {name: maker(count) for name, maker in there.items()}
        for run in runs.values():
            for _ in range(SETTLE):
                run()
        times = {name: [] for name in runs}
        for _ in range(rounds):
            for name, run in runs.items():
                times[name].append(clock(run, max(10, 4000 // count)))
        print(f"{count:6}", *(f"{statistics.median(it):10.1f}" for it in times.values()), flush=True)


if __name__ == "__main__":
    main()
