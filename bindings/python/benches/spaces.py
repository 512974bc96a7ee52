"""`Space.step` and copies of `umbra2d.pymunk` beside pymunk itself, in turns.

    python benches/spaces.py [rounds=5]

Scenes like those of pymunk's own benchmarks: piles and pyramids of circles, boxes and segments
that settle and are stirred. Both run the same program; figures are medians of processor time.
"""

import math
import statistics
import sys
import time

import pymunk as real

import umbra2d.pymunk as ours

DT = 1 / 60


def walls(pm, space, width):
    """Floor and sides."""
    for a, b in (((0, 0), (width, 0)), ((0, 0), (0, 3000)), ((width, 0), (width, 3000))):
        wall = pm.Segment(space.static_body, a, b, 5)
        wall.friction, wall.elasticity = 0.6, 0.2
        space.add(wall)


def add(pm, space, shape, position):
    """A body with one shape, 10 across."""
    if shape == "circle":
        body = pm.Body(1, pm.moment_for_circle(1, 0, 5))
        made = pm.Circle(body, 5)
    else:
        body = pm.Body(1, pm.moment_for_box(1, (10, 10)))
        made = pm.Poly.create_box(body, (10, 10))
    body.position = position
    made.friction, made.elasticity = 0.5, 0.1
    space.add(body, made)
    return body


def pile(pm, count, shape):
    """Bodies that fall into a box."""
    space = pm.Space()
    space.gravity = 0, -400
    columns = max(4, int(math.sqrt(count)))
    walls(pm, space, 12 * columns + 20)
    for index in range(count):
        row, column = divmod(index, columns)
        add(pm, space, shape, (15 + 12 * column + (3 if row % 2 else 0), 12 + 11 * row))
    return space


def pyramid(pm, rows, _):
    """Boxes in a triangle."""
    space = pm.Space()
    space.gravity = 0, -400
    walls(pm, space, 12 * rows + 40)
    for row in range(rows):
        for column in range(rows - row):
            add(pm, space, "box", (25 + 11 * column + 5.5 * row, 10.2 + 10.05 * row))
    return space


def chains(pm, count, _):
    """Ropes of ten pivots each."""
    space = pm.Space()
    space.gravity = 0, -400
    for index in range(count // 10):
        last, at = space.static_body, (20 * index, 500)
        for link in range(1, 11):
            body = add(pm, space, "circle", (20 * index + 12 * link, 500))
            space.add(pm.PivotJoint(last, body, at))
            last, at = body, (20 * index + 12 * link, 500)
    return space


CASES = [
    ("circles", pile, 10, "circle"),
    ("circles", pile, 100, "circle"),
    ("circles", pile, 400, "circle"),
    ("circles", pile, 1600, "circle"),
    ("boxes", pile, 10, "box"),
    ("boxes", pile, 100, "box"),
    ("boxes", pile, 400, "box"),
    ("boxes", pile, 1600, "box"),
    ("pyramid, rows", pyramid, 14, None),
    ("pyramid, rows", pyramid, 30, None),
    ("chains, links", chains, 100, None),
    ("chains, links", chains, 400, None),
]


def clock(run, times):
    """Processor time of one run."""
    start = time.process_time()
    for _ in range(times):
        run()
    return (time.process_time() - start) / times


def compare(make, count, shape, rounds):
    """Median times of a step and of a copy, of both."""
    spaces = [make(pm, count, shape) for pm in (real, ours)]
    for space in spaces:
        for _ in range(60):
            space.step(DT)
    times = max(5, 12000 // max(count, 10) // 4)
    steps, copies = ([], []), ([], [])
    for _ in range(rounds):
        for index, space in enumerate(spaces):
            steps[index].append(clock(lambda: space.step(DT), times))
            copies[index].append(clock(space.copy, 2))
    branches = [clock(spaces[1]._scene.branch, 50) for _ in range(rounds)]
    return [statistics.median(it) for it in (*steps, *copies, branches)]


def main():
    """Prints a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"pymunk {real.version}; microseconds of a step and of a copy")
    print("scene              pymunk     umbra  times |  copy pymunk     umbra  times | branch")
    for name, make, count, shape in CASES:
        a, b, c, d, e = (1e6 * it for it in compare(make, count, shape, rounds))
        print(
            f"{name:14} {count:5} {a:9.1f} {b:9.1f} {a / b:5.2f} | {c:10.0f} {d:9.0f} "
            f"{c / d:6.1f} | {e:6.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
