"""Every public function of the Rust interface has a name in Python, or a reason why not.

`docs/api` lists the Rust interface. The types below are compared; the others are values that
Python writes as keywords, words or tuples.
"""

import re
from pathlib import Path

import pytest
import umbra2d

API = Path(__file__).parents[3] / "docs" / "api"

# Rust types and the Python classes that stand for them.
TYPES = {
    "Scene": ["Scene", "Config", "Body", "Field"],
    "Body": ["Body", "BodyDef"],
    "BodyRef": ["Body"],
    "BodyMut": ["Body"],
    "Collider": ["Collider", "ColliderDef"],
    "ColliderRef": ["Collider"],
    "ColliderMut": ["Collider"],
    "Joint": ["Joint"],
    "JointBuilder": ["Joint", "JointDef"],
    "JointRef": ["Joint"],
    "JointMut": ["Joint"],
    "FieldMut": ["Field"],
    "Field": ["FieldDef", "Field"],
    "Snapshot": ["Snapshot"],
    "ContactRef": ["Contact"],
    "ContactMut": ["ContactEdit"],
}

# Another name for the same in Python.
RENAMED = {
    "Scene": {
        "new": "__new__",
        "clone": "branch",
        "clone_from": "copy_from",
        "config_mut": "config",
        "from_file": "from_json",
        "to_file": "to_json",
        "save_into": "snapshot",
        "restore_as_branch": "restore",
        "add_body": "add",
        "add_collider": "add",
        "body_mut": "body",
        "collider_mut": "collider",
        "joint_mut": "joint",
        "field_mut": "field",
        "remove_body": "remove",
        "remove_collider": "remove",
        "remove_joint": "remove",
        "remove_field": "remove",
        "carve_body": "carve",
        "shatter_body": "shatter",
        "split_body": "split",
        "write_poses": "poses",
        "write_velocities": "velocities",
        "body_moves": "moved_bodies",
        "cast_ray_each": "cast_ray_all",
        "cast_shape_turning": "cast_shape",
        "closest_points_each": "closest_points",
        "colliders_at_each": "colliders_at",
        "overlap_aabb_each": "overlap_aabb",
        "overlap_shape_each": "overlap_shape",
        "field_count": "fields",
    },
    "BodyMut": {
        "apply_force_at": "apply_force",
        "apply_impulse_at": "apply_impulse",
        "drop_through": "drops_through",
        "without_waking": "apply_force",
        "view": "key",
    },
    "BodyRef": {"rotation": "pose"},
    "Body": {"lock_translation_x": "lock_translation", "lock_translation_y": "lock_translation"},
    "Collider": {
        "at": "position",
        "at_pose": "offset",
        "new": "collider",
        "tiles_from_str": "tiles",
        "turned": "angle",
    },
    "Field": {"at": "position", "at_pose": "pose", "on": "body"},
    "ColliderRef": {"material_of": "materials", "shapes_on_body": "local_shapes"},
    "JointMut": {
        "remove_limits": "limits",
        "remove_motor": "motor",
        "remove_springs": "spring",
        "remove_target": "target",
        "view": "key",
    },
    "FieldMut": {"view": "kind"},
    "Snapshot": {"hash": "state_hash"},
    "ContactMut": {"set_friction": "friction"},
}

# What Python does not have, and why.
MISSING = {
    "Scene": {
        "exchange_shapes": "to come: colliders are removed and added",
        "deserialize": "pickle and JSON",
        "serialize": "pickle and JSON",
        "validate": "for tests of the engine",
        "to_level": "to come with level files",
        "profile": "to come",
        "revision": "to come with recordings",
        "edit": "edits as values: to come with recordings",
        "record": "to come with recordings",
        "is_recording": "to come with recordings",
        "take_recording": "to come with recordings",
        "rewind": "to come with recordings",
        "extract": "to come with parts",
        "insert": "to come with parts",
        "part_of": "to come with parts",
        "island_of": "to come with parts",
        "islands": "to come with parts",
        "add_portal": "to come with portals",
        "images": "to come with portals",
        "portal": "to come with portals",
        "portal_count": "to come with portals",
        "portal_mut": "to come with portals",
        "portal_on_way": "to come with portals",
        "portals": "to come with portals",
        "remove_portal": "to come with portals",
        "cast_mover": "to come with characters",
        "surfaces_near": "to come with characters",
        "cast_shape_each": "visitors that clip: to come",
        "cast_shape_turning_each": "visitors that clip: to come",
        "explosion_on": "to come",
        "field_pose": "to come",
        "shape_in_field": "to come",
        "debug_draw": "`to_svg`",
        "predict": "to come with predictions",
        "empty": "of the reader of files",
        "world": "of the reader of files",
        "finish_body": "of the reader of files",
        "set_toughness": "of the reader of files",
    },
    "Body": {"turn_back_to": "of the solver's type of this name"},
    "Snapshot": {"shares_with": "for tests of the engine", "default": "empty snapshots"},
    "JointRef": {"solved_as": "to come"},
    "ContactMut": {"retain_points": "to come"},
    "Field": {"area": "a description is not read"},
}
ALWAYS = {"serialize", "deserialize", "fmt", "eq", "default", "clone", "from"}


def functions(name):
    """Names of the public functions of a Rust type."""
    pattern = re.compile(rf"^pub (?:const )?fn \S*?(?<=[:]){name}(?:<[^>]*>)?::(\w+)\W")
    found = set()
    for file in API.glob("umbra-*.txt"):
        for line in file.read_text().splitlines():
            match = pattern.match(line)
            if match and f"::{name}" in line.split("(")[0]:
                found.add(match[1])
    return found


def is_there(name, classes):
    bare = re.sub(r"^(is|has|set)_", "", name)
    bare = re.sub(r"_locked$", "", bare)
    names = {name, bare, f"lock_{bare}"}
    options = re.findall(r"    (\w+): ", _stub())
    for known in names:
        if hasattr(umbra2d, known) or known in options:
            return True
        if any(hasattr(getattr(umbra2d, owner), known) for owner in classes):
            return True
    return False


def _stub():
    return Path(umbra2d.__file__).with_suffix(".pyi").read_text()


@pytest.mark.skipif(not API.is_dir(), reason="needs the sources of the engine")
@pytest.mark.parametrize("name", TYPES)
def test_every_function_has_a_name(name):
    known = functions(name)
    assert known, f"docs/api has nothing about {name}"
    renamed, missing = RENAMED.get(name, {}), MISSING.get(name, {})
    lacking = []
    for function in sorted(known - ALWAYS - set(missing)):
        if not is_there(renamed.get(function, function), TYPES[name]):
            lacking.append(function)
    assert lacking == []
    if name == "Scene":
        there = [it for it in missing if hasattr(umbra2d.Scene, it)]
        assert there == [], "listed as missing, but there"
