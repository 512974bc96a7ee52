"""Helpers of constraints."""

# Largest force or torque that the engine takes.
MOST = 1e15


def add_joint(scene, definition):
    """Adds a joint, or nothing if there is no definition."""
    joint = definition()
    return None if joint is None else scene.add(joint)


def force_at(body, impulse, point):
    """Changes the velocity of a body by an impulse at a point of the world."""
    if body.body_type == 0:
        body._push(impulse, point - body._center())


def effective_mass(a, b, p, q, normal):
    """Mass that an impulse between two points of two bodies moves."""
    inverse = 0.0
    for body, point in ((a, p), (b, q)):
        if body.body_type == 0:
            lever = (point - body._center()).cross(normal)
            inverse += 1 / body.mass + lever * lever / body.moment
    return 1 / inverse if inverse else 0.0
