"""`gradertui export`: the labels as a table, one row per label that stands, ready for pandas, R and a spreadsheet.

Before everything is labelled or somebody reveals, systems are codes and original columns stay out, because they could
tell; what is written comes in again through `gradertui label`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from gradertui.cli.out import opened
from gradertui.formats.export import write_csv, write_jsonl
from gradertui.locale import _, mark
from gradertui.model import Identity
from gradertui.modes.grade import outcome
from gradertui.order import REPEAT, codes
from gradertui.report.together import Together, together
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui export dia18 --format csv > labels.csv
  gradertui export dia18 --format jsonl --out labels.jsonl"""
)

_GIVEN = ("grader", "comment", "flagged", "at", "active_ms", "blind", "position")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "grade": ("item_id", "question_id", "system", "replicate", "label", "outcome", *_GIVEN),
    "tone": ("item_id", "template", "variant", "replicate", "label", *_GIVEN),
}
"""What is written in each mode; original columns come after."""


Originals = Mapping[str, dict[str, str]]
"""Item id to columns and cells."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument("--format", choices=("csv", "jsonl"), required=True, help=_("how the table is written"))
    parser.add_argument("--out", type=Path, metavar=_("FILE"), help=_("write there and not to standard output"))
    parser.add_argument(
        "--grader", nargs="+", default=[], metavar=_("ID"), help=_("whose labels; everybody's otherwise")
    )


def run(given: Namespace) -> int:
    """Write every label that stands."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        found = together(session, given.grader)
        originals = _originals(session) if found.named else {}
        rows = _rows(session, found, originals)
        with opened(given.out) as file:
            if given.format == "jsonl":
                write_jsonl(rows, file)
            else:
                extra = dict.fromkeys(name for original in originals.values() for name in original)
                write_csv(rows, [*COLUMNS[session.plan.mode], *extra], file)
    return 0


def _rows(session: Session, found: Together, originals: Originals) -> Iterator[dict[str, Any]]:
    """One row per grader and task with a label, grader by grader in the order they were given."""
    identities = {identity.item_id: identity for identity in session.items.identities()}
    what = _what(session, found)
    for hand in found.hands:
        with closing(session.log(hand.grader)) as log:
            for row in log.rows():
                if row["task"].endswith(REPEAT):
                    continue
                identity = identities[row["task"]]
                yield what(identity, row["label"]) | _given(row) | originals.get(identity.item_id, {})


def _what(session: Session, found: Together) -> Callable[[Identity, str], dict[str, Any]]:
    """What a row says of an item and its label, under names or codes."""
    if session.plan.mode == "tone":
        names = session.items.arms("template")
        templates = {} if found.named else codes(names, session.plan.seed, "T")
        return lambda item, label: {
            "item_id": item.item_id,
            "template": templates.get(item.template, item.template),
            "variant": item.variant if found.named else found.codes[item.variant],
            "replicate": item.replicate,
            "label": label,
        }
    answerable = session.items.answerable()
    return lambda item, label: {
        "item_id": item.item_id,
        "question_id": item.question_id,
        "system": item.system if found.named else found.codes[item.system],
        "replicate": item.replicate,
        "label": label,
        "outcome": outcome(answerable.get(item.question_id), label),
    }


def _given(label: Mapping[str, Any]) -> dict[str, Any]:
    """By whom a label was given, and how."""
    return {
        **{key: label[key] for key in ("grader", "comment")},
        "flagged": bool(label["flagged"]),
        **{key: label[key] for key in ("at", "active_ms")},
        "blind": bool(label["blind"]),
        "position": label["position"],
    }


def _originals(session: Session) -> Originals:
    """The columns that the import had no field for; one that is called like ours is told apart."""
    ours = COLUMNS[session.plan.mode]
    return {
        item_id: {f"{name} (original)" if name in ours else name: cell for name, cell in original.items()}
        for item_id, original in session.items.originals()
    }
