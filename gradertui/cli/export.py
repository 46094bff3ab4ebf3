"""`gradertui export`: the labels as a table, one row per label that stands, ready for pandas, R and a spreadsheet.

Before everything is labelled or somebody reveals, systems are codes and original columns stay out, because they could
tell; what is written comes in again through `gradertui label`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from gradertui.cli.out import opened
from gradertui.formats.export import write_csv, write_jsonl
from gradertui.locale import _
from gradertui.model import Identity
from gradertui.modes.grade import outcome
from gradertui.report.together import Together, together
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = """examples:
  gradertui export dia18 --format csv > labels.csv
  gradertui export dia18 --format jsonl --out labels.jsonl"""

COLUMNS = (
    "item_id", "question_id", "system", "replicate", "label", "outcome", "grader",
    "comment", "flagged", "at", "active_ms", "blind", "position",
)  # fmt: skip


Originals = Mapping[str, dict[str, str]]
"""Item id to columns and cells."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar="NAME", help=_("the session"))
    parser.add_argument("--format", choices=("csv", "jsonl"), required=True)
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("write there and not to standard output"))
    parser.add_argument("--grader", nargs="+", default=[], metavar="ID", help=_("whose labels; everybody's otherwise"))


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
                write_csv(rows, [*COLUMNS, *extra], file)
    return 0


def _rows(session: Session, found: Together, originals: Originals) -> Iterator[dict[str, Any]]:
    """One row per grader and task with a label, grader by grader in the order they were given."""
    identities = {identity.item_id: identity for identity in session.items.identities()}
    answerable = session.items.answerable()
    for hand in found.hands:
        with closing(session.log(hand.grader)) as log:
            for row in log.rows():
                identity = identities[row["task"]]
                known = answerable.get(identity.question_id)
                yield _row(found, identity, row, known) | originals.get(identity.item_id, {})


def _row(found: Together, identity: Identity, label: Mapping[str, Any], answerable: bool | None) -> dict[str, Any]:
    return {
        "item_id": identity.item_id,
        "question_id": identity.question_id,
        "system": identity.system if found.named else found.codes[identity.system],
        "replicate": identity.replicate,
        "label": label["label"],
        "outcome": outcome(answerable, label["label"]),
        **{key: label[key] for key in ("grader", "comment")},
        "flagged": bool(label["flagged"]),
        **{key: label[key] for key in ("at", "active_ms")},
        "blind": bool(label["blind"]),
        "position": label["position"],
    }


def _originals(session: Session) -> Originals:
    """The columns that the import had no field for; one that is called like ours is told apart."""
    return {
        item_id: {f"{name} (original)" if name in COLUMNS else name: cell for name, cell in original.items()}
        for item_id, original in session.items.originals()
    }
