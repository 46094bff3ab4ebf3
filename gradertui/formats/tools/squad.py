"""SQuAD, version 1 and 2, and what is written like it: articles of paragraphs with questions; a bank without answers.

The accepted answers are alternatives; plausible answers of a question without any are no references. An offset counts
code points, so that a byte order mark within a paragraph counts too; what a system answered is in `predictions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gradertui.formats.opening import decoded
from gradertui.formats.rows import Row
from gradertui.formats.tools.foreign import Foreign, Id, Many, document
from gradertui.locale import _


class _Answer(Foreign):
    text: str
    answer_start: int | None = None


class _Asked(Foreign):
    id: Id = None
    question: str
    answers: Many[_Answer] = []
    is_impossible: bool | None = None


class _Paragraph(Foreign):
    context: str
    qas: Many[_Asked] = []


class _Article(Foreign):
    title: Id = None
    paragraphs: list[_Paragraph]


class _File(Foreign):
    data: list[_Article]


def detects(head: bytes, name: str) -> bool:
    """Look for articles that hold paragraphs."""
    start = decoded(head)
    return re.match(r"\s*\{", start) is not None and all(
        re.search(rf'"{key}"\s*:\s*\[', start) for key in ("data", "paragraphs")
    )


def rows(path: Path, encoding: str) -> Iterator[Row]:
    """Read the questions."""
    found = [
        (article, paragraph, asked)
        for article in document(path, encoding, _File).data
        for paragraph in article.paragraphs
        for asked in paragraph.qas
    ]
    second = any(asked.is_impossible is not None for _article, _paragraph, asked in found)
    for number, (article, paragraph, asked) in enumerate(found, 1):
        cells = _cells(article, paragraph, asked) | ({"is_impossible": asked.is_impossible} if second else {})
        astray = any(_is_astray(each, paragraph.context) for each in asked.answers)
        yield Row(number, 1, cells, left=_("an answer_start at which the answer does not stand") if astray else "")


def _cells(article: _Article, paragraph: _Paragraph, asked: _Asked) -> dict[str, object]:
    return {
        "question_id": asked.id,
        "question": asked.question,
        "reference": [answer.text for answer in asked.answers],
        "source": paragraph.context,
        "topic": article.title,
    }


def _is_astray(answer: _Answer, context: str) -> bool:
    at = answer.answer_start
    return at is not None and (at < 0 or not context.startswith(answer.text, at))
