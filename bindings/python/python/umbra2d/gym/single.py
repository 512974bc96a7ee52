"""Single environments: the files of Gymnasium and gym-pusht, unchanged, over Umbra.

Each file is loaded a second time under a name of its own, with Umbra's `Box2D` or `pymunk` for
its imports. So the originals over Box2D and pymunk can be used in the same process.
"""

import contextlib
import functools
import importlib.util
import pathlib
import sys
import types


@contextlib.contextmanager
def replaced(modules):
    """Lets imports find other modules for a while."""
    heads = tuple({name.partition(".")[0] for name in modules})
    former = {name: it for name, it in sys.modules.items() if name.partition(".")[0] in heads}
    for name in former:
        del sys.modules[name]
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] in heads]:
            del sys.modules[name]
        sys.modules.update(former)


def load(name, path):
    """The module in a file, under another name."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@functools.cache
def box2d_file(name):
    """A module of `gymnasium.envs.box2d` over `umbra2d.box2d`."""
    import gymnasium

    from umbra2d.box2d.install import modules

    box2d, b2 = modules()
    folder = pathlib.Path(gymnasium.__file__).parent / "envs" / "box2d"
    with replaced({"Box2D": box2d, "Box2D.b2": b2, "Box2D.Box2D": box2d}):
        return load(f"umbra2d.gym._{name}", folder / f"{name}.py")


@functools.cache
def pusht_file():
    """The module `gym_pusht.envs.pusht` over `umbra2d.pymunk`."""
    found = importlib.util.find_spec("gym_pusht")
    if found is None:
        raise ImportError("umbra/PushT-v0 needs the package gym-pusht")
    from umbra2d.pymunk import _install

    folder = pathlib.Path(found.origin).parent / "envs"
    package = types.ModuleType("umbra2d_gym_pusht")
    package.__path__ = [str(folder)]
    sys.modules["umbra2d_gym_pusht"] = package
    with replaced({"pymunk": None}):
        sys.modules.pop("pymunk")
        _install.install(6)
        try:
            return load("umbra2d_gym_pusht.pusht", folder / "pusht.py")
        finally:
            _install.uninstall()


def lunar_lander(**options):
    """Gymnasium's `LunarLander` over Umbra."""
    return box2d_file("lunar_lander").LunarLander(**options)


def bipedal_walker(**options):
    """Gymnasium's `BipedalWalker` over Umbra."""
    return box2d_file("bipedal_walker").BipedalWalker(**options)


def push_t(**options):
    """gym-pusht's `PushTEnv` over Umbra."""
    return pusht_file().PushTEnv(**options)
