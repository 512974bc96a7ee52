"""Ropes, bridges, cloth, ragdolls, soft bodies, and colliders from pictures, in one call.

>>> import umbra2d
>>> scene = umbra2d.Scene()
>>> bridge = umbra2d.build.bridge(scene, (0, 0), (8, 0), planks=10)
>>> len(bridge.bodies)
10

What is added are ordinary bodies, colliders and joints. A call that is refused leaves the scene as
it was. Settings are keywords; what is left out has a good default.
"""

from ._native import _build

blob = _build.blob
bridge = _build.bridge
chain_between = _build.chain_between
cloth_strip = _build.cloth_strip
outlines_from_mask = _build.outlines_from_mask
ragdoll = _build.ragdoll
rope = _build.rope
soft_box = _build.soft_box

__all__ = [
    "blob",
    "bridge",
    "chain_between",
    "cloth_strip",
    "outlines_from_mask",
    "ragdoll",
    "rope",
    "soft_box",
]
