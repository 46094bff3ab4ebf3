"""The report as Markdown: all that the text says, tables of one width, images that hold themselves."""

import re
from base64 import b64decode
from contextlib import closing

from gradertui.events import commented
from gradertui.report import FORMATS, gather
from gradertui.report.blocks import Lead, Say, Title
from gradertui.report.markdown import plain
from gradertui.report.text import sections
from gradertui.session import Session


def report(folder):
    with closing(Session(folder)) as session:
        return gather(session)


def test_what_the_text_says_stands_in_it_in_the_same_order(example, toned):
    for found in (report(example(40)), report(toned())):
        written, at = FORMATS["md"](found), 0
        for block in (block for section in sections(found) for block in section):
            if isinstance(block, Title | Lead | Say):
                at = written.find(plain(block.text), at)
                assert at >= 0, block.text


def test_every_table_has_rows_of_one_width(example):
    written = FORMATS["md"](report(example()))
    tables = re.findall(r"(?:^\|.*\n)+", written, re.MULTILINE)
    assert len(tables) > 5
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_every_image_has_words_and_holds_itself(example):
    written = FORMATS["md"](report(example()))
    images = re.findall(r"!\[(.+?)(?<!\\)\]\[(plot-\d+)\]", written)
    assert len(images) >= 3
    for words, name in images:
        assert re.search(r"\d", words)
        held = re.search(rf"^\[{name}\]: data:image/svg\+xml;base64,(\S+)$", written, re.MULTILINE)
        assert b64decode(held[1]).startswith(b"<svg ")
    assert "](http" not in written


def test_what_a_session_says_never_acts(example):
    folder = example()
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        task = next(iter(log.tasks())).task_id
        wicked = "1. <b>x</b> | `y` [z](http://z) **w** @somebody www.w.org $m$"
        log.append_all([commented(task, 0, wicked)], "2026-03-01T11:00:00.000+00:00")
    written = FORMATS["md"](report(folder))
    read = written[: written.index("<details>")]
    line = next(line for line in read.splitlines() if "somebody" in line)
    assert r"&lt;b&gt;x&lt;/b&gt; \| \`y\` \[z\](http:\//z) \*\*w\*\* &#64;somebody www\.w.org \$m\$" in line


def test_a_line_that_would_begin_a_list_does_not():
    assert plain("12. a") == r"12\. a"
    assert plain("- a") == r"\- a"
    assert plain("# a") == r"\# a"
    assert plain("a - b") == "a - b"
