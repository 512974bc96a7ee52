"""The programs of `docs/guide/python.md` run; names in tables of the guide are there."""

import re
from pathlib import Path

import pytest
import umbra2d

GUIDE = Path(__file__).parents[3] / "docs" / "guide"
needs_guide = pytest.mark.skipif(not GUIDE.is_dir(), reason="needs the sources of the engine")


@needs_guide
def test_the_guide_runs(tmp_path, monkeypatch, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    page = GUIDE / "python.md"
    programs = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    assert len(programs) > 8
    names = {}
    for program in programs:
        exec(compile(program, str(page), "exec"), names)
    printed = capsys.readouterr().out
    assert "None\n" in printed and (tmp_path / "film.svg").is_file()


def table_of(page):
    """First and last cells of the rows below `## Names`."""
    text = (GUIDE / page).read_text()
    section = re.search(r"^## Names$(.*?)^## ", text, re.M | re.S)[1]
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    assert "`umbra2d`" in rows[0][-1]
    return [(row[0], row[-1]) for row in rows[1:]]


def is_there(name):
    """True for a member, a function or a keyword of `umbra2d`."""
    if name.endswith("="):
        stub = Path(umbra2d.__file__).with_suffix(".pyi").read_text()
        return f"    {name[:-1]}: " in stub
    if name == "None":
        return True
    there = umbra2d
    for part in name.removesuffix("()").split("."):
        if not hasattr(there, part):
            return False
        there = getattr(there, part)
    return name.endswith("()") == (callable(there) and "." not in name) or isinstance(there, type)


@needs_guide
@pytest.mark.parametrize(("page", "least"), [("from-pymunk.md", 40), ("from-pybox2d.md", 40)])
def test_names_of_a_table_are_there(page, least):
    rows = table_of(page)
    assert len(rows) >= least
    lacking = [
        (theirs, name)
        for theirs, ours in rows
        for name in re.findall(r"`([^`]+)`", ours)
        if not is_there(name)
    ]
    assert lacking == []
