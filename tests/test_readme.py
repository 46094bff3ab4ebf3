"""What the README shows is what the program says: pictures, reports, Python, and the places its links lead to."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from examples import example

from gradertui.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readme") / "sessions"
    for mode in ("grade", "tone", "preference"):
        example(folder, mode)
    return folder


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_each_part_of_a_report_is_what_report_prints(sessions, capsys):
    printed = ""
    for mode in ("grade", "tone", "preference"):
        assert main(["report", f"demo-{mode}", "--sessions", str(sessions), "--lang", "en"]) == 0
        printed += capsys.readouterr().out
    shown = [block for block in blocks("text") if "gradertui" not in block]
    assert len(shown) == 3
    for block in shown:
        assert block in printed


def test_the_python_runs_and_gives_what_is_said(sessions, monkeypatch):
    monkeypatch.chdir(sessions.parent)
    session, statistics = blocks("python")
    told = StringIO()
    with redirect_stdout(told):
        exec(session, {})
    assert "Alba sin notas" in told.getvalue()
    names: dict[str, object] = {}
    exec(statistics, names)
    for call, said in re.findall(r"^(\w+\(.*?\))\s+# ([^,\n]+(?:, high=[^,\n]+)?)", statistics, re.MULTILINE):
        assert repr(eval(call, names)) == said


def test_links_lead_somewhere():
    headings = re.findall(r"^#+ (.*)", README, re.MULTILINE)
    places = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert any(link.endswith(".svg") for link in links)
    for link in links:
        assert link[1:] in places if link.startswith("#") else (ROOT / link).is_file(), link


def test_every_picture_is_shown():
    shown = set(re.findall(r"pictures/(\S+?)\)", README))
    assert {path.name for path in (ROOT / "tests" / "pictures").iterdir()} == shown
