"""The example with Ray, on two workers."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "ray_rollouts.py"


def test_results_do_not_depend_on_the_worker():
    """Two workers, and the program itself, come to the same bits."""
    pytest.importorskip("ray")
    sizes = ("--workers", "2", "--rounds", "2", "--worlds", "8", "--steps", "60")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *sizes], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "equal to the bit" in done.stdout
