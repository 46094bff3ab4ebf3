"""A report as one HTML file that opens without a network: nothing in it is loaded, and nothing needs a script.

Tables have their data below them as links that hold it, the whole document stands at the end as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from gradertui import __version__
from gradertui.locale import _, language
from gradertui.report import cells, document, text
from gradertui.report.blocks import UNBROKEN, Aside, Block, Lead, Part, Plot, Say, Section, Table, Terms, Title
from gradertui.report.parts import Report
from gradertui.report.plots import Picture
from gradertui.report.plots.canvas import svg
from gradertui.report.style import STYLE
from gradertui.text import json_text, one_line

_CLOSED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a browser may load: nothing."""


def write(report: Report) -> str:
    """The whole file."""
    page = _Page()
    body = "".join(page.section(section) for section in text.sections(report, sent=True))
    name = escape(one_line(report.title or report.name))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="gradertui {__version__}">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_CLOSED}">\n'
        f"<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{_with_contents(body, page.contents())}{_document(report)}</body>\n</html>\n"
    )


def _with_contents(body: str, contents: str) -> str:
    """The contents stand before the second heading."""
    at = body.find("<h2")
    return body + contents if at < 0 else body[:at] + contents + body[at:]


def _document(report: Report) -> str:
    """All numbers as JSON; no text in it can end the element that holds it."""
    held = json_text(document.document(report)).replace("<", "\\u003c")
    words = _("All numbers of this report stand at the end of this file as JSON, in the element “report”.")
    return f'<p class="data">{escape(words)}</p>\n<script type="application/json" id="report">{held}</script>\n'


class _Page:
    """Writes blocks one after the other, and knows what stands above: it is the caption of a table."""

    def __init__(self) -> None:
        self._titles: list[str] = []
        self._lead = ""
        self._tables = 0
        self._plots = 0

    def contents(self) -> str:
        """Links to all sections but the first, which is the page."""
        links = (f'<li><a href="#s{n}">{escape(told)}</a></li>\n' for n, told in enumerate(self._titles) if n)
        return f'<nav aria-label="{escape(_("Contents"))}"><ol>\n{"".join(links)}</ol></nav>\n'

    def section(self, blocks: Section) -> str:
        """Blocks that belong together; of those that say something here."""
        return "".join(map(self._block, _spoken(blocks)))

    def _block(self, block: Block) -> str:
        match block:
            case Title(told):
                return self._title(told)
            case Lead(told):
                self._lead = told
                return f"<h3>{escape(told)}</h3>\n"
            case str() | Aside():
                return _paragraph(block if isinstance(block, str) else block.text)
            case Say(told, indent):
                return _paragraph(told, "in" if indent else "")
            case Terms(rows):
                told = "".join(f"<dt>{escape(term)}</dt><dd>{escape(said)}</dd>\n" for term, said in rows)
                return f"<dl>\n{told}</dl>\n"
            case Table():
                return self._table(block)
            case Plot(make):
                return self._plot(make)
        return ""

    def _title(self, told: str) -> str:
        n, self._lead = len(self._titles), ""
        self._titles.append(told)
        return f'<h2 id="s{n}">{escape(told)}</h2>\n' if n else f"<h1>{escape(told)}</h1>\n"

    def _caption(self) -> str:
        """What stands above, numbered."""
        self._tables += 1
        told = " · ".join(each for each in (self._titles[-1], self._lead) if each)
        return _("Table {n}. {caption}").format(n=self._tables, caption=told)

    def _table(self, table: Table) -> str:
        caption = escape(self._caption())
        held = f'<a download="table-{self._tables}.csv" href="{cells.link(table)}">{escape(_("this table as CSV"))}</a>'
        return (
            f'<div class="box" tabindex="0" role="region" aria-label="{caption}">\n<table>\n'
            f"<caption>{caption}</caption>\n{_head(table)}{_body(table)}</table>\n</div>\n"
            f'<p class="data">{held}</p>\n'
        )

    def _plot(self, make: Callable[[], Picture]) -> str:
        self._plots += 1
        picture = make()
        drawn = svg(picture, f"plot-{self._plots}")
        caption = escape(_("Figure {n}. {caption}").format(n=self._plots, caption=picture.caption))
        return (
            f'<figure>\n<div class="box" tabindex="0" role="region" aria-label="{caption}">{drawn}</div>\n'
            f"<figcaption>{caption}</figcaption>\n</figure>\n"
        )


def _spoken(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks without the blank lines that a terminal needs."""
    return (block for block in blocks if block != "")


def _paragraph(told: str, of: str = "") -> str:
    safe = escape(told.strip().replace(" %", UNBROKEN + "%"))
    return f'<p class="{of}">{safe}</p>\n' if of else f"<p>{safe}</p>\n"


def _head(table: Table) -> str:
    over = [
        f'<th scope="col" class="name">{escape(each)}</th>' if each else "<td></td>" for each in cells.corner(table)
    ]
    corner = "".join(over)
    heads = "".join(f'<th scope="col">{escape(str(each))}</th>' for each in table.frame.columns)
    return f"<thead><tr>{corner}{heads}</tr></thead>\n"


def _body(table: Table) -> str:
    named = zip(cells.names(table.frame), table.frame.itertuples(index=False), strict=True)
    rows = [_row(name, of) for name, of in named]
    if not table.parts:
        return f"<tbody>\n{''.join(rows)}</tbody>\n"
    left, wide = iter(rows), len(table.frame.columns) + 1
    return "".join(_part(part, [next(left) for _each in range(part.rows)], wide) for part in table.parts)


def _row(name: Iterable[str], of: Iterable[object]) -> str:
    heads = "".join(f'<th scope="row">{escape(each)}</th>' for each in name)
    told = "".join(f"<td>{escape(str(cell))}</td>" for cell in of)
    return f"<tr>{heads}{told}</tr>\n"


def _part(part: Part, rows: Iterable[str], wide: int) -> str:
    head = f'<tr><th scope="rowgroup" colspan="{wide}">{escape(part.words)}</th></tr>\n'
    notes = "".join(f'<tr><td class="note" colspan="{wide}">{escape(note.text)}</td></tr>\n' for note in part.notes)
    return f"<tbody>\n{head}{''.join(rows)}{notes}</tbody>\n"
