"""pymunk's own tests against `umbra2d.pymunk`."""

import json
import pathlib
import subprocess
import sys

import pytest
import suite
from known_failures import KNOWN_FAILURES

LEAST = 180


def test_the_suite_of_pymunk():
    folder = suite.tests()
    if folder is None:
        pytest.skip("the source distribution of pymunk cannot be fetched")
    runner = pathlib.Path(__file__).with_name("run_suite.py")
    command = [sys.executable, str(runner), str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=500)
    outcome = json.loads(run.stdout.splitlines()[-1])
    failed = set(outcome["failed"])
    passed = len(outcome["all"]) - len(failed) - len(outcome["skipped"])
    print(f"{passed} of {len(outcome['all'])} pass, {len(outcome['skipped'])} are skipped by pymunk")
    assert failed == set(KNOWN_FAILURES)
    assert passed >= LEAST
