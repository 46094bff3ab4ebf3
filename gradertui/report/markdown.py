"""A report as one Markdown file, as GitHub writes it: tables, and plots as images that the file holds itself.

What images and data are stands at the end of the file, so that what is read before it can be read as it is.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from html import escape

from gradertui.locale import _
from gradertui.report import cells, document, text
from gradertui.report.blocks import Aside, Block, Lead, Plot, Say, Table, Terms, Title
from gradertui.report.parts import Report
from gradertui.report.plots import Picture
from gradertui.report.plots.canvas import svg
from gradertui.text import json_text

_ACTS = re.compile(r"[\\`*_{}\[\]#|~$]|(?<=:)/(?=/)|(?<=www)\.")
"""What Markdown takes for more than a character, and what would make an address a link."""
_BEGINS = re.compile(r"^(\d{1,9})([.)])|^([-+=])")
"""What begins a list, or underlines."""


def write(report: Report) -> str:
    """The whole file."""
    page = _Page()
    written = [told for section in text.sections(report, sent=True) for block in section for told in page.block(block)]
    return "\n\n".join([*written, *_document(report), "\n".join(page.held)]) + "\n"


def _document(report: Report) -> Iterator[str]:
    """All numbers as JSON, folded up."""
    held = json_text(document.document(report))
    yield f"<details><summary>{escape(_('All numbers of this report as JSON'))}</summary>"
    yield f"```json\n{held}\n```"
    yield "</details>"


def plain(told: str) -> str:
    r"""A text that Markdown shows as it is, nothing of it acting.

    Examples:
        >>> print(plain("1. <b> | [a](http://b) *c*"))
        1\. &lt;b&gt; \| \[a\](http:\//b) \*c\*
    """
    return _BEGINS.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", _safe(told))


def _safe(told: str) -> str:
    """A text within a line."""
    return _ACTS.sub(r"\\\g<0>", escape(told, quote=False)).replace("@", "&#64;")


class _Page:
    """Writes blocks one after the other, and keeps what the end of the file has to hold."""

    def __init__(self) -> None:
        self.held: list[str] = []
        """Where images and data are defined."""
        self._titled = False
        self._tables = 0
        self._plots = 0

    def block(self, block: Block) -> Iterator[str]:
        """A block as paragraphs; nothing for what only a terminal shows."""
        match block:
            case Title(told):
                yield f"{'##' if self._titled else '#'} {_safe(told)}"
                self._titled = True
            case Lead(told):
                yield f"### {_safe(told)}"
            case str() | Aside():
                told = block if isinstance(block, str) else block.text
                yield from [plain(told.strip())] if told else []
            case Say(told, indent):
                yield f"- {plain(told)}" if indent else plain(told)
            case Terms(rows):
                yield "\n".join(f"- **{_safe(term)}**: {_safe(said)}" for term, said in rows)
            case Table():
                yield from self._table(block)
            case Plot(make):
                yield from self._plot(make)

    def _table(self, table: Table) -> Iterator[str]:
        head, *rows = cells.rows(table)
        numbers = len(table.frame.columns)
        under = ["---"] * (len(head) - numbers) + ["--:"] * numbers
        yield "\n".join([_row(map(_safe, head)), _row(under), *(_row(map(_safe, row)) for row in rows)])
        yield from (f"- {plain(note.text)}" for part in table.parts for note in part.notes)
        self._tables += 1
        self.held.append(f"[table-{self._tables}]: {cells.link(table)}")
        yield f"[{_('this table as CSV')}][table-{self._tables}]"

    def _plot(self, make: Callable[[], Picture]) -> Iterator[str]:
        self._plots += 1
        picture, name = make(), f"plot-{self._plots}"
        drawn = svg(picture, name, ink="#1b1b1b", paper="#ffffff")
        self.held.append(f"[{name}]: data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}")
        yield f"![{_safe(picture.words)}][{name}]"
        yield plain(picture.caption)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
