"""The texts of a practice round: the one to be judged, boxed, and what it is compared with. Nothing tells a system."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from gradertui.locale import _
from gradertui.practice import Exercise, Round
from gradertui.text import one_line
from gradertui.tui.practice_rows import name_of
from gradertui.tui.reading import TextPane


class Texts(Vertical):
    """The panes of one exercise; a card is judged by itself."""

    def __init__(self, *, cards: bool) -> None:
        super().__init__(id="work", classes="-card" if cards else "")
        self._cards = cards
        self._answer = TextPane("answer", boxed=True)
        self._question, self._reference, self._source = map(TextPane, ("question", "reference", "source"))

    def compose(self) -> ComposeResult:
        """Question over answer over reference and source."""
        if self._cards:
            yield self._answer
            return
        yield self._question
        with Vertical(id="texts"):
            yield self._answer
            with Vertical(id="beside"):
                yield self._reference
                yield self._source

    @property
    def longest(self) -> TextPane:
        """The text that is longer than its frame, or the answer."""
        beside = () if self._cards else (self._source, self._reference, self._question)
        return next((pane for pane in (self._answer, *beside) if pane.overflows), self._answer)

    def lay(self, practised: Round) -> None:
        """Show the texts of the exercise."""
        shown, n, of = practised.exercise, practised.at + 1, len(practised.exercises)
        title = _("Card {i} of {n}").format(i=n, n=of) if self._cards else _("Answer")
        # What it cites tells a system with notes from one without: after the key, as in grading.
        known = shown.cited and practised.label
        cites = _("cites {source}").format(source=one_line(shown.cited, 20)) if known else ""
        self._answer.read(shown.text, title, cites)
        if not self._cards:
            place = _("answer {i} of {n}").format(i=n, n=of)
            self._question.read(shown.question.text, f"{name_of(practised, practised.at)} · {place}")
            self._lay_beside(shown)

    def _lay_beside(self, shown: Exercise) -> None:
        title = _("Reference")
        if shown.question.answerable is False:
            title += " · " + _("the sources have no answer")
        self._reference.read("\n".join(shown.question.references), title)
        named = " · ".join(part for source in shown.sources for part in (source.source_id, source.topic) if part)
        text = "\n\n".join(source.text for source in shown.sources) or _("(no source is given for this question)")
        self._source.read(text, f"{_('Source')} {one_line(named, 60)}".rstrip())
