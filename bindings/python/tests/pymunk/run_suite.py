"""Runs pymunk's own tests, from a folder, against `umbra2d.pymunk`: prints the outcomes as JSON.

python run_suite.py FOLDER [PART OF A NAME]...
"""

import json
import sys
import unittest

import umbra2d.pymunk


def flat(suite):
    """Single tests of a suite."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def main(folder, *parts):
    umbra2d.pymunk.install(7)
    found = flat(unittest.TestLoader().discover(folder, top_level_dir=folder))
    wanted = [test for test in found if not parts or any(part in test.id() for part in parts)]
    names = [test.id() for test in wanted]
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(unittest.TestSuite(wanted))
    failed = {test.id() for test, _ in result.failures + result.errors}
    print(json.dumps({
        "all": names,
        "failed": sorted(failed),
        "skipped": sorted(test.id() for test, _ in result.skipped),
    }))


main(*sys.argv[1:])
