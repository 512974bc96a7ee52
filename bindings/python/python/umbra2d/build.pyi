from typing import Any, Literal, TypedDict

from numpy.typing import NDArray
from typing_extensions import Unpack

from . import Assembly, Body, Filter, Outlines, Scene, SoftBody, _Pair

_End = Literal["world", "free"] | Body

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

class _ChainOptions(TypedDict, total=False):
    links: int
    thickness: float | None
    density: float
    slack: float
    bending: tuple[float, float] | None
    softness: tuple[float, float] | None
    break_force: float | None
    damping: float
    friction: float
    filter: Filter

class _RopeOptions(_ChainOptions, total=False):
    ends: tuple[_End, _End]

class _BridgeOptions(TypedDict, total=False):
    planks: int
    thickness: float | None
    density: float
    slack: float
    ends: tuple[_End, _End]
    break_force: float | None
    damping: float
    friction: float
    filter: Filter

class _ClothOptions(TypedDict, total=False):
    columns: int
    rows: int
    thickness: float | None
    density: float
    end: _End
    corners_only: bool
    break_force: float | None
    damping: float
    friction: float
    filter: Filter

class _RagdollOptions(TypedDict, total=False):
    height: float
    density: float
    stiffness: float
    spring: tuple[float, float] | None
    mirrored: bool
    damping: float
    friction: float
    filter: Filter

class _SoftOptions(TypedDict, total=False):
    segments: int
    thickness: float | None
    density: float
    softness: tuple[float, float]
    give: float | None
    skin: float
    friction: float
    filter: Filter

class _MaskOptions(TypedDict, total=False):
    pixel_size: float
    threshold: float
    tolerance: float
    min_area: float
    origin: tuple[float, float]
    y_down: bool

def rope(
    scene: Scene, start: _Pair, end: _Pair, **options: Unpack[_RopeOptions]
) -> Assembly: ...
def bridge(
    scene: Scene, start: _Pair, end: _Pair, **options: Unpack[_BridgeOptions]
) -> Assembly: ...
def chain_between(
    a: Body, b: Body, start: _Pair, end: _Pair, **options: Unpack[_ChainOptions]
) -> Assembly: ...
def cloth_strip(
    scene: Scene, start: _Pair, stop: _Pair, length: float, **options: Unpack[_ClothOptions]
) -> Assembly: ...
def ragdoll(scene: Scene, feet: _Pair, **options: Unpack[_RagdollOptions]) -> Assembly: ...
def blob(
    scene: Scene, center: _Pair, radius: float, **options: Unpack[_SoftOptions]
) -> SoftBody: ...
def soft_box(
    scene: Scene,
    center: _Pair,
    half_width: float,
    half_height: float,
    **options: Unpack[_SoftOptions],
) -> SoftBody: ...
def outlines_from_mask(
    mask: NDArray[Any] | list[list[float]] | bytes,
    size: tuple[int, int] | None = None,
    **options: Unpack[_MaskOptions],
) -> Outlines: ...
