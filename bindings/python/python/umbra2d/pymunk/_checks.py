"""Checks of what callers pass."""

import math

from .vec2d import Vec2d


def check_pair(name, value):
    """A vector of two numbers that are not NaN; an `AssertionError` that names it otherwise."""
    try:
        x, y = value
        x, y = float(x), float(y)
    except (TypeError, ValueError):
        raise AssertionError(f"{name} must be a pair of numbers, but is {value!r}") from None
    assert x == x and y == y, f"{name} must be numbers, but is {value!r}"
    return Vec2d(x, y)


def check_number(name, value):
    """A number that is not NaN; an `AssertionError` that names it otherwise."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise AssertionError(f"{name} must be a number, but is {value!r}") from None
    assert not math.isnan(value), f"{name} must be a number, but is {value!r}"
    return value
