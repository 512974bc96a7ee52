"""Steps of many worlds per second, copies, resets, memory: python benches/batch.py

Each figure is the median of seven runs. `threads` is the number of threads of the batch.
"""

import copy
import resource
import statistics
import time

import umbra2d

DT = 1 / 50


def lander(**options: object) -> umbra2d.Scene:
    """Ground of eleven edges, a lander and two legs with limits and motors, as in LunarLander."""
    scene = umbra2d.Scene(gravity=(0, -10), **options)  # type: ignore[arg-type]
    ground = scene.add(umbra2d.fixed())
    heights = [3, 4, 2, 3.3, 3.3, 3.3, 3.3, 3.3, 4, 2, 3]
    for i in range(10):
        ground.add(umbra2d.segment((2 * i, heights[i]), (2 * i + 2, heights[i + 1]), friction=0.1))
    only_ground = umbra2d.Filter(category=0x10, mask=1)
    hull = [(-14, 17), (-17, 0), (-17, -10), (17, -10), (17, 0), (14, 17)]
    hull = [(x / 30, y / 30) for x, y in hull]
    body = umbra2d.polygon(hull, density=5, friction=0.1, filter=only_ground)
    ship = scene.add(umbra2d.dynamic(position=(10, 13)), body)
    for i in (-1, 1):
        at = umbra2d.dynamic(position=(10 - i * 20 / 30, 13), angle=i * 0.05)
        leg = scene.add(at, umbra2d.cuboid(2 / 30, 8 / 30, friction=0.2, filter=only_ground))
        limits = (0.4, 0.9) if i < 0 else (-0.9, -0.4)
        anchors = ((0, 0), (i * 20 / 30, 18 / 30))
        hinge = umbra2d.revolute(
            ship, leg, (0, 0), local_anchors=anchors, limits=limits, motor=(0.3 * i, 40)
        )
        scene.add(hinge)
    ship.apply_impulse((10, -5))
    return scene


def pile(count: int = 20, **options: object) -> umbra2d.Scene:
    """Boxes that fall into a trough."""
    scene = umbra2d.Scene(gravity=(0, -10), **options)  # type: ignore[arg-type]
    trough = scene.add(umbra2d.fixed())
    for a, b in (((-2.5, 0), (2.5, 0)), ((-2.5, 0), (-2.5, 10)), ((2.5, 0), (2.5, 10))):
        trough.add(umbra2d.segment(a, b))
    for i in range(count):
        row, column = divmod(i, 5)
        x = 0.7 * (column - 2) + (0.1 if row % 2 else -0.1)
        scene.add(umbra2d.dynamic(position=(x, 0.3 + 0.55 * row)), umbra2d.cuboid(0.25, 0.25))
    return scene


def median(run, runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    for name, make in (("lander", lander), ("pile of 20", pile)):
        scene = make()
        copies = median(lambda: [copy.copy(scene) for _ in range(1000)]) / 1000
        print(f"{name}: a copy takes {copies * 1e6:.2f} us")
        for count in (1, 64, 1024, 4096):
            for threads in (1, 2):
                before = memory()
                batch = umbra2d.Batch(scene, count, threads=threads)
                steps = max(1, 8192 // count)
                out = batch.states()

                def run() -> None:
                    batch.reset()
                    for _ in range(steps):
                        batch.step(DT, out=out)

                run()
                each = (memory() - before) / count
                reset = median(batch.reset)
                rate = count * steps / (median(run) - reset)
                print(
                    f"  {count:5} worlds, {threads} threads: {rate:9.0f} steps/s, "
                    f"reset {reset / count * 1e6:.2f} us, {each / 1024:.1f} KB a world"
                )
                del batch


if __name__ == "__main__":
    main()
