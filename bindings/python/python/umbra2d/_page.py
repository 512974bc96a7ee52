"""The part of the world that a film shows, and its place in the picture."""

from ._cast import united

# Height by width, at least and at most.
ASPECT = (0.3, 1.0)
# What flies away is followed until the picture shows so many times what it showed first.
MOST_GROWTH = 3.0


class Page:
    """From the world to pixels."""

    def __init__(self, left, bottom, right, top, width):
        self.left, self.top = left, top
        self.scale = width / (right - left)
        self.size = (round(width), round((top - bottom) * self.scale))

    def place(self, x, y):
        """The pixel of a point."""
        return (x - self.left) * self.scale, (self.top - y) * self.scale


def page_of(cast, view, width):
    """The page of a film: what `view` says, or all that moves."""
    if view is not None:
        try:
            (left, bottom), (right, top) = view
            numbers = [float(it) for it in (left, bottom, right, top)]
        except (TypeError, ValueError):
            raise TypeError("`view` must be a pair of corners: (min, max)") from None
        if not (numbers[0] < numbers[2] and numbers[1] < numbers[3]):
            raise ValueError("`view` must have a minimum below its maximum")
        return Page(*numbers, width)
    box = _grown(_bounded(cast))
    return Page(*box, width)


def _bounded(cast):
    """The box of all that moves, unless it flies too far."""
    if cast.box is None:
        box = None
        for actor in cast.actors:
            x, y, *_ = actor.track[0]
            reach = actor.look.reach
            box = united(box, (x - reach, y - reach, x + reach, y + reach))
        return box or (-5, -5, 5, 5)
    first = cast.first_box or cast.box
    size = max(first[2] - first[0], first[3] - first[1], 4.0)
    middle = ((first[0] + first[2]) / 2, (first[1] + first[3]) / 2)
    limit = [middle[axis % 2] + (-1, -1, 1, 1)[axis] * MOST_GROWTH * size / 2 for axis in range(4)]
    return (
        max(cast.box[0], limit[0]),
        max(cast.box[1], limit[1]),
        min(cast.box[2], limit[2]),
        min(cast.box[3], limit[3]),
    )


def _grown(box):
    """The box with a margin, within the limits of the aspect."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    half = [max(0.53 * (box[2] - box[0]), 0.5), max(0.53 * (box[3] - box[1]), 0.5)]
    half[0] = max(half[0], half[1] / ASPECT[1])
    half[1] = max(half[1], half[0] * ASPECT[0])
    return middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]
