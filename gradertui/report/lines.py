"""Blocks as lines for a terminal, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from gradertui.report.blocks import UNBROKEN, Block, Drawing, Lead, Part, Say, Section, Table, Terms, Title

WIDTH = 80
_AT = 24
"""Column in which what is said of a term begins."""


def page(sections: Iterable[Section]) -> str:
    """Sections with a blank line between them; those that say nothing here are left out."""
    written = (list(lines(section)) for section in sections)
    return "\n\n".join("\n".join(each) for each in written if each) + "\n"


def lines(blocks: Section) -> Iterator[str]:
    """Blocks, one after the other; what is there only beside plots is left out."""
    for block in blocks:
        yield from _lines(block)


def _lines(block: Block) -> Iterator[str]:
    match block:
        case str():
            yield block
        case Title(text):
            yield from (text, "─" * min(len(text), WIDTH))
        case Lead(text):
            yield text
        case Say():
            yield from wrapped(block)
        case Terms(rows):
            yield from (line for term, text in rows for line in _term(term, text))
        case Table():
            yield from _table(block)
        case Drawing(drawn):
            yield from drawn


def wrapped(said: Say) -> Iterator[str]:
    """A sentence in lines."""
    kept, rest = said.text.replace(" %", UNBROKEN + "%"), said.indent + said.hang
    first = said.first or said.indent
    for line in wrap(kept, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False):
        yield line.replace(UNBROKEN, " ")


def _term(term: str, text: str) -> Iterator[str]:
    first, *rest = wrapped(Say(text, " " * _AT))
    yield from (f"{term:<{_AT}}{first.strip()}", *rest)


def _table(table: Table) -> Iterator[str]:
    lines = list(_nested(table)) if table.nested else [line.rstrip() for line in table.frame.to_string().split("\n")]
    if table.drawn:
        wide = max(map(len, lines)) + 2
        lines = [f"{line.ljust(wide)}{drawn}" for line, drawn in zip(lines, table.drawn, strict=True)]
    indented = (table.indent + line for line in lines)
    yield from _parted(indented, table.parts) if table.parts else indented


def _nested(table: Table) -> Iterator[str]:
    """Where each row goes from on a line of its own, where to under it."""
    frame = table.frame
    lines = frame.droplevel(0).rename("→ {}".format).to_string(index_names=False).split("\n")
    yield lines[0].rstrip()
    before = None
    for first, line in zip(frame.index.get_level_values(0), lines[1:], strict=True):
        if first != before:
            yield first
        before = first
        yield line.rstrip()


def _parted(lines: Iterator[str], parts: Iterable[Part]) -> Iterator[str]:
    """The rows of each part under its words, with what is said of them."""
    yield next(lines)
    for part in parts:
        yield part.words
        yield from (next(lines) for _row in range(part.rows))
        yield from (line for note in part.notes for line in wrapped(note))
