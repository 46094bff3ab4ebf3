"""Which files of answers were brought: folders opened, and tasks and runs of one bank told apart.

A run of a system is a system of its own: where two files have answers of the same system to the same question, each
system is called by its file too. What a file says is in `files.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File, look_into
from gradertui.formats.known import FORMATS
from gradertui.formats.rows import PEEK
from gradertui.formats.values import asked, identifier, worded
from gradertui.locale import _


def brought(
    paths: Sequence[Path], mapping: Sequence[str], encoding: str | None, format_name: str | None
) -> tuple[list[File], list[str]]:
    """Look into files; of a folder, into all that hold something to grade.

    Args:
        paths: Files and folders.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        encoding: Overrules what the bytes look like.
        format_name: Overrules what the files look like.

    Returns:
        The files, and what of folders was passed over, a line each.

    Raises:
        InputError: When a file cannot be used, or a folder holds nothing to grade.
    """
    files, passed = dict[Path, File](), list[str]()
    for path in paths:
        if not path.is_dir():
            files[path.resolve()] = look_into(path, "answers", mapping, encoding, format_name)
            continue
        before = len(files)
        for inside in _inside(path):
            try:
                file = look_into(inside, "answers", mapping, encoding, format_name)
            except InputError as error:
                passed.append(_("passed over: {reason}").format(reason=error.problems[0]))
                continue
            if file.has("answer") or file.has("answer_a", "answer_b"):
                files[inside.resolve()] = file
            else:
                passed.append(_("passed over: {name} holds nothing to grade").format(name=quoted(inside.name)))
        if len(files) == before:
            raise InputError(_("{name}: nothing in this folder can be graded").format(name=quoted(path, 200)), *passed)
    return list(files.values()), passed


def _inside(folder: Path) -> Iterator[Path]:
    """Every file in a folder and in those inside it, hidden ones left out, by name."""
    return (
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def of_tasks(files: Sequence[File]) -> list[File]:
    """Call questions by their task too, where files are of several: every task counts from the same number."""
    tasks = {file.path: file.samples.get("task", "") for file in files if FORMATS[file.format].tasks}
    if len(set(tasks.values())) < 2 or any(file.kind == "bank" for file in files):
        return list(files)
    return [file._replace(task=tasks.get(file.path, "")) for file in files]


def told_apart(files: Sequence[File]) -> list[File]:
    """Name the run of every file that has answers of another's systems to the same questions."""
    answers = [file for file in files if file.kind == "answers" and not file.has("answer_a", "answer_b")]
    if len(answers) < 2:
        return list(files)
    keys = {file.path: _keys(file) for file in answers}
    same = {file.path for pair in combinations(answers, 2) if keys[pair[0].path] & keys[pair[1].path] for file in pair}
    stems = [file.path.stem for file in answers]
    return [
        file._replace(run=_run(file.path, stems.count(file.path.stem) > 1)) if file.path in same else file
        for file in files
    ]


def _run(path: Path, ambiguous: bool) -> str:
    return f"{path.parent.name}/{path.stem}" if ambiguous else path.stem


def _keys(file: File) -> set[tuple[str, str]]:
    """System and question of each answer, from the first rows."""
    field = "question_id" if file.has("question_id") else "question"
    read = identifier if field == "question_id" else asked
    rows = [row.cells for row in islice(file.rows(), PEEK) if row.cells]
    return {
        (file.system(worded(file.value(cells, "system")), arm), read(file.value(cells, field)))
        for cells in rows
        for _columns, arm in file.understood.arms
    }
