"""The programs of `docs/guide/python.md` run, one after the other, in one program."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "python.md"


@pytest.mark.skipif(not GUIDE.is_file(), reason="needs the sources of the engine")
def test_the_guide_runs(tmp_path, monkeypatch, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)
    assert len(programs) > 8
    names = {}
    for program in programs:
        exec(compile(program, str(GUIDE), "exec"), names)
    printed = capsys.readouterr().out
    assert "None\n" in printed and (tmp_path / "film.svg").is_file()
