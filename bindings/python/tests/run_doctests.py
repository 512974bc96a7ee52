"""Runs the examples in the docstrings of a package and its modules.

python run_doctests.py PACKAGE

Exits with 1 if one fails. Prints the numbers of modules and of docstrings with examples as JSON.
"""

import doctest
import importlib
import json
import pkgutil
import sys

# Modules of other libraries' windows, which are missing where those are.
OPTIONAL = {"umbra2d.pymunk.matplotlib_util", "umbra2d.pymunk.pygame_util"}


def modules(name):
    """A package and its modules."""
    package = importlib.import_module(name)
    yield package
    for found in pkgutil.iter_modules(package.__path__, f"{name}."):
        try:
            yield importlib.import_module(found.name)
        except ImportError:
            if found.name not in OPTIONAL:
                raise


def main(name):
    finder, failed, tried, count = doctest.DocTestFinder(exclude_empty=True), 0, 0, 0
    for module in modules(name):
        count += 1
        for test in finder.find(module, module.__name__):
            if test.examples:
                runner = doctest.DocTestRunner()
                runner.run(test)
                tried, failed = tried + 1, failed + runner.failures
    print(json.dumps({"modules": count, "tried": tried}))
    sys.exit(failed > 0)


main(sys.argv[1])
