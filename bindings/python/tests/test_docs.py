"""Every class and function has a docstring, and the examples in them are true."""

import doctest
import importlib.util
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
import umbra2d
from umbra2d import _native, build, draw, film


def public(owner):
    names = [name for name in vars(owner) if not name.startswith("_")]
    return [(name, getattr(owner, name)) for name in names]


def test_docstrings():
    missing = []
    for name, item in public(_native):
        if not inspect.getdoc(item):
            missing.append(name)
        if inspect.isclass(item):
            members = public(item)
            missing += [f"{name}.{member}" for member, it in members if not inspect.getdoc(it)]
    for module in (build, draw, film):
        missing += [name for name in module.__all__ if not inspect.getdoc(getattr(module, name))]
    assert missing == []


def test_examples():
    runner, finder = doctest.DocTestRunner(), doctest.DocTestFinder()
    texts = [(module.__name__, module.__doc__) for module in (umbra2d, build, draw, film)]
    texts += [(name, getattr(build, name).__doc__) for name in build.__all__]
    for name, item in public(_native):
        texts.append((name, item.__doc__))
        if inspect.isclass(item):
            texts += [(f"{name}.{member}", it.__doc__) for member, it in public(item)]
    parser, tried = doctest.DocTestParser(), 0
    for name, text in texts:
        example = parser.get_doctest(text or "", {}, name, None, 0)
        tried += bool(example.examples)
        runner.run(example)
    assert finder and tried > 8 and runner.failures == 0


@pytest.mark.parametrize(
    ("package", "needs", "least"),
    [("box2d", None, 4), ("pymunk", None, 15), ("gym", "gymnasium", 5)],
)
def test_examples_of_a_package(package, needs, least):
    """In a process of its own: some of these packages take the place of another library."""
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"needs {needs}")
    runner = Path(__file__).with_name("run_doctests.py")
    command = [sys.executable, str(runner), f"umbra2d.{package}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["tried"] >= least


def test_all_names_are_exported():
    assert set(umbra2d.__all__) <= set(dir(umbra2d))
    assert {"Scene", "dynamic", "circle", "revolute", "Batch", "__version__"} <= set(umbra2d.__all__)
