"""Distances, rays and contacts of single shapes, in double precision.

A shape here is a core with a radius: a tuple of points in the world (one of a circle, two of a
segment, more of a polygon, counter-clockwise) that is rounded by the radius.
"""

import math

INFINITY = float("inf")


def nearest_on_segment(p, a, b):
    """Nearest point of the segment from `a` to `b`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0:
        return a
    t = min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return (a[0] + dx * t, a[1] + dy * t)


def edges(points):
    """Edges of a core."""
    if len(points) < 3:
        return [(points[0], points[-1])]
    return list(zip(points, points[1:] + points[:1]))


def is_inside(p, points):
    """True if a point lies in a convex polygon."""
    if len(points) < 3:
        return False
    return all(
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0
        for a, b in edges(points)
    )


def point_distance(p, points, radius):
    """Nearest surface point of a rounded core: `(point, distance, gradient)`."""
    best, best_edge, best_square = None, None, INFINITY
    for a, b in edges(points):
        q = nearest_on_segment(p, a, b)
        square = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
        if square < best_square:
            best, best_edge, best_square = q, (a, b), square
    distance = math.sqrt(best_square)
    if is_inside(p, points):
        distance = -distance
    if distance != 0:
        gradient = ((p[0] - best[0]) / distance, (p[1] - best[1]) / distance)
    elif len(points) > 1:
        gradient = outward(*best_edge)
    else:
        gradient = (0.0, 1.0)
    if len(points) == 1 and distance == 0:
        return best, -radius, gradient
    surface = (best[0] + gradient[0] * radius, best[1] + gradient[1] * radius)
    return surface, distance - radius, gradient


def outward(a, b):
    """Normal on the right of the way from `a` to `b`: outside of a polygon."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    return (dy / length, -dx / length) if length else (0.0, 1.0)


def grown(points, radius):
    """Polygon whose faces lie outside of those of another one by a radius."""
    corners = []
    for before, p, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1]):
        (ax, ay), (bx, by) = outward(before, p), outward(p, after)
        scale = radius / (1 + ax * bx + ay * by)
        corners.append((p[0] + (ax + bx) * scale, p[1] + (ay + by) * scale))
    return corners


def ray_circle(a, b, center, radius):
    """Fraction of a segment before it enters a circle, or None."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - center[0], a[1] - center[1]
    qa = dx * dx + dy * dy
    qb = dx * fx + dy * fy
    qc = fx * fx + fy * fy - radius * radius
    det = qb * qb - qa * qc
    if det < 0 or qa == 0:
        return None
    t = (-qb - math.sqrt(det)) / qa
    return t if 0 <= t <= 1 else None


def ray_edge(start, end, a, b, radius):
    """Hit `(fraction, normal)` of a segment with an edge that is moved out by a radius."""
    nx, ny = outward(a, b)
    dx, dy = end[0] - start[0], end[1] - start[1]
    ox, oy = a[0] + nx * radius, a[1] + ny * radius
    way = -(dx * nx + dy * ny)
    above = (start[0] - ox) * nx + (start[1] - oy) * ny
    if way <= 0 or above < 0 or above > way:
        return None
    t = above / way
    ex, ey = b[0] - a[0], b[1] - a[1]
    along = (start[0] + dx * t - ox) * ex + (start[1] + dy * t - oy) * ey
    if 0 <= along <= ex * ex + ey * ey:
        return t, (nx, ny)
    return None


def ray(start, end, points, radius):
    """First hit of a segment on a rounded core: `(fraction, normal)` or None."""
    hits = []
    if len(points) > 1:
        sides = edges(points)
        if len(points) == 2:
            sides = sides + [(points[1], points[0])]
        hits = [ray_edge(start, end, a, b, radius) for a, b in sides]
        hits = [hit for hit in hits if hit]
    if radius > 0:
        for point in points:
            t = ray_circle(start, end, point, radius)
            if t is not None:
                x = start[0] + (end[0] - start[0]) * t - point[0]
                y = start[1] + (end[1] - start[1]) * t - point[1]
                hits.append((t, (x / radius, y / radius)))
    return min(hits, default=None)


def axes(points):
    """Normals of the edges of a core."""
    if len(points) == 1:
        return []
    if len(points) == 2:
        nx, ny = outward(*points)
        return [(nx, ny), (-nx, -ny)]
    return [outward(a, b) for a, b in edges(points)]


def support(points, nx, ny):
    """Least value along a direction."""
    return min(p[0] * nx + p[1] * ny for p in points)


def reach(points, nx, ny):
    """Greatest value along a direction."""
    return max(p[0] * nx + p[1] * ny for p in points)


def closest_points(a, b):
    """Closest points of two cores that are apart: `(distance, on_a, on_b)`."""
    best = (INFINITY, a[0], b[0])
    for p in a:
        for c, d in edges(b):
            q = nearest_on_segment(p, c, d)
            best = min(best, (math.dist(p, q), p, q))
    for q in b:
        for c, d in edges(a):
            p = nearest_on_segment(q, c, d)
            best = min(best, (math.dist(p, q), p, q))
    return best


def separating(a, b):
    """Greatest separation of two cores along their normals: `(separation, normal)` from A to B."""
    best = (-INFINITY, (1.0, 0.0))
    for nx, ny in axes(a):
        best = max(best, (support(b, nx, ny) - reach(a, nx, ny), (nx, ny)))
    for nx, ny in axes(b):
        best = max(best, (support(a, nx, ny) - reach(b, nx, ny), (-nx, -ny)))
    return best


def crossing(a, b):
    """Point at which two segments cross, as a fraction of the first, or None."""
    (p, q), (r, s) = a, b
    dx, dy, ex, ey = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
    det = dx * ey - dy * ex
    if det == 0:
        return None
    t = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / det
    u = ((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / det
    return t if 0 <= t <= 1 and 0 <= u <= 1 else None


def normal_of(a, b):
    """Distance of two cores and the normal from A to B."""
    separation, normal = separating(a, b)
    apart = max(len(a), len(b)) < 3 or separation > 0
    if len(a) == 2 and len(b) == 2 and crossing(a, b) is not None:
        apart = False
    if apart:
        distance, p, q = closest_points(a, b)
        if distance > 0:
            return distance, ((q[0] - p[0]) / distance, (q[1] - p[1]) / distance)
        return 0.0, normal
    return separation, normal


def facing(points, nx, ny):
    """Part of a core that faces a direction: one point, or an edge in order."""
    if len(points) == 1:
        return (points[0], points[0])
    best = max(range(len(points)), key=lambda i: points[i][0] * nx + points[i][1] * ny)
    p, before, after = points[best], points[best - 1], points[(best + 1) % len(points)]
    if len(points) == 2:
        return points[0], points[1]
    ahead, behind = outward(p, after), outward(before, p)
    if ahead[0] * nx + ahead[1] * ny >= behind[0] * nx + behind[1] * ny:
        return p, after
    return before, p


def collide(a, radius_a, b, radius_b, gap=0.0):
    """Contacts of two rounded cores: `(normal, [(on_a, on_b, distance)])`; no contacts if they
    are apart by more than a gap."""
    distance, (nx, ny) = normal_of(a, b)
    if distance > radius_a + radius_b + gap:
        return (nx, ny), []
    a1, a2 = facing(a, nx, ny)
    b1, b2 = facing(b, -nx, -ny)
    edge = (b2[0] - b1[0], b2[1] - b1[1]) if a1 == a2 else (a2[0] - a1[0], a2[1] - a1[1])
    length = math.hypot(*edge)
    tx, ty = (-ny, nx) if length == 0 else (edge[0] / length, edge[1] / length)
    if a1 == a2 or b1 == b2 or abs(tx * nx + ty * ny) > 0.05 or not parallel(a1, a2, b1, b2):
        return (nx, ny), [single(a, radius_a, b, radius_b, nx, ny, distance)]
    return (nx, ny), pair(a1, a2, b1, b2, radius_a, radius_b, (nx, ny), (tx, ty), gap)


def parallel(a1, a2, b1, b2):
    """True if two edges are nearly parallel."""
    dx, dy, ex, ey = a2[0] - a1[0], a2[1] - a1[1], b2[0] - b1[0], b2[1] - b1[1]
    return abs(dx * ey - dy * ex) < 0.35 * math.hypot(dx, dy) * math.hypot(ex, ey)


def single(a, radius_a, b, radius_b, nx, ny, distance):
    """The one contact of two rounded cores."""
    if distance > 0:
        _, p, q = closest_points(a, b)
    elif len(a) == 1:
        p = a[0]
        q = (p[0] + nx * distance, p[1] + ny * distance)
    elif len(b) == 1:
        q = b[0]
        p = (q[0] - nx * distance, q[1] - ny * distance)
    else:
        p, q = deepest(a, b, nx, ny, distance)
    on_a = (p[0] + nx * radius_a, p[1] + ny * radius_a)
    on_b = (q[0] - nx * radius_b, q[1] - ny * radius_b)
    return on_a, on_b, distance - radius_a - radius_b


def deepest(a, b, nx, ny, distance):
    """Points of the deepest overlap of two cores."""
    p = max(a, key=lambda p: p[0] * nx + p[1] * ny)
    if is_inside(p, b):
        return p, (p[0] + nx * distance, p[1] + ny * distance)
    q = min(b, key=lambda q: q[0] * nx + q[1] * ny)
    return (q[0] - nx * distance, q[1] - ny * distance), q


def pair(a1, a2, b1, b2, radius_a, radius_b, normal, tangent, gap):
    """Contacts of two edges: the ends of what they have in common."""
    nx, ny = normal
    tx, ty = tangent
    low_a, high_a = sorted((along(a1, tx, ty), along(a2, tx, ty)))
    low_b, high_b = sorted((along(b1, tx, ty), along(b2, tx, ty)))
    low, high = max(low_a, low_b), min(high_a, high_b)
    if low > high:
        low = high = (low + high) / 2
    contacts = []
    for at in (low,) if high - low < 1e-9 else (low, high):
        p, q = on_edge(a1, a2, at, tx, ty), on_edge(b1, b2, at, tx, ty)
        on_a = (p[0] + nx * radius_a, p[1] + ny * radius_a)
        on_b = (q[0] - nx * radius_b, q[1] - ny * radius_b)
        distance = (on_b[0] - on_a[0]) * nx + (on_b[1] - on_a[1]) * ny
        if distance <= gap:
            contacts.append((on_a, on_b, distance))
    return contacts


def along(p, tx, ty):
    """Coordinate along a direction."""
    return p[0] * tx + p[1] * ty


def on_edge(a, b, at, tx, ty):
    """Point of an edge with a coordinate along a direction."""
    start, end = along(a, tx, ty), along(b, tx, ty)
    if start == end:
        return a
    t = min(1.0, max(0.0, (at - start) / (end - start)))
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
