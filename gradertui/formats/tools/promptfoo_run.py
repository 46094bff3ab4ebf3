"""What promptfoo's files have in common: from the answers of a run to rows.

A question is the vars of its test, which have no id in any file: its id is made from them, so that every provider and
prompt answers the same question, and the JSON and the CSV of a run mean the same ones. A system is a provider, with
its prompt where the run has several. How each kind of file is written is in `promptfoo.py`, `promptfoo_lines.py` and
`promptfoo_csv.py`.

A reference is the var that is called so, else the text that an assertion compares the answer with (`equals`,
`similar`, `factuality`). What an answer must contain or match is a condition on it and no reference.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError
from gradertui.formats.fields import ALIASES_OF, normal
from gradertui.formats.rows import Row
from gradertui.identity import short
from gradertui.locale import _
from gradertui.text import one_line

TOOL = "promptfoo"
PERSON = "promptfoo-human"
"""Whoever rated in promptfoo's web page; it keeps no name."""
MANUAL = "Manual result (overrides all other grading results)"
"""The reason that promptfoo gives when a person has overruled its assertions, and in old versions commented."""
_LABEL = 60
"""Characters of a prompt in the name of a system."""
_HIGHLIGHT = re.compile(r"!highlight\s*")
_HIDDEN = ("_conversation",)
"""What promptfoo itself adds to vars: it differs from answer to answer."""
_FIELDS = {
    "question": ALIASES_OF["question"],
    "source": ALIASES_OF["source"],
    "reference": [*ALIASES_OF["reference"], "answer", "respuesta"],
}
"""Names of vars that mean something; the answer to grade stands elsewhere, so that a var of that name is none."""

Arm = tuple[int, str, str]


class Answer(NamedTuple):
    """One answer of a run, as a file says it."""

    number: int
    line: int
    vars: Mapping[str, object]
    arm: Arm
    """Which column of promptfoo's table it stands in, its provider, and the label of its prompt."""
    text: str | None
    """None where there is none: the provider failed."""
    verdict: object = None
    """What promptfoo's assertions came to; None where a person has overruled them."""
    reason: object = ""
    raw: str = ""
    """The prompt as it was sent; empty where the file does not say."""
    references: tuple[str, ...] = ()
    """Of assertions."""
    human: bool | None = None
    """Whether it passed in the eyes of a person; None where nobody rated it."""
    comment: str = ""
    kept: Mapping[str, object] = {}


def rows_of(path: Path, encoding: str, answers: Callable[[Path, str], Iterable[Answer | Row]]) -> Iterator[Row]:
    """Make rows of a run, which is gone through once before, since what a system is called depends on all of it.

    Args:
        path: of its file.
        encoding: of its file.
        answers: reads them.
    """
    run = _Run(_seen(path, encoding, answers, state(path)))
    for each in answers(path, encoding):
        yield each if isinstance(each, Row) else Row(each.number, each.line, run.cells(each))


def state(path: Path) -> tuple[int, int]:
    """What changes when a file is written again; what is remembered of it goes by this."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


class _Seen(NamedTuple):
    """What must be known of a whole run before its first row."""

    systems: Mapping[Arm, str]
    prompts: int
    references: Mapping[str, Collection[str]]
    """What the vars of a test say to what its assertions compare with."""
    rated: bool
    """Whether a person rated any of its answers."""


# Rows of a file are asked for several times, to be looked into and to be read: it is gone through once for all of them.
@lru_cache(maxsize=8)
def _seen(
    path: Path, encoding: str, answers: Callable[[Path, str], Iterable[Answer | Row]], _state: tuple[int, int]
) -> _Seen:
    arms, rated, references, said = dict[Arm, None](), False, dict[str, dict[str, None]](), _Said()
    for each in answers(path, encoding):
        if isinstance(each, Answer):
            arms.setdefault(each.arm)
            rated = rated or each.human is not None
            if each.references:
                references.setdefault(said.asserted(each), {}).update(dict.fromkeys(each.references))
    prompts = len({label for _column, _provider, label in arms})
    return _Seen(_called(sorted(arms, key=lambda arm: arm[0]), prompts > 1), prompts, references, rated)


class _Said:
    """The vars of a test in one text, made once for the answers in a row of a table, which share them."""

    def __init__(self) -> None:
        self._last: tuple[Mapping[str, object], str] = ({}, "")

    def said(self, answer: Answer) -> str:
        """The text; a var that is empty is none, as columns of a CSV cannot be missing."""
        if self._last[0] is not answer.vars:
            said = {name: text for name, value in _shown(answer.vars) if (text := plain(value))}
            self._last = (answer.vars, compact(dict(sorted(said.items()))) if said else "")
        return self._last[1]

    def asserted(self, answer: Answer) -> str:
        """What the references of assertions are known by."""
        return self.said(answer) or _prompt(answer)


class _Run(_Said):
    """The rows of a run, from the first."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__()
        self._seen = seen
        self._asked: dict[str, str] = {}
        self._drawn: Counter[tuple[int, Arm]] = Counter()

    def cells(self, answer: Answer) -> dict[str, object]:
        """Make the cells of its row."""
        key = self.said(answer) or (_prompt(answer) if self._seen.prompts == 1 else "")
        self._drawn[(draw := (hash(key), answer.arm))] += 1
        named = {field: _named(answer.vars, field) for field in _FIELDS}
        value = {field: answer.vars[name] if name else None for field, name in named.items()}
        cells = {
            "question_id": short(key),
            "question": value["question"] or self._question(answer, key),
            "answer": answer.text,
            "reference": value["reference"] or list(self._seen.references.get(self.asserted(answer), ())) or None,
            "source": value["source"],
            "system": self._seen.systems[answer.arm],
            "replicate": self._drawn[draw],
            "verdict": None if answer.verdict is None else {TOOL: (answer.verdict, answer.reason)},
        }
        return cells | self._rating(answer) | dict(answer.kept) | _others(answer.vars, [*named.values()])

    def _rating(self, answer: Answer) -> dict[str, object]:
        """What a person said; words without a rating are kept with the item."""
        comment = _HIGHLIGHT.sub("", answer.comment, count=1) if answer.comment.startswith("!") else answer.comment
        if not self._seen.rated:
            return {"promptfoo.comment": comment} if comment else {}
        rated = answer.human is not None
        label = ("R" if answer.human else "X") if rated else None
        said: dict[str, object] = {
            "grader": PERSON if rated else None,
            "label": label,
            "comment": comment if rated else None,
        }
        return said if rated or not comment else said | {"promptfoo.comment": comment}

    def _question(self, answer: Answer, key: str) -> str:
        """Word a question none of whose vars is one; as its first answer has it, since prompts may be computed."""
        if key not in self._asked:
            sent, written = (answer.raw, answer.arm[2]) if self._seen.prompts == 1 else ("", "")
            described = str(answer.kept.get("description") or "")
            self._asked[key] = sent or _listed(answer.vars) or described or written
        return self._asked[key]


def _prompt(answer: Answer) -> str:
    return answer.raw or answer.arm[2]


def plain(value: object) -> str:
    """Write a var as promptfoo's tables write it: text as it is, anything else as JSON."""
    if not isinstance(value, str):
        return "" if value is None else compact(value)
    try:
        return compact(json.loads(value)) if value[:1] in ("[", "{") else value
    except (ValueError, RecursionError):
        return value


def compact(value: object) -> str:
    """Write JSON as JavaScript does.

    Raises:
        InputError: When it is nested too deeply.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        raise InputError(_("a value is nested too deeply")) from None


def _shown(given: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in given.items() if name not in _HIDDEN)


def _named(given: Mapping[str, object], field: str) -> str:
    """Find the var of a field; empty when there is none that says something."""
    return next((name for name in _ranked(tuple(given), field) if plain(given[name])), "")


@lru_cache(maxsize=64)
def _ranked(names: tuple[str, ...], field: str) -> tuple[str, ...]:
    """Vars that are called like a field, the surest first."""
    ranks = {name: rank for rank, name in enumerate(_FIELDS[field])}
    return tuple(sorted((name for name in names if normal(name) in ranks), key=lambda name: ranks[normal(name)]))


def _listed(given: Mapping[str, object]) -> str:
    return "\n".join(f"{name}: {text}" for name, value in sorted(_shown(given)) if (text := plain(value)))


def _others(given: Mapping[str, object], taken: Collection[str]) -> dict[str, object]:
    return {f"vars.{name}": value for name, value in _shown(given) if name not in taken}


def _called(arms: Iterable[Arm], several: bool) -> dict[Arm, str]:
    """Name the systems; the same provider and prompt in two columns are two of them."""
    known, names = list(arms), dict[Arm, str]()
    labels = _cut({label for column, provider, label in known})
    met: Counter[str] = Counter()
    for column, provider, label in known:
        name = " / ".join(filter(None, (one_line(provider), labels[label] if several or not provider else "")))
        met[name] += 1
        names[column, provider, label] = f"{name} ({met[name]})" if met[name] > 1 else name
    return names


def _cut(labels: Iterable[str]) -> dict[str, str]:
    """Write labels of prompts in a line each; those that would look alike end in a name of their own."""
    cut = {label: one_line(label, _LABEL) for label in labels}
    alike = Counter(cut.values())
    return {label: f"{line}·{short(label, length=4)}" if alike[line] > 1 else line for label, line in cut.items()}
