"""Items × graders, blank where nobody said anything: what krippendorff, irr, irrCAC and statsmodels read.

The values are those of our own `agreement`: of a hidden repeat the first, of pairs by the texts in the order of the
file, and never what was settled. Which item is which stands in the labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from gradertui.formats.export import write_csv
from gradertui.locale import _
from gradertui.report.agreement import labels
from gradertui.report.exports.material import Material
from gradertui.session.ids import ids


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write a row for each item that there is, and a column for each grader who labelled."""
    session, found = material.session, material.labels
    name, said = ids(session, material.named), labels(session, found).items
    graders = {hand.grader: material.called[hand.grader] for hand in found.hands}
    tasks = material.filed(task.task_id for task in session.tasks())
    rows = (
        {"item_id": name(task)} | {graders[grader]: label for grader, label in said.get(task, {}).items()}
        for task in tasks
    )
    write_csv(rows, ["item_id", *sorted(graders.values())], file)
    if session.rules.sided:
        yield _("A is the first text of the file, B the second, whatever side they stood on")
