"""Marching squares.

A cell has corners a (left, bottom), b (right, bottom), c (left, top) and d (right, top). Which of
them are above the threshold says which of its four sides the line crosses. Sides: `L`, `R`, `B`,
`T`. What is above the threshold is on the left of the line.
"""

# Sides from which to which lines go, by corners above: 1 for a, 2 for b, 4 for c, 8 for d.
LINES = {
    0x1: "LB", 0x2: "BR", 0x3: "LR", 0x4: "TL", 0x5: "TB", 0x6: "BRTL", 0x7: "TR",
    0x8: "RT", 0x9: "LBRT", 0xA: "BT", 0xB: "LT", 0xC: "RL", 0xD: "RB", 0xE: "BL",
}


def march(found, bb, samples, threshold, sample, soft):
    """Collects the lines of all cells."""
    width, height = samples
    xs = [bb.left + (bb.right - bb.left) * i / (width - 1) for i in range(width)]
    ys = [bb.bottom + (bb.top - bb.bottom) * i / (height - 1) for i in range(height)]
    rows = [[float(sample((x, y))) for x in xs] for y in ys]
    for j in range(height - 1):
        for i in range(width - 1):
            corners = (rows[j][i], rows[j][i + 1], rows[j + 1][i], rows[j + 1][i + 1])
            cell(found, xs[i : i + 2], ys[j : j + 2], corners, threshold, soft)
    return found


def cell(found, xs, ys, corners, threshold, soft):
    """Collects the lines of a cell."""
    case = sum(1 << k for k, value in enumerate(corners) if value > threshold)
    sides = LINES.get(case, "")
    a, b, c, d = corners
    mid = {
        "L": (xs[0], between(ys, a, c, threshold, soft)),
        "R": (xs[1], between(ys, b, d, threshold, soft)),
        "B": (between(xs, a, b, threshold, soft), ys[0]),
        "T": (between(xs, c, d, threshold, soft), ys[1]),
    }
    for start, end in zip(sides[::2], sides[1::2]):
        # Lines run with what is above the threshold on their right, as pymunk has them.
        p, q = mid[end], mid[start]
        if soft or p[0] == q[0] or p[1] == q[1]:
            segment(found, p, q)
        else:
            corner = (mid["B"][0], mid["L"][1])
            segment(found, p, corner)
            segment(found, corner, q)


def segment(found, p, q):
    """Collects a segment that has a length."""
    if p != q:
        found.collect_segment(p, q)


def between(ends, low, high, threshold, soft):
    """Where the threshold lies between two samples; in the middle for steps."""
    if not soft or low == high:
        return (ends[0] + ends[1]) / 2
    return ends[0] + (ends[1] - ends[0]) * (threshold - low) / (high - low)
