"""Versions: that of pymunk whose names are here, and that of the engine."""

import umbra2d

VERSIONS = {6: "6.11.1", 7: "7.3.1"}

version = VERSIONS[7]
chipmunk_version = f"umbra-{umbra2d.__version__}"
