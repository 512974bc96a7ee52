"""pymunk's source distribution: fetched with pip, kept outside of the repository."""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

VERSION = "7.3.1"


def cache():
    """Folder in which it is kept."""
    return pathlib.Path(tempfile.gettempdir()) / f"umbra2d-pymunk-{VERSION}"


def source(*parts):
    """A folder of the source distribution, or None if it cannot be fetched. The environment
    variable `PYMUNK_SOURCE` names a folder with an unpacked one."""
    given = os.environ.get("PYMUNK_SOURCE")
    folder = pathlib.Path(given) if given else cache() / f"pymunk-{VERSION}"
    folder = folder.joinpath(*parts)
    if not folder.is_dir() and not fetch():
        return None
    return folder if folder.is_dir() else None


def tests():
    """Folder of pymunk's tests, or None."""
    return source("pymunk", "tests")


def examples():
    """Folder of pymunk's examples, or None."""
    return source("pymunk", "examples")


def fetch():
    """Downloads and unpacks it. True if that worked."""
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", "pymunk", "--no-deps",
        "--dest", str(cache()), f"pymunk=={VERSION}",
    ]
    try:
        subprocess.run(command, check=True, timeout=300)
    except (OSError, subprocess.SubprocessError):
        return False
    with tarfile.open(cache() / f"pymunk-{VERSION}.tar.gz") as archive:
        archive.extractall(cache(), filter="data")
    return True
