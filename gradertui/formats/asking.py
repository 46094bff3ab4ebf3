"""Which question a row answers, and which sources it rests on.

What must be remembered of earlier rows is remembered as hashes: enough to see that a later row says
otherwise. The answers themselves are in `building.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import NamedTuple, TypeVar

from gradertui.formats.errors import place, quoted
from gradertui.formats.files import File
from gradertui.formats.rows import Row
from gradertui.formats.values import asked, identifier, reference_id, said, texts, worded, yes_no
from gradertui.identity import short
from gradertui.locale import _
from gradertui.model import Item, Question, Source

Part = Source | Question | Item
T = TypeVar("T")

NOT_ASKED = short("", length=12)
# Like `ANSWERED` of building.py: read only where there is a column.
TOLD: Mapping[str, Callable[[object], object]] = {"topic": worded, "split": worded, "critical": yes_no}
"""What else is told of a question."""


class _Known(NamedTuple):
    """What is remembered of a question: enough to see that a later row says otherwise."""

    name: str
    """Stands for its text in the identity of its items."""
    text: int
    references: int
    answerable: bool | None
    source_ids: tuple[str, ...]
    place: tuple[str, int, int]


class Asked(NamedTuple):
    """Which question a row answers."""

    question_id: str
    name: str
    own_sources: tuple[str, ...]
    """Where the row names other sources than the question did."""


class Asking:
    """Sources and questions of one import, in the order of the rows."""

    def __init__(self, abstention: str = "", *, bank: bool = False, sources: bool = False) -> None:
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self._abstention = _sentence(abstention)
        self._bank, self._sources_given = bank, sources
        self._sources: dict[str, int] = {}
        self._questions: dict[str, _Known] = {}
        self._by_text: dict[int, str] = {}

    def open(self, file: File) -> None:
        """Turn to the next file."""
        self._file, self._name = file, file.path.name
        self._readers = {field: file.reader(field) for field, groups in file.understood.fields.items() if groups}
        self._referring = file.readers("reference")
        self._telling = [(field, read) for field, read in TOLD.items() if field in self._readers]
        self._sourced = not self._readers.keys().isdisjoint(("source_id", "source"))
        self._declares = not self._readers.keys().isdisjoint(("answerable", "is_impossible"))

    def _source_row(self, row: Row, made: list[Part]) -> None:
        text = said(self._value(row, "source"))
        if text is None:
            self._problem(row, "source", _("the text of the source is missing"))
            return
        source_id = reference_id(self._value(row, "source_id")) or unnamed(text)
        self._source(row, Source(source_id, text, worded(self._value(row, "topic"))), made)

    def _source(self, row: Row, source: Source, made: list[Part]) -> None:
        known = self._sources.get(source.source_id)
        if known is None:
            self._sources[source.source_id] = hash(source.text)
            self.counts["sources"] += 1
            made.append(source)
        elif known != hash(source.text):
            words = _("source '{id}' has two different texts; give them different ids")
            self._problem(row, "source", words.format(id=quoted(source.source_id)))

    def _sources_of(self, row: Row, made: list[Part]) -> tuple[str, ...]:
        """Make the sources a row brings; returns the ids of all it names or brings that have a text."""
        if not self._sourced:
            return ()
        ids = tuple([reference_id(each) for each in texts(self._value(row, "source_id"))])
        inline = texts(self._value(row, "source"))
        if self._sources_given and inline and not ids and all(reference_id(each) in self._sources for each in inline):
            # A column called source that holds the ids of the sources that were given.
            ids, inline = tuple(map(reference_id, inline)), ()
        if inline and len(ids) != len(inline):
            ids = tuple([unnamed(text) for text in inline])
        for source_id, text in zip(ids, inline, strict=False):
            self._source(row, Source(source_id, text), made)
        if missing := [each for each in ids if each not in self._sources]:
            self.counts["without_text"] += 1
            if self._sources_given:
                words = _("'{id}' is not among the sources; correct it or add the source")
                self._problem(row, "source_id", words.format(id=quoted(missing[0])))
        return tuple([each for each in ids if each not in missing]) if missing else ids

    def _question(self, row: Row, made: list[Part]) -> Asked | None:
        """Make the question of a row when it is new; None when it cannot be said which it is."""
        source_ids = self._sources_of(row, made)
        text = asked(self._value(row, "question"))
        question_id = self._question_id(row, text, source_ids)
        if not question_id and self._file.has("template") and not self._file.has("question_id"):
            return Asked("", NOT_ASKED, source_ids)
        known = self._questions.get(question_id)
        if known:
            self._compare(row, text, known)
        elif problem := self._unknown(question_id):
            self._problem(row, "question_id" if self._file.has("question_id") else "question", problem)
            return None
        else:
            known = self._remember(row, question_id, text, source_ids, made)
        return Asked(question_id, known.name, () if source_ids == known.source_ids else source_ids)

    def _question_id(self, row: Row, text: str, source_ids: tuple[str, ...]) -> str:
        named = identifier(self._value(row, "question_id"))
        if named or not text:
            return named
        if self._bank and self._file.kind == "answers":
            return self._by_text.get(hash(text.strip()), text)
        return short(text, *source_ids)

    def _unknown(self, question_id: str) -> str:
        """Say why a question that was not there before cannot be a new one."""
        if not question_id:
            return _("it is not said which question this is; fill the cell")
        if self._bank and self._file.kind == "answers":
            words = _("'{id}' is not in the bank; correct it or add the question")
            return words.format(id=quoted(question_id))
        return ""

    def _remember(self, row: Row, question_id: str, text: str, source_ids: tuple[str, ...], made: list[Part]) -> _Known:
        references, declared = self._references(row), self._declared(row)
        answerable = self._answerable(references) if declared is None else declared
        told = {field: value for field, read in self._telling if (value := self._read(row, field, read)) is not None}
        made.append(Question(question_id, text, references, answerable, source_ids, **told))  # type: ignore[arg-type]
        where, name = (self._name, row.number, row.line), short(text, length=12)
        known = _Known(name, hash(text.strip()), hash(references), answerable, source_ids, where)
        self._questions[question_id] = known
        self._by_text.setdefault(known.text, question_id)
        self._count_question(references, answerable)
        return known

    def _count_question(self, references: tuple[str, ...], answerable: bool | None) -> None:
        self.counts["questions"] += 1
        if not references:
            self.counts["no_reference"] += 1
        if not answerable:
            self.counts["unknown_answerable" if answerable is None else "unanswerable"] += 1

    def _compare(self, row: Row, text: str, known: _Known) -> None:
        """Complain of a row that contradicts an earlier one; it may leave out what that said."""
        references, declared = self._references(row), self._declared(row)
        differing = []
        if text and hash(text.strip()) != known.text:
            differing.append("question")
        if references and hash(references) != known.references:
            differing.append("reference")
        if declared is not None and declared != known.answerable:
            differing.append("answerable" if self._file.has("answerable") else "is_impossible")
        for field in differing:
            words = _("the same question says something else in {place}; make them equal or change the id")
            self._problem(row, field, words.format(place=place(*known.place)))

    def _declared(self, row: Row) -> bool | None:
        if not self._declares:
            return None
        impossible = self._read(row, "is_impossible", yes_no)
        return self._read(row, "answerable", yes_no) if impossible is None else not impossible

    def _answerable(self, references: tuple[str, ...]) -> bool | None:
        if not references:
            return None
        return not self._abstention or self._abstention not in map(_sentence, references)

    def _references(self, row: Row) -> tuple[str, ...]:
        found = [texts(read(row.cells)) for read in self._referring]
        return found[0] if len(found) == 1 else tuple(dict.fromkeys(chain.from_iterable(found)))

    def _value(self, row: Row, field: str) -> object:
        read = self._readers.get(field)
        return read(row.cells) if read else None

    def _read(self, row: Row, field: str, read: Callable[[object], T]) -> T | None:
        if field not in self._readers:
            return None
        value = self._value(row, field)
        try:
            return read(value)
        except ValueError:
            words = _("'{value}': {fix}").format(value=quoted(value), fix=fix(self._file, field))
            self._problem(row, field, words)
            return None

    def _problem(self, row: Row, field: str, words: str) -> None:
        self.problems.append(f"{self._file.place(row, field)}: {words}")


def unnamed(text: str) -> str:
    """Name a source that has no id of its own; the dot says that the name says nothing."""
    return f"·{short(text)}"


def fix(file: File, field: str) -> str:
    """Say what may stand in a field's cell."""
    if field == "replicate":
        return _("write a whole number from 1")
    if field == "confidence_percent":
        return _("write a number from 0 to 100")
    if field == "confidence":
        words = _("not between 0 and 1; write 0.17, or use --map {column}=confidence_percent for 17")
        return words.format(column=quoted(file.column(field)))
    return _("write yes or no")


def _sentence(text: str) -> str:
    return text.strip().removesuffix(".").rstrip().casefold()
