"""promptfoo's results in JSON, versions 1 to 3: one document, a result per answer.

The document is a summary, a summary with the configuration around it, or the table alone, as the web page saves it. A
result has no number among repeats: equal vars, provider and prompt are counted. Where a person has overruled the
assertions on the web page, the rating is that person's label, pass R and fail X, and the tool has said nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from gradertui.formats.opening import decoded, refuse_large
from gradertui.formats.rows import Row
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many, fitting, of_json
from gradertui.formats.tools.promptfoo_cell import opened
from gradertui.formats.tools.promptfoo_run import MANUAL, Answer, Arm, compact, rows_of, state

_ERROR = 2
"""promptfoo's `failureReason` where something broke instead of failing."""
_STRIPPED = "[output stripped]"
_EXPECTED = ("equals", "similar", "factuality", "model-graded-factuality")
_VAR = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
# A text that the end of what was read has cut runs to that end, so that no mark in it is taken for one around it.
_TOKEN = re.compile(r'(?s)"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[{}\[\]:]')
HEADER = re.compile(r'(?s)\[(?![\s{"])([^\]]*)\] ?(.*)')
"""How a column is headed: the provider in brackets, and the label of the prompt, which may be a chat in JSON."""


def _as(key: str) -> BeforeValidator:
    """Read a bare text as an object with that text under a key, as older versions wrote it."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


class _Assertion(Foreign):
    type: Any = None
    value: Any = None


class _Component(Foreign):
    passed: Annotated[bool | None, Field(validation_alias="pass")] = None
    comment: Any = None
    assertion: _Assertion | None = None


class _Grading(Foreign):
    reason: Any = None
    comment: Any = None
    componentResults: Many[_Component | None] = []


class _Test(Foreign):
    vars: Any = None
    description: Any = None
    asserted: Annotated[Any, Field(validation_alias="assert")] = None
    metadata: Keyed[Any] = {}


class _Provider(Foreign):
    id: Id = None
    label: Id = None


class _Prompt(Foreign):
    raw: Any = None
    label: Any = None
    display: Any = None
    provider: Any = None


class _Response(Foreign):
    output: Any = None


class Result(Foreign):
    """What promptfoo says of one answer."""

    vars: Any = None
    testCase: _Test | None = None
    testIdx: int | None = None
    promptIdx: int | None = None
    prompt: Annotated[_Prompt | None, _as("raw")] = None
    provider: Annotated[_Provider | None, _as("id")] = None
    response: Annotated[_Response | None, _as("output")] = None
    success: bool | None = None
    failureReason: Any = None
    error: Any = None
    gradingResult: _Grading | None = None
    description: Any = None


class _Cell(Result):
    """An answer in a table."""

    text: Any = None
    passed: Annotated[bool | None, Field(validation_alias="pass")] = None


class _Line(Foreign):
    outputs: Many[Annotated[_Cell | None, _as("text")]] = []
    vars: Many[Any] = []
    test: _Test | None = None
    description: Any = None


class _Head(Foreign):
    prompts: Many[Annotated[_Prompt, _as("label")]] = []
    vars: Many[str] = []


class _Table(Foreign):
    head: _Head
    body: Many[_Line] = []


def _placed(result: Result) -> tuple[int, int, Answer]:
    """The answer of a result, after its test and its column."""
    return (result.testIdx or 0, result.promptIdx or 0, answer(result, 1, 1))


class _Summary(Foreign):
    # A result is many objects and an answer is one: of 100,000 results never more than one is in memory.
    results: list[Annotated[Result, AfterValidator(_placed)]] | None = None
    table: _Table | None = None


def _wrapped(value: Any) -> Any:
    """Put around a bare summary, or a bare table, what other files have around it."""
    if isinstance(value, dict) and "head" in value:
        return {"results": {"table": value}}
    bare = isinstance(value, dict) and (isinstance(value.get("results"), list) or "table" in value)
    return {"results": value} if bare else value


class _Inner(Foreign):
    results: _Summary


_File = Annotated[_Inner, BeforeValidator(_wrapped)]


def detects(head: bytes, name: str) -> bool:
    """Look for the keys of a summary, alone or in a document with its configuration."""
    text = decoded(head)
    keys = keys_of(text)
    if keys & {"results.version", "results.table"} or {"head.prompts", "head.vars"} <= keys:
        return True
    if {"evalId", "results"} <= keys or {"evalId", "config"} <= keys:
        return "promptIdx" not in keys
    if "version" not in keys:
        return "results.results" in keys and "results.stats" in keys
    bare = "eval" not in keys and not any(key.startswith("results.") for key in keys)
    summary = keys & {"timestamp", "stats", "table", "prompts"} or re.search(r'"(?:vars|prompt)"\s*:', text)
    return bool(bare and keys & {"results", "table"} and summary) or bool(keys & {"config.prompts", "config.providers"})


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the results, or where there are none the table."""
    yield from rows_of(path, encoding, _answers)


def _answers(path: Path, encoding: str) -> Sequence[Answer]:
    return _document(path, encoding, state(path))


@lru_cache(maxsize=1)
def _document(path: Path, encoding: str, _state: tuple[int, int]) -> Sequence[Answer]:
    """The answers as the CSV has them: by test, and in it by column. Of a document all are needed for the first row."""
    refuse_large(path.name, path.stat().st_size)
    text = path.read_text(encoding=encoding)
    # As it mostly is first: to put something around what is bare, all of it is made into objects.
    file: _Inner = fitting(text, _Inner) or of_json(path.name, text, _File)
    summary = file.results
    found: Sequence[Any] = summary.results or ([*map(_placed, _of_table(summary.table))] if summary.table else [])
    in_order = sorted(enumerate(found, 1), key=lambda each: each[1][:2])
    return [made._replace(number=number) for number, (_test, _column, made) in in_order]


def answer(result: Result, number: int, line: int) -> Answer:
    """Take from a result what is read of it."""
    test, graded = result.testCase or _Test(), result.gradingResult or _Grading()
    given = result.vars if isinstance(result.vars, dict) else test.vars if isinstance(test.vars, dict) else {}
    human = next((each for each in graded.componentResults if each and _by_person(each)), None)
    reason = graded.reason or result.error or ""
    return Answer(
        number,
        line,
        given,
        _arm(result),
        _said(result.response.output if result.response else None),
        None if human else "error" if result.failureReason == _ERROR else result.success,
        "" if reason == MANUAL else reason,
        _text(result.prompt.raw) if result.prompt else "",
        tuple(_references(test.asserted, given)),
        human.passed if human else None,
        _text((human.comment if human else None) or graded.comment),
        _kept(result, test),
    )


def keys_of(text: str) -> set[str]:
    """Keys of a document whose end may be missing, and of what they hold the keys, behind a dot."""
    keys, path, last = set[str](), list[str](), ""
    for found in _TOKEN.finditer(text) if text.lstrip().startswith("{") else ():
        token = found[0]
        if token in "{[":
            path.append(last if token == "{" else "[")
        elif token in "}]":
            path = path[:-1]
            if not path:
                break
        elif token == ":" and len(path) < 3 and "[" not in path:
            keys.add(".".join([*path[1:], last]))
        else:
            last = token.strip('"')
    return keys


def _by_person(component: _Component) -> bool:
    rated = component.assertion is not None and component.assertion.type == "human"
    return rated and component.passed is not None


def _arm(result: Result) -> Arm:
    provider, prompt = result.provider or _Provider(), result.prompt or _Prompt()
    label = _text(prompt.label) or _text(prompt.display) or _text(prompt.raw)
    return (result.promptIdx or 0, str(provider.label or provider.id or ""), label)


def _said(output: object) -> str | None:
    """The text of an answer; one that is an object is its JSON."""
    if isinstance(output, str):
        return None if output == _STRIPPED else output
    return None if output is None else compact(output)


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else compact(value)


def _references(asserted: object, given: Mapping[str, Any]) -> Iterator[str]:
    for each in asserted if isinstance(asserted, list) else ():
        if isinstance(each, dict) and each.get("type") in _EXPECTED:
            values = each.get("value")
            for value in values if isinstance(values, list) else [values]:
                yield from _rendered(value, given)


def _rendered(value: object, given: Mapping[str, Any]) -> Iterator[str]:
    """A text with vars put into it; none where it is computed otherwise, or elsewhere."""
    if not isinstance(value, str) or value.startswith("file://"):
        return
    text = _VAR.sub(lambda var: _text(given[var[1]]) if var[1] in given else var[0], value)
    if text.strip() and "{{" not in text and "{%" not in text:
        yield text


def _kept(result: Result, test: _Test) -> dict[str, object]:
    described = test.description or result.description
    kept = {f"metadata.{key}": value for key, value in test.metadata.items() if not key.startswith("_promptfoo")}
    return kept | ({"description": described} if described else {})


def _of_table(table: _Table) -> Sequence[Result]:
    return [
        _of_cell(cell, column, row, line, table.head)
        for row, line in enumerate(table.body)
        for column, cell in enumerate(line.outputs)
        if cell
    ]


def _of_cell(cell: _Cell, column: int, row: int, line: _Line, head: _Head) -> Result:
    """Make a result of a cell of a table."""
    prompt = head.prompts[column] if column < len(head.prompts) else _Prompt()
    label = _text(prompt.label or prompt.display or prompt.raw)
    headed = HEADER.fullmatch(label) if not prompt.provider else None
    provider = (cell.provider.label or cell.provider.id) if cell.provider else prompt.provider
    grading = cell.gradingResult or _Grading()
    inside = opened(_text(cell.text), cell.passed, _text(grading.reason))
    return cell.model_copy(
        update={
            "vars": dict(zip(head.vars, line.vars, strict=False)),
            "testCase": line.test or cell.testCase or _Test(description=line.description),
            "testIdx": row,
            "promptIdx": column,
            "prompt": _Prompt(raw=cell.prompt.raw if cell.prompt else None, label=headed[2] if headed else label),
            "provider": _Provider(id=_text(provider) or (headed[1] if headed else "")),
            "response": cell.response or _Response(output=None if cell.failureReason == _ERROR else inside.text),
            "success": cell.passed if cell.passed is not None else inside.passed,
            "error": cell.error or inside.reason,
        }
    )
