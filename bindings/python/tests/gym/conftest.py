"""Skips the folder where Gymnasium is not installed."""

import pytest

pytest.importorskip("gymnasium")
