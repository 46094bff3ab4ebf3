"""`gradertui merge`: bring in what graders did in other copies of a session; in any order, twice, the same result.

What is taken in and why not is decided in `merging`; here tables of labels are read, and it is said what comes of it.
Exit 1 where something was refused.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from gradertui.cli.finding import matched
from gradertui.cli.grade import utc
from gradertui.cli.progress import progress
from gradertui.cli.stopping import unstopped
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import look_into
from gradertui.formats.labels import LabelRow, read_labels
from gradertui.locale import _, mark, ngettext
from gradertui.merging import Decision, carry_out, decide
from gradertui.merging.copies import Other, is_copy, set_aside
from gradertui.merging.rows import Row
from gradertui.modes.preference import by_text
from gradertui.report.blocks import Say
from gradertui.report.lines import wrapped
from gradertui.session import Session, planning, sessions_folder
from gradertui.store import StoreError
from gradertui.store.naming import file_name
from gradertui.text import one_line

FAULTS: tuple[type[Exception], ...] = (StoreError, InputError)
EXAMPLE = mark(
    """examples:
  gradertui merge dia18 /media/stick/dia18
  gradertui merge dia18 ana.sqlite ben.csv --dry-run
  gradertui merge dia18 /media/stick/dia18 --as ana=ana2"""
)
WHAT: Mapping[str, str] = {
    "new": mark("new here"),
    "continues": mark("goes on from what is here"),
    "rows": mark("labels from files"),
    "nothing": mark("nothing new"),
    "refused": mark("refused"),
}
"""What becomes of a file, in words."""

Tables = dict[str, list[Row]]
"""Grader to what exports say."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    help_ = _("another copy of its folder, a grader's log (.sqlite), or an export (CSV or JSON lines)")
    parser.add_argument("others", metavar=_("OTHER"), nargs="+", type=Path, help=help_)
    help_ = _("take a grader in under another id")
    parser.add_argument("--as", dest="renamed", action="append", default=[], metavar=_("OLD=NEW"), help=help_)
    parser.add_argument("--dry-run", action="store_true", help=_("say what would be taken in, and write nothing"))


def run(given: Namespace) -> int:
    """Decide about everything, say it, and only then write."""
    folder, renamed = sessions_folder(given.sessions) / given.name, _renamed(given.renamed)
    with closing(Session(folder)) as session, TemporaryDirectory(prefix="gradertui-") as aside:
        with progress(_("comparing")):
            copies = [path for path in given.others if is_copy(path)]
            others = [set_aside(path, Path(aside) / str(n), renamed) for n, path in enumerate(copies)]
            tables = _tables(session, [path for path in given.others if path not in copies], renamed)
            _refuse_unused(renamed, others, tables)
            decisions = decide(session, others, tables, utc())
        print(*_table(decisions), sep="\n")
        if given.dry_run:
            print(_("--dry-run: nothing was written"))
        elif any(each.copy or each.added for each in decisions):
            _write(folder, decisions)
    return int(any(_is_wrong(each) for each in decisions))


def _renamed(said: Sequence[str]) -> dict[str, str]:
    found = {}
    for words in said:
        old, equals, new = words.partition("=")
        if not equals:
            raise StoreError(_("--as {words}: write OLD=NEW, two ids of graders").format(words=one_line(words, 40)))
        found[old] = file_name(new, "--as")
    return found


def _refuse_unused(renamed: Mapping[str, str], others: Sequence[Other], tables: Tables) -> None:
    there = {Path(found.name).stem for other in others for found in other.logs} | set(tables)
    for old, new in renamed.items():
        if new not in there:
            words = _("--as {old}={new}: no log of {old} is there; there are: {known}")
            raise StoreError(words.format(old=old, new=new, known=", ".join(sorted(there)) or _("none")))


def _tables(session: Session, paths: Sequence[Path], renamed: Mapping[str, str]) -> Tables:
    """What exports say, grader by grader."""
    found: Tables = {}
    for path in paths:
        file, by_grader = look_into(path, "labels"), dict[str, list[LabelRow]]()
        for row in read_labels(path, mode=session.plan.mode):
            by_grader.setdefault(row.grader, []).append(row)
        if "" in by_grader:
            words = _(
                "{name}: no column says who labelled; take it in with: gradertui label {session} {name} --grader ID"
            )
            raise InputError(words.format(name=quoted(path.name), session=session.name))
        for grader, labels in by_grader.items():
            rows = matched(session, labels, file, "label").items()
            taken_as = file_name(renamed.get(grader, grader), quoted(path.name))
            label = _sided(session, taken_as)
            found.setdefault(taken_as, []).extend(
                Row(row.at, task, label(task, row.label), row.comment, path.name) for task, row in rows
            )
    return found


def _sided(session: Session, grader: str) -> Callable[[str, str], str]:
    """What gives a label of a task the sides on which a grader has its texts; in modes without sides, the label."""
    if not session.firsts:
        return lambda _task, label: label
    tasks = {task.task_id: task for task in session.arranged(_arranged_as(session, grader))}
    return lambda task, label: by_text(tasks[task], label, session.firsts) if task in tasks else label


def _arranged_as(session: Session, grader: str) -> str:
    """By whose name a grader's order was drawn: a log that was taken in under another id keeps its own."""
    path = session.log_path(grader)
    if not path.exists():
        return grader
    with closing(session.log(grader)) as log:
        return log.arranged_as(grader)


def _table(decisions: Sequence[Decision]) -> Iterator[str]:
    """A line for each file, and under it what is to be known of it."""
    heads = [_("log of"), _("events"), _("new"), ""]
    lines = [[_called(each), *_counts(each), _(WHAT[each.what])] for each in decisions]
    wide = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    for line, words in zip([heads, *lines], [(), *(each.words for each in decisions)], strict=True):
        name, events, new, what = line
        yield f"{name.ljust(wide[0])}  {events.rjust(wide[1])}  {new.rjust(wide[2])}  {what}".rstrip()
        for each in words:
            yield from wrapped(Say(each, "  ", "  "))


def _called(decision: Decision) -> str:
    if decision.name == planning.LOG:
        return _("plan")
    return one_line(decision.name).removeprefix("labels/").removesuffix(".sqlite")


def _counts(decision: Decision) -> tuple[str, str]:
    if decision.what == "refused":
        return "", ""
    return str(max(decision.ours, decision.theirs) + len(decision.added)), str(decision.new)


def _is_wrong(decision: Decision) -> bool:
    return decision.what == "refused" or decision.against


def _write(folder: Path, decisions: Sequence[Decision]) -> None:
    with progress(_("merging")), unstopped():
        aside = carry_out(folder, decisions, utc())
    n = sum(each.new for each in decisions)
    print(ngettext("{n} event taken in", "{n} events taken in", n).format(n=n))
    if aside:
        print(_("what was there before is in {folder}").format(folder=aside))
    print(_("next: gradertui verify {name}").format(name=folder.name))
