"""`install`: puts this package into `sys.modules` as `pymunk`."""

import importlib
import sys

from . import _version

NAMES = (
    "_weakkeysview", "arbiter", "autogeometry", "batch", "bb", "body", "constraints",
    "contact_point_set", "query_info", "shape_filter", "shapes", "space",
    "space_debug_draw_options", "transform", "util", "vec2d", "_version",
)
# Modules that need another package: they are there if it is.
OPTIONAL = ("matplotlib_util", "pygame_util")


class Finder:
    """Finds `pymunk.name` here, for modules that are imported later."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Loads the module under its own name and enters it under that of pymunk."""
        head, _, tail = name.partition(".")
        if head != "pymunk" or tail not in OPTIONAL:
            return None
        module = importlib.import_module(f"umbra2d.pymunk.{tail}")
        return importlib.machinery.ModuleSpec(name, Given(module))


class Given:
    """A loader of a module that is there already."""

    def __init__(self, module):
        self._module = module

    def create_module(self, spec):
        return self._module

    def exec_module(self, module):
        module.__spec__ = module.__spec__


def install(version=7):
    """Makes ``import pymunk`` import this package, with the interface of pymunk 6 or 7."""
    if version not in _version.VERSIONS:
        raise ValueError(f"version must be 6 or 7, but is {version!r}")
    package = importlib.import_module("umbra2d.pymunk")
    there = sys.modules.get("pymunk")
    if there is not None and there is not package:
        raise RuntimeError("another pymunk has been imported already")
    from . import _legacy

    package.version = _version.version = _version.VERSIONS[version]
    _legacy.use(version)
    sys.modules["pymunk"] = package
    for name in NAMES:
        sys.modules[f"pymunk.{name}"] = importlib.import_module(f"umbra2d.pymunk.{name}")
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)


def uninstall():
    """Undoes `install`."""
    for name in [n for n in sys.modules if n == "pymunk" or n.startswith("pymunk.")]:
        if sys.modules[name].__name__.startswith("umbra2d.pymunk"):
            del sys.modules[name]
    if Finder in sys.meta_path:
        sys.meta_path.remove(Finder)
