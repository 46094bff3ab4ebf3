"""The list of sessions being looked through: which are shown, and which row is picked. Knows no widget and no key."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _
from gradertui.modes import CALLED
from gradertui.overview import Next, Overview, Row
from gradertui.text import folded, one_line

Pick = tuple[Overview, Row]
Place = tuple[str, Next, str]
"""A row by its session's name, what is next, and the grader: the same after the numbers have changed."""


class Picking:
    """Sessions, a filter, and a row that is picked."""

    def __init__(self, known: Sequence[Overview], at: Place | None = None) -> None:
        """Begin.

        Args:
            known: the sessions, in order.
            at: the row that was picked before; the first one otherwise.
        """
        self.known = list(known)
        self.wanted = ""
        """What the names or titles of the sessions shown contain."""
        self.picked: Pick | None = self._at(at) if at else self._first()

    @property
    def shown(self) -> list[Overview]:
        """The sessions that the filter leaves."""
        return [each for each in self.known if self.wanted in _words(each)] if self.wanted else self.known

    @property
    def picks(self) -> list[Pick]:
        """The rows that can be picked."""
        return [(each, row) for each in self.shown for row in each.rows]

    @property
    def place(self) -> Place | None:
        """Where the picked row is."""
        if self.picked is None:
            return None
        each, row = self.picked
        return each.folder.name, row.next, row.grader

    def _first(self) -> Pick | None:
        """The first row that is not broken, else the first."""
        whole = [pick for pick in self.picks if not pick[1].fault]
        return next(iter([*whole, *self.picks]), None)

    def _at(self, place: Place) -> Pick | None:
        """The row at a place, else another of that grader, else of that session, else the first."""
        name, _next, grader = place
        of_session = [pick for pick in self.picks if pick[0].folder.name == name]
        of_grader = [pick for pick in of_session if pick[1].grader == grader]
        there = [pick for pick in of_grader if pick[1].next == place[1]]
        return next(iter([*there, *of_grader, *of_session, *self.picks]), None)

    def move(self, by: int) -> None:
        """Pick another row, as far as there are rows."""
        picks = self.picks
        if self.picked in picks:
            self.picked = picks[max(0, min(picks.index(self.picked) + by, len(picks) - 1))]

    def filter(self, wanted: str) -> str:
        """Show only sessions with a word; all of them with none.

        Args:
            wanted: of name, title, mode or graders.

        Returns:
            Why nothing changed; empty if it did.
        """
        before, self.wanted = self.wanted, folded(wanted.strip())
        if not self.shown:
            self.wanted = before
            return _("nothing matches {wanted}").format(wanted=one_line(wanted, 30))
        if self.picked not in self.picks:
            self.picked = self.picks[0]
        return ""

    def learn(self, after: Overview) -> None:
        """Put what is known now of a session in the place of what was."""
        self.known = [after if each.folder == after.folder else each for each in self.known]
        if self.picked and self.picked[0].folder == after.folder:
            self.picked = (after, self.picked[1])


def _words(each: Overview) -> str:
    """What a session is found by."""
    mode = _(CALLED[each.mode]) if each.mode else ""
    return folded(" ".join((each.folder.name, each.title, mode, *(row.grader for row in each.rows))))
