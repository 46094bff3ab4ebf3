"""The texts before the grader: one box, the text to be judged; what it is compared with hangs from titled rules.

Knows which text the arrows scroll. What stands in the texts is `sheet.py`.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from gradertui.tui import sheet
from gradertui.tui.desk import Desk
from gradertui.tui.reading import TextPane


def frames(desk: Desk, width: int, height: int) -> dict[str, int]:
    """How many rows question and reference get: as many as the longest of them needs, the same for every task.

    Args:
        desk: of the session.
        width: of the window.
        height: of the window.
    """
    most = 6 if height >= 30 else 2
    column = max(1, width - 5 if width < 110 else width - 58)
    texts = {"question": desk.longest_question, "reference": desk.longest_reference}
    needed = {name: sum(len(line) // column + 1 for line in text.split("\n")) for name, text in texts.items()}
    return {name: min(most, max(1, rows)) for name, rows in needed.items()}


class Papers(Vertical):
    """The panes of one task."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="work", classes="-card" if desk.cards else "")
        self._desk = desk
        self._alone = desk.cards
        """A card is judged by itself: nothing lies beside it."""
        self.answer = TextPane("answer", boxed=True)
        self._question, self._reference, self._source = map(TextPane, ("question", "reference", "source"))
        self._picked: TextPane | None = None
        self._laid: int | None = None

    def compose(self) -> ComposeResult:
        """Question over answer over reference and source."""
        if self._alone:
            yield self.answer
            return
        yield self._question
        with Vertical(id="texts"):
            yield self.answer
            with Vertical(id="beside"):
                yield self._reference
                yield self._source

    @property
    def panes(self) -> tuple[TextPane, ...]:
        """In the order in which Tab goes through them."""
        return (self.answer,) if self._alone else (self.answer, self._source, self._reference, self._question)

    def lay(self) -> None:
        """Show the texts of the desk's task; from their beginning if it is another task."""
        desk = self._desk
        if self._laid != desk.position:
            self._laid = desk.position
            self._pick(None)
            for pane in self.panes:
                pane.rewind()
        laid = desk.sheet(desk.position)
        self.answer.read(*sheet.answer(desk, laid))
        if not self._alone:
            self._question.read(*sheet.question(desk, laid))
            self._reference.read(*sheet.reference(laid))
            self._source.read(*sheet.source(laid))

    @property
    def _scrolled(self) -> TextPane:
        return self._picked or next((pane for pane in self.panes if pane.overflows), self.answer)

    def scroll_texts(self, rows: int = 0, pages: int = 0) -> None:
        """Scroll the text that the arrows scroll."""
        pane = self._scrolled
        pane.scroll_rows(rows + pages * (pane.height - 1))

    def pick_next(self) -> None:
        """Let the arrows scroll the next text that is longer than its frame."""
        panes = [pane for pane in self.panes if pane.overflows]
        if panes:
            now = panes.index(self._scrolled) if self._scrolled in panes else -1
            self._pick(panes[(now + 1) % len(panes)])

    def _pick(self, pane: TextPane | None) -> None:
        if pane is not self._picked:
            self._picked = pane
            for each in self.panes:
                each.pick(each is pane)
