"""Every public function of the Rust interface has a name in Python, or a reason why not.

`docs/api` lists the Rust interface. The types below are compared; the others are values that
Python writes as keywords, words or tuples.
"""

import inspect
import re
from pathlib import Path

import pytest
import umbra2d
from rust_types import COVERED, EXCEPTIONS, MEMBERS, USERS

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
    "Portal": ["Portal", "PortalDef"],
    "PortalMut": ["Portal"],
    "Part": ["Part"],
    "Inserted": ["Inserted"],
    "NewShapes": ["NewShapes"],
    "Recorder": ["Scene"],
    "Recording": ["Recording"],
    "Replay": ["Replay"],
    "MoverHit": ["MoverHit"],
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
        "remove_portal": "remove",
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
        "field_pose": "world_pose",
        "shape_in_field": "shape_in",
        "portal_mut": "portal",
        "cast_shape_each": "cast_shape_all",
        "cast_shape_turning_each": "cast_shape_all",
    },
    "BodyMut": {
        "apply_force_at": "apply_force",
        "apply_impulse_at": "apply_impulse",
        "drop_through": "drops_through",
        "without_waking": "apply_force",
        "view": "key",
    },
    "BodyRef": {"rotation": "pose", "to_builder": "to_def"},
    "Body": {"lock_translation_x": "lock_translation", "lock_translation_y": "lock_translation"},
    "Collider": {
        "at": "position",
        "at_pose": "offset",
        "new": "collider",
        "tiles_from_str": "tiles",
        "turned": "angle",
    },
    "Field": {"at": "position", "at_pose": "pose", "on": "body"},
    "ColliderRef": {
        "material_of": "materials",
        "shapes_on_body": "local_shapes",
        "to_builder": "to_def",
    },
    "JointMut": {
        "remove_limits": "limits",
        "reset_softness": "softness",
        "remove_motor": "motor",
        "remove_springs": "spring",
        "remove_target": "target",
        "view": "key",
    },
    "FieldMut": {"view": "kind"},
    "Snapshot": {"hash": "state_hash"},
    "ContactMut": {"set_friction": "friction"},
    "Portal": {"from": "start", "to": "end", "new": "portal", "checked": "__eq__"},
    "PortalMut": {"view": "key"},
    "Part": {"bodies": "body_keys"},
    "Inserted": {"all_bodies": "body", "all_joints": "joint"},
    "NewShapes": {"add_with": "__new__", "add": "__new__", "keep": "__new__", "new": "__new__"},
    "Replay": {"new": "__new__"},
}

# What Python does not have, and why.
MISSING = {
    "Scene": {
        "deserialize": "pickle and JSON",
        "serialize": "pickle and JSON",
        "validate": "checks links between arrays of the engine: for its own tests",
        "empty": "of the reader of files",
        "world": "of the reader of files",
        "finish_body": "of the reader of files",
        "set_toughness": "of the reader of files",
    },
    "Body": {"turn_back_to": "of the solver's type of this name"},
    "Snapshot": {
        "shares_with": "measures memory for tests of the engine",
        "default": "an empty snapshot is of no use: `Scene.snapshot` makes new ones",
    },
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
    owners = [getattr(umbra2d, owner) for owner in TYPES[name]]
    there = [it for it in missing if any(hasattr(owner, it) for owner in owners)]
    assert there == [], "listed as missing, but there"


# Types of `umbra_play` and what stands for them: Python classes, a dictionary of keywords in the
# stubs, a method with keywords, or words of a type in the stubs.
PLAY = {
    "Assembly": ["Assembly"],
    "Axle": ["Axle"],
    "Balance": ["Balance"],
    "Bone": "_Bone",
    "BridgeSettings": "_BridgeOptions",
    "Car": ["Car"],
    "CarSettings": ["CarSettings"],
    "Character": ["Character"],
    "CharacterInput": "Character.step",
    "CharacterSettings": ["CharacterSettings"],
    "ClothSettings": "_ClothOptions",
    "Controls": "Car.drive",
    "Crush": ["CharacterCrush"],
    "Drive": ["Drive"],
    "DriveSettings": "_DriveToOptions",
    "Driven": ["Assembly"],
    "End": "_End",
    "FixedTimestep": ["FixedTimestep"],
    "Grip": ["Grip"],
    "Ground": ["Ground"],
    "Hit": ["CharacterHit"],
    "HitKind": "CharacterHit",
    "Inexact": "Prediction",
    "Mask<'a>": [],
    "MaskSettings": "_MaskOptions",
    "Moved": ["Moved"],
    "Moved<'_>": "Character.step",
    "Outline": ["Outline"],
    "Outlines": ["Outlines"],
    "Predict": "_PredictOptions",
    "PredictScene": ["Scene"],
    "Predicted": ["Predicted"],
    "Prediction": ["Prediction"],
    "Predictor": ["Predictor"],
    "Push": ["Push"],
    "RagdollPose": ["RagdollPose", "Assembly"],
    "RagdollSettings": "_RagdollOptions",
    "RootTarget": ["RootTarget"],
    "RopeSettings": "_RopeOptions",
    "Screen": ["Screen"],
    "Slide": ["Slide"],
    "SoftBody": ["SoftBody"],
    "SoftSettings": "_SoftOptions",
    "TopDownCar": ["TopDownCar"],
    "TopDownSettings": ["TopDownSettings"],
    "Touch": ["PredictedTouch"],
    "Tyre": ["Tyre"],
    "TyreState": ["TyreState"],
    "WheelState": ["WheelState"],
}
PLAY_RENAMED = {
    "Bone::ALL": "head",
    "Bone::body": "bone",
    "Bone::joint": "bone_joint",
    "Character::step_with": "step",
    "Driven::is_whole": "drive_to",
    "Driven::missing": "drive_to",
    "DriveSettings::weight": "weights",
    "End::Body": "Body",
    "FixedTimestep::with_max_steps": "max_steps",
    "Mask<'a>::from_bytes": "outlines_from_mask",
    "Mask<'a>::from_rgba": "outlines_from_mask",
    "Mask<'a>::outlines": "outlines_from_mask",
    "Mask<'a>::outlines_with": "outlines_from_mask",
    "Predict::edit": "edits",
    "Predictor::predict_with": "predict",
    "Predictor::predict_with_hooks": "predict",
    "RagdollPose::STANDING": "__new__",
    "RagdollPose::angle": "__getitem__",
    "RagdollPose::capture": "ragdoll_pose",
    "RagdollPose::with": "replace",
    "Screen::look_at": "center",
    "Screen::looking_at": "center",
    "Screen::turned": "set_angle",
    "Screen::with_corner_at": "__new__",
    "Screen::y_down": "__new__",
}
PLAY_MISSING = {
    "Predict::bodies": "the first parameter of `Scene.predict`",
    "Predict::body": "the first parameter of `Scene.predict`",
    "Mask<'a>::alpha": "an array has its pixels",
    "Mask<'a>::size": "an array has its shape",
    "Mask<'a>::with_stride": "slices of arrays choose a channel",
    "Predictor::prediction": "`predict` returns it",
}


def names_of_play():
    """Functions, fields and variants of `umbra_play`: pairs of a type or nothing, and a name."""
    start = r"^pub (?:const )?(?:fn )?umbra_(?:play|core::scene)::"
    pattern = re.compile(start + r"([\w:<>'_]+?)(?:\(|:? |$)")
    found = set()
    for line in (API / "umbra-play.txt").read_text().splitlines():
        if match := pattern.match(line):
            *path, name = match[1].rstrip(":").split("::")
            owner = path[-1] if path and path[-1][0].isupper() else ""
            found.add((owner, name))
    return found


def block_of(name, text):
    """The lines of a class or a type in the stubs, if it is there."""
    found = re.search(rf"^(?:class )?{name}\b.*?(?=^\S(?<![\]\)])|\Z)", text, re.M | re.S)
    return found[0] if found else ""


def words_of(name, text):
    """Words of a class or a type in the stubs, with those of the classes that it extends."""
    block = block_of(name, text)
    bases = re.findall(r"_\w+Options", block.splitlines()[0].removeprefix(f"class {name}"))
    return set(re.findall(r"\w+", block)).union(*(words_of(base, text) for base in bases))


def is_in_play(name, place):
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    names = {name, snake, re.sub(r"^set_", "", name.removesuffix("_with"))}
    if isinstance(place, list):
        owners = [getattr(umbra2d, it) for it in place] + [umbra2d.build, umbra2d.Scene]
        return any(hasattr(owner, it) for owner in owners for it in names)
    if "." in place:
        owner, method = place.split(".")
        parameters = inspect.signature(getattr(getattr(umbra2d, owner), method)).parameters
        return bool(names & set(parameters))
    if hasattr(umbra2d.Assembly, name):
        return True
    text = _stub() + Path(umbra2d.build.__file__).with_suffix(".pyi").read_text()
    return bool(names & words_of(place, text))


@pytest.mark.skipif(not API.is_dir(), reason="needs the sources of the engine")
def test_every_name_of_play():
    known = names_of_play()
    assert len(known) > 250 and {owner for owner, _ in known} - {"", "Scene"} <= set(PLAY)
    lacking = []
    for owner, name in sorted(known):
        full = f"{owner}::{name}"
        if name in ALWAYS or name == "new" or full in PLAY_MISSING:
            continue
        name = PLAY_RENAMED.get(full, name)
        if not is_in_play(name, PLAY.get(owner, [])):
            lacking.append(full)
    assert lacking == []
    assert not [it for it in PLAY_MISSING if tuple(it.split("::")) not in known]


def paths_of_rust(item):
    """Paths of the public items in every page that match a pattern."""
    for file in API.glob("*.txt"):
        for line in file.read_text().splitlines():
            if match := item.match(re.sub(r"<[^<>]*>", "", line)):
                yield match[1].rstrip(":").split("::")


def types_of_rust():
    """Crate and name of every public type in every page, of all modules it is listed in."""
    kinds = "struct|enum|trait|type|union"
    item = re.compile(rf"^(?:#\[[\w()]+\] )*pub (?:unsafe )?(?:{kinds}) ([\w:]+)")
    found = set()
    for path in paths_of_rust(item):
        # A type within another one keeps the name of that.
        owners = [it for it in path[1:-1] if it[0].isupper() or re.match(r"f32x", it)]
        found.add("::".join([path[0], *owners, path[-1]]))
    return found


def names_of_prelude():
    """Types that the prelude names."""
    text = (API / "umbra.txt").read_text()
    return set(re.findall(r"^pub use umbra::prelude::([A-Z]\w+)$", text, re.M))


def is_in_python(place):
    """True if a name of `rust_types.py` is there."""
    *owners, name = re.sub(r"\(.*", "", place).split(".")
    keyword = re.search(r"\((\w+)\)", place)
    if name.startswith("_") and not owners:
        text = _stub() + Path(umbra2d.build.__file__).with_suffix(".pyi").read_text()
        block = block_of(name, text)
        return bool(block) and (not keyword or f"    {keyword[1]}: " in block)
    there = umbra2d
    for part in (*owners, name):
        if not hasattr(there, part):
            return False
        there = getattr(there, part)
    return not keyword or keyword[1] in inspect.signature(there).parameters


@pytest.mark.skipif(not API.is_dir(), reason="needs the sources of the engine")
def test_every_type_has_a_name_or_a_reason():
    known = types_of_rust()
    assert len(known) > 200
    unjudged = []
    for name in sorted(known - set(COVERED) - set(EXCEPTIONS)):
        crate, _, bare = name.partition("::")
        if crate not in USERS or not inspect.isclass(getattr(umbra2d, bare, None)):
            unjudged.append(name)
    assert unjudged == []
    assert [it for it in names_of_prelude() if not any(n.endswith(f"::{it}") for n in known)] == []


def test_names_of_types_are_there():
    places = [(name, place) for name, places in COVERED.items() for place in places]
    lacking = [pair for pair in places if not is_in_python(pair[1])]
    assert lacking == []
    assert all(len(reason) > 5 for reason in EXCEPTIONS.values())


@pytest.mark.skipif(not API.is_dir(), reason="needs the sources of the engine")
def test_no_type_is_listed_in_vain():
    known = types_of_rust()
    assert not set(COVERED) & set(EXCEPTIONS)
    assert sorted((set(COVERED) | set(EXCEPTIONS)) - known) == []


def members_of_rust():
    """Functions, fields and variants of each type, by crate and name."""
    item = re.compile(r"^pub (?:const )?(?:fn )?([\w:]+)")
    found = {}
    for path in paths_of_rust(item):
        if len(path) > 2 and path[-2][0].isupper():
            found.setdefault(f"{path[0]}::{path[-2]}", set()).add(path[-1])
    return found


@pytest.mark.skipif(not API.is_dir(), reason="needs the sources of the engine")
def test_every_member_of_a_class_of_the_same_name():
    members, lacking = members_of_rust(), []
    # Edits have a kind, and are written as JSON.
    listed = {*COVERED, *EXCEPTIONS, "umbra_core::Edit"}
    for full in sorted(types_of_rust() - listed):
        name = full.split("::")[1]
        if name in TYPES or name in PLAY:
            continue  # above
        missing, words = MEMBERS.get(full, {}), words_of(name, _stub())
        there = members.get(full, set())
        assert set(missing) <= there, "listed in vain"
        for member in sorted(there - ALWAYS - set(missing)):
            word = re.sub(r"(?<!^)(?=[A-Z])", "_", member).lower()
            if not is_there(member, [name]) and word not in words:
                lacking.append(f"{full}::{member}")
    assert lacking == []
