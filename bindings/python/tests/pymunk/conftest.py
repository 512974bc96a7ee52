"""Lets the tests of this folder import one another's helpers."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
