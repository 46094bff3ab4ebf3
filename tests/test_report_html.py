"""The report that is sent: one HTML file, whole, with nothing to load, saying what the text says and no more."""

import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from gradertui.cli.demo import build
from gradertui.events import commented, labelled
from gradertui.report import FORMATS, document, gather
from gradertui.report.blocks import Lead, Say, Title
from gradertui.report.text import sections
from gradertui.session import Session

AT = "2026-03-01T11:00:00.000+00:00"
ARMS = {"grade": ("Alba sin notas", "Alba con notas", "Brisa con notas"), "tone": ("Lucía", "Martín")}
EMPTY = {"meta", "link", "br", "img"}
"""Elements without an end."""


class Read(HTMLParser):
    """What a page is made of; whatever is left open or closed twice is a fault."""

    def __init__(self, page):
        super().__init__()
        self.open, self.faults, self.all = [], [], []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        if not {"script", "style", "svg"} & set(self.open):
            self.text += data

    def each(self, tag):
        return [attrs for name, attrs in self.all if name == tag]


def report(folder, *graders):
    with closing(Session(folder)) as session:
        return gather(session, graders)


def page(folder):
    return FORMATS["html"](report(folder))


@pytest.fixture(scope="session", params=["grade", "tone", "preference"])
def whole(request, demos):
    """The page of an example that is labelled whole; each is drawn once."""
    return page(demos / f"demo-{request.param}")


def append(folder, grader, *events):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


@pytest.fixture
def preferred(tmp_path):
    """The example of preference, labelled without reading."""
    folder = tmp_path / "sessions" / "demo-preference"
    shipped = Path(__file__).parents[1] / "sessions" / "demo-preference"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    build(folder)

    def label(n=48):
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            said = [
                labelled(task.task_id, at, "ABTAZ0AB"[at % 8], active_ms=3000, blind=True, screen="live")
                for at, task in enumerate(log.tasks())
                if at < n
            ]
            log.append_all([session.frozen(), *said], AT)
        return folder

    return label


@pytest.fixture(params=["grade", "tone", "preference"])
def labelled_so_far(request, example, toned, preferred):
    """The example of a mode, with so many labels."""
    return {"grade": example, "tone": toned, "preference": preferred}[request.param]


def test_a_page_is_whole_and_its_headings_come_in_order(labelled_so_far):
    read = Read(page(labelled_so_far(48)))
    assert (read.open, read.faults) == ([], [])
    levels = [int(tag[1]) for tag, _attrs in read.all if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert read.each("html")[0]["lang"] == "en"
    ids = [attrs["id"] for _tag, attrs in read.all if attrs.get("id")]
    assert len(ids) == len(set(ids))


def test_a_page_loads_nothing(whole):
    text = whole
    read = Read(text)
    for tag, attrs in read.all:
        assert not {"src", "srcset", "data", "action", "poster"} & attrs.keys()
        for name in ("href", "xlink:href"):
            assert attrs.get(name, "#").startswith(("#", "data:text/csv;"))
        assert tag not in ("link", "iframe", "object", "embed", "img")
    assert all(found.startswith("#") for found in re.findall(r"url\(([^)]*)", text))
    assert "@import" not in text
    assert [attrs.get("type") for attrs in read.each("script")] == ["application/json"]
    assert "default-src 'none'" in text


def test_tables_have_captions_and_heads_and_plots_have_words(whole):
    text = whole
    read = Read(text)
    assert len(read.each("table")) == len(read.each("caption")) == text.count("data:text/csv;") > 2
    assert {attrs.get("scope") for attrs in read.each("th")} <= {"col", "row", "rowgroup"}
    plots = read.each("svg")
    assert plots
    ids = {attrs.get("id") for _tag, attrs in read.all}
    for attrs in plots:
        assert attrs["role"] == "img"
        assert set(attrs["aria-labelledby"].split()) <= ids
    words = re.findall(r"<desc [^>]*>(.*?)</desc>", text, re.DOTALL)
    assert len(words) == len(plots)
    assert all(re.search(r"\d", each) for each in words)


def test_what_the_text_says_stands_in_the_page_in_the_same_order(labelled_so_far):
    found = report(labelled_so_far(40))
    read = " ".join(Read(FORMATS["html"](found)).text.split())
    read = read[read.index(found.name) :]
    at = 0
    for block in (block for section in list(sections(found))[1:] for block in section):
        if isinstance(block, Title | Lead | Say):
            at = read.find(" ".join(block.text.split()), at)
            assert at >= 0, block.text


def test_the_same_report_gives_the_same_bytes_in_another_process(example):
    folder = example()
    program = (
        "import sys; from pathlib import Path; from gradertui.locale import use; use('en'); "
        "from gradertui.session import Session; from gradertui.report import FORMATS, gather; "
        f"sys.stdout.reconfigure(encoding='utf-8'); report = gather(Session(Path({str(folder)!r}))); "
        "print(FORMATS['html'](report), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=os.environ | {"PYTHONHASHSEED": "7"}, check=True
    )
    assert done.stdout.decode() == page(folder)


def test_what_a_session_says_never_acts(example):
    folder = example()
    with closing(Session(folder)) as session, closing(session.log("ana")) as log:
        task = next(iter(log.tasks())).task_id
    wicked = "</script><script>alert(1)</script><!-- <img src=http://x onerror=y> \u202e &amp; $x$"
    append(folder, "ana", commented(task, 0, wicked))
    found = report(folder)
    text = FORMATS["html"](found)
    read = Read(text)
    assert (read.open, read.faults) == ([], [])
    assert len(read.each("script")) == 1
    assert not read.each("img")
    assert "‹RLO› &amp; $x$" in read.text
    assert "\u202e" not in text.replace(text[text.index('<script type="application/json"') :], "")
    held = text[text.index('id="report">') + len('id="report">') : text.rindex("</script>")]
    assert json.loads(held) == json.loads(json.dumps(document.document(found)))
    assert "<" not in held


def unfolded(text):
    """A page with its tables of data opened."""
    held = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    return unescape(text) + "".join(b64decode(each).decode() for each in held)


@pytest.mark.parametrize("kind", ["html", "md"])
@pytest.mark.parametrize("mode", ["grade", "tone"])
def test_under_codes_no_arm_is_named_and_plots_show_the_numbers_of_the_text(mode, kind, example, toned):
    found = report({"grade": example, "tone": toned}[mode](40))
    written = unfolded(FORMATS[kind](found))
    assert not found.named
    assert not [arm for arm in ARMS[mode] if arm in written]
    said = set(re.findall(r"[\d.]+", FORMATS["text"](found)))
    words = re.findall(r"<desc [^>]*>(.*?)</desc>", written, re.DOTALL)
    shown = [each for each in words if "s/label" not in each]
    assert shown
    for each in shown:
        assert {number.strip(".") for number in re.findall(r"[\d.]+", each)} - {""} <= said


def test_a_sealed_plan_draws_pace_and_nothing_else(example):
    folder = example(0)
    plan = folder / "session.toml"
    plan.write_text(plan.read_text("utf-8").replace('statistics = "live"', 'statistics = "sealed"'), "utf-8")
    shutil.rmtree(folder / "labels")
    text = page(example(40))
    (words,) = re.findall(r"<desc [^>]*>(.*?)</desc>", text, re.DOTALL)
    assert re.fullmatch(r"(up to label \d+: \d\.\d s/label(; |\.))+", words)


def test_data_have_a_point_where_the_page_has_a_comma(example, spanish):
    text = page(example())
    (first, second, *_rest) = (b64decode(each).decode() for each in re.findall(r"base64,([A-Za-z0-9+/=]+)", text))
    assert "<td>0,320</td>" in text
    assert "0.320" in second
    assert "0,320" not in second
    assert first.splitlines()[1].startswith("Alba sin notas,")


def test_a_real_file_has_a_page(real, said, tmp_path):
    assert said("new", "panda", real("pandalm-ab-260-319.json"), "--seed", "5")[0] == 0
    status, out, err = said("report", "panda", "--format", "html")
    assert (status, err) == (0, "")
    read = Read(out)
    assert (read.open, read.faults) == ([], [])
    assert "180 labels came in from files" in read.text
    assert len(read.each("svg")) == 3
