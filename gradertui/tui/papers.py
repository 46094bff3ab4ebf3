"""The texts before the grader: one box, the text to be judged; what it is compared with hangs from titled rules.

Knows which text the arrows scroll. What stands in the texts is `sheet.py`.
"""

from __future__ import annotations

from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical

from gradertui.tui import sheet
from gradertui.tui.place import Place, Sheet
from gradertui.tui.reading import Stress, TextPane
from gradertui.tui.settings import Layout

_WIDE = 160
"""From this width on two columns of text have the length of a line in a book."""
_PAIRS = 100
"""From this width on the two texts of a pair have half a line each."""
_SIDES = 60
"""Below this width there are no two columns, whoever asks for them."""


def lies_beside(layout: Layout, width: int, *, pairs: bool = False) -> bool:
    """Whether reference and source lie at the answer's side and not under it; of a pair, the right text."""
    return width >= _SIDES if layout == "beside" else layout == "auto" and width >= (_PAIRS if pairs else _WIDE)


def frames(desk: Place, width: int, height: int, *, beside: bool, pane: bool) -> dict[str, int]:
    """How many rows question and reference get: as many as the longest of them needs, the same for every task.

    Args:
        desk: of the session.
        width: of the window.
        height: of the window.
        beside: whether the reference has half the width.
        pane: whether statistics take their part of it.
    """
    most = 6 if height >= 30 else 2 if height >= 16 else 1
    under = desk.pairs and width < _WIDE  # statistics lie under a pair
    work = width - (0 if width < 110 or not pane or under else 53 if width < _WIDE else 67)
    columns = {"question": work - 5, "reference": (work // 2 if beside else work) - 5}
    texts = {"question": desk.longest_question} | ({} if desk.pairs else {"reference": desk.longest_reference})
    needed = {
        name: sum(len(line) // max(columns[name], 1) + 1 for line in text.split("\n")) for name, text in texts.items()
    }
    found = {name: min(most, max(1, rows)) for name, rows in needed.items()}
    # The source keeps three rows at least: with six and six rows it had none in a window of 120 by 36.
    while sum(found.values()) > max((height - 20) // 2, 2):
        found[max(found, key=found.__getitem__)] -= 1
    return found


def _lacks(other: frozenset[str], word: str) -> bool:
    return word not in other


class Papers(Vertical):
    """The panes of one task."""

    def __init__(self, desk: Place) -> None:
        super().__init__(id="work", classes="-card" if desk.cards else "")
        self._desk = desk
        self._alone = desk.cards
        """A card is judged by itself: nothing lies beside it."""
        self.answers = tuple(TextPane(name, boxed=True) for name in ("answer", "other")[: 2 if desk.pairs else 1])
        """What is judged: boxed, and nothing else is."""
        self._question, self._reference, self._source = map(TextPane, ("question", "reference", "source"))
        self._picked: TextPane | None = None
        self._laid: int | None = None

    def compose(self) -> ComposeResult:
        """Question over answer over reference and source."""
        if self._alone:
            yield from self.answers
            return
        yield self._question
        with Vertical(id="texts"):
            yield from self.answers
            if self._desk.pairs:
                return
            with Vertical(id="beside"):
                yield self._reference
                yield self._source

    @property
    def answer(self) -> TextPane:
        """The text to be judged; of a pair the left one."""
        return self.answers[0]

    @property
    def panes(self) -> tuple[TextPane, ...]:
        """In the order in which Tab goes through them."""
        if self._alone:
            return self.answers
        return (*self.answers, self._question) if self._desk.pairs else (*self.answers, *self._compared_with)

    @property
    def _compared_with(self) -> tuple[TextPane, ...]:
        return self._source, self._reference, self._question

    def lay(self, *, words: bool = False, raw: bool = False) -> None:
        """Show the texts of the desk's task; from their beginning if it is another task.

        Args:
            words: whether words stand out that the source lacks, and those of the reference that the answer has.
            raw: whether the answer is shown character for character.
        """
        desk = self._desk
        if self._laid != desk.position:
            self._laid = desk.position
            self._pick(None)
            for pane in self.panes:
                pane.rewind()
        laid = desk.sheet(desk.position)
        if desk.pairs:
            self._lay_pair(laid, words=words, raw=raw)
            return
        compared = words and not self._alone
        lacking, found = self._compared() if compared and laid.sources else (None, None)
        shown = sheet.noted(sheet.answer(desk, laid), laid, words=compared, raw=raw)
        self.answers[0].read(*shown, raw=raw and bool(laid.item.text), stress=lacking)
        if not self._alone:
            self._question.read(*sheet.question(desk, laid))
            self._reference.read(*sheet.reference(laid, words=found is not None), stress=found)
            self._source.read(*sheet.source(laid))

    def _lay_pair(self, laid: Sheet, *, words: bool, raw: bool) -> None:
        """Both texts under what was asked; words that only one of them has stand out."""
        others = self._desk.apart_words(self._desk.position) if words else ()
        self._question.read(*sheet.question(self._desk, laid))
        for side, pane in enumerate(self.answers):
            stress = Stress(partial(_lacks, others[side]), "lacking") if words else None
            shown = sheet.side(self._desk, laid, side, words=words, raw=raw)
            pane.read(*shown, raw=raw and bool(laid.items[side].text), stress=stress)

    def _compared(self) -> tuple[Stress, Stress]:
        """What stands out in the answer, and in the reference."""
        source, answer = (of(self._desk.position) for of in (self._desk.source_words, self._desk.answer_words))
        return Stress(lambda word: word not in source, "lacking"), Stress(answer.__contains__, "found")

    @property
    def _scrolled(self) -> TextPane:
        return self._picked or next((pane for pane in self.panes if pane.overflows), self.answers[0])

    def scroll_texts(self, rows: int = 0, pages: int = 0) -> None:
        """Scroll the text that the arrows scroll; both of a pair, until one of them was chosen."""
        for pane in self.answers if self._desk.pairs and not self._picked else (self._scrolled,):
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
