"""Where the grader is: what lies there, and walking, jumping and filtering. Reads, and writes nothing; knows no widget.

What a grader does to a task is `desk.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gradertui.locale import _, ngettext
from gradertui.marks import Mark
from gradertui.masking import Mask
from gradertui.model import Item, Question, Source, Task
from gradertui.modes import grade
from gradertui.modes.preference import BETWEEN
from gradertui.order import REPEAT
from gradertui.session import Session
from gradertui.state import State, following
from gradertui.text import one_line
from gradertui.tui.filters import containing, filters, standing
from gradertui.tui.keys import Keys
from gradertui.words import content_words


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that lies before the grader for one task."""

    items: tuple[Item, ...]
    """The text to be judged, or both of a pair: left and right."""
    question: Question
    sources: tuple[Source, ...]

    @property
    def item(self) -> Item:
        """The text to be judged; of a pair the left one."""
        return self.items[0]

    @property
    def same(self) -> bool:
        """Whether both texts of a pair read the same."""
        texts = {" ".join(item.text.split()) for item in self.items}
        return len(self.items) == 2 and len(texts) == 1


class Place:
    """One place in a session, and the ways from it to others."""

    def __init__(self, session: Session, state: State, keys: Keys, *, blind: bool) -> None:
        """Begin where the log ends.

        Args:
            session: open.
            state: what the grader's log amounts to.
            keys: of the grader.
            blind: whether arms are hidden.
        """
        self.session, self.state, self.keys, self.blind = session, state, keys, blind
        self.cards = session.plan.mode == "tone"
        """Whether tasks are cards, each judged by itself and known by its number only."""
        self.pairs = session.rules.sided
        """Whether tasks are two texts side by side."""
        hides = (self.cards or self.pairs) and blind
        self._mask = Mask.planned(session.plan, session.arms) if hides else None
        self.choices = keys.keyed(session.rules.choices(session.plan))
        self.kinds = keys.counted("kinds", grade.kinds(session.plan)) if session.plan.mode == "grade" else ()
        """Kinds of error that the plan asks for after an X."""
        self.only: tuple[int, ...] | None = None
        """Positions that a filter left, in order; None without a filter."""
        self.looking_for = ""
        self.guessing = False
        """Whether arms are being guessed: what was said of a card would help, and is not shown."""
        last = -1 if state.last is None else state.last
        mark = state.marks[max(last, 0)]
        kindless = bool(session.plan.kinds) and mark.label == "X" and not mark.kind
        still_open = last >= 0 and ((not mark.settled and not mark.skipped) or kindless)
        self.position = last if still_open else self._open_from(last)
        self.longest_question, self.longest_reference = session.items.longest()
        self.sheet = lru_cache(8)(self._sheet)
        """Of a position; neighbours are read ahead."""
        self.source_words = lru_cache(8)(self._source_words)
        self.answer_words = lru_cache(8)(self._answer_words)
        """Content words, of a position; not looked for before somebody wants to see them."""

    def _sheet(self, position: int) -> Sheet:
        items = self.session.items
        task = self.state.order[position]
        found = [items.item(key) for key in task.task_id.removesuffix(REPEAT).split(BETWEEN)]
        if self.pairs:
            found.sort(key=lambda item: task.arms.index(item.system))
        first = found[0]
        question = items.question(first.question_id) if first.question_id else Question("", "")
        keys = question.source_ids or first.retrieved if self.cards else items.rested_on(question)
        sources = tuple(items.source(key) for key in keys)
        if self._mask is None:
            return Sheet(tuple(found), question, sources)
        over = self._mask.over
        asked = question._replace(text=over(question.text), references=tuple(map(over, question.references)))
        veiled = tuple(source._replace(text=over(source.text)) for source in sources)
        return Sheet(tuple(item._replace(text=over(item.text)) for item in found), asked, veiled)

    def _source_words(self, position: int) -> frozenset[str]:
        return content_words("\n".join(source.text for source in self.sheet(position).sources))

    def _answer_words(self, position: int) -> frozenset[str]:
        return content_words(self.sheet(position).item.text)

    def apart_words(self, position: int) -> tuple[frozenset[str], ...]:
        """Of a pair, for each side the words that the other one has."""
        return tuple(content_words(item.text) for item in reversed(self.sheet(position).items))

    def read_ahead(self) -> None:
        """Read the tasks that are likely next, so that a key need not wait for the disk."""
        for position in (self.position + 1, self._open_from(self.position)):
            if position < len(self.state.order):
                self.sheet(position)

    @property
    def task(self) -> Task:
        """What is before the grader."""
        return self.state.order[self.position]

    @property
    def mark(self) -> Mark:
        """What stands of it."""
        return self.state.marks[self.position]

    @property
    def asks_kind(self) -> bool:
        """Whether the task stands as an X of which the plan wants to know the kind."""
        return bool(self.kinds) and self.mark.label == "X" and not self.mark.kind

    def stands(self) -> list[str]:
        """What stands of the task, for the edge of its text."""
        mark = self.mark
        said = [_("labelled {label}").format(label=mark.label)] if mark.label is not None else []
        if mark.kind:
            said.append(grade.kind_words(mark.kind))
        if mark.excluded is not None:
            said.append(_("left out: {reason}").format(reason=one_line(mark.excluded, 30)))
        if mark.skipped:
            said.append(_("put off"))
        if mark.flagged:
            said.append("⚑ " + _("flagged"))
        if mark.comment:
            said.append(f"“{one_line(mark.comment, 30)}”")
        return said

    @property
    def key(self) -> str:
        """How the task is called: by its question's key, a card by its number, which says nothing of it."""
        return self.called(self.position)

    def called(self, position: int) -> str:
        """How the task at a position is called."""
        if self.cards:
            return _("card {n}").format(n=position + 1)
        if self.pairs:
            return _("pair {n}").format(n=position + 1)
        cluster = self.state.order.name(position)
        return one_line(cluster.rstrip(REPEAT) if position in self.state.repeats else cluster, 24)

    def _open_from(self, position: int) -> int:
        found = following(self.state, position)
        return found if found is not None else max(position, 0)

    def _advance(self) -> None:
        if self.only is None:
            self.position = self._open_from(self.position)
            return
        later = [p for p in self.only if p > self.position and not self.state.marks[p].settled]
        self.position = later[0] if later else self.position

    def walk(self, step: int) -> str:
        """Go to the neighbour in order, or among those a filter left."""
        if self.only is None:
            target = self.position + step
        else:
            ahead = [p for p in self.only if (p > self.position if step > 0 else p < self.position)]
            target = (ahead[0] if step > 0 else ahead[-1]) if ahead else -1
        if not 0 <= target < len(self.state.order):
            return _("that is the last one") if step > 0 else _("that is the first one")
        self.position = target
        return ""

    def resume(self) -> str:
        """Go to the next task without a label, out of any filter."""
        self.only, self.looking_for = None, ""
        self.position = self._open_from(self.position)
        return _("nothing is open") if self.state.complete else ""

    def go(self, where: str) -> str:
        """Go to a task by its number, or to a question by its key."""
        if not (where := where.strip()):
            return ""
        begins = None if self.cards else self.state.order.position(where)
        if begins is not None:
            self.position = begins
        elif where.isdecimal() and len(where) < 10 and 1 <= int(where) <= len(self.state.order):
            self.position = int(where) - 1
        else:
            words = _("{where}: no number from 1 to {n} and no question's key")
            if self.cards:
                words = _("{where}: no number from 1 to {n}")
            return words.format(where=one_line(where, 24), n=len(self.state.order))
        return ""

    def filter(self, wanted: str) -> str:
        """Walk only through some tasks.

        Args:
            wanted: words of question or answer, or one of `filters`. Empty takes the filter off.
        """
        self.only, self.looking_for = None, ""
        if not (wanted := wanted.strip()):
            return _("no filter")
        found = self._matching(wanted)
        if found is None:
            return _("there are only {filters}").format(filters=" ".join(self.filters))
        if not found:
            return _("nothing matches {wanted}").format(wanted=one_line(wanted, 30))
        self.only, self.looking_for = found, one_line(wanted, 20)
        if self.position not in found:
            self.position = next((p for p in found if p > self.position), found[0])
        text = ngettext("{n} matches; {lift} lifts the filter", "{n} match; {lift} lifts the filter", len(found))
        return text.format(n=len(found), lift=self.keys.cap("lift"))

    def _matching(self, wanted: str) -> tuple[int, ...] | None:
        if wanted.startswith(":"):
            return standing(wanted[1:], self.state, self._standings)
        shown = self._shown if self._mask or self.pairs else None
        return containing(wanted, self.state, self.session.items, shown)

    def _shown(self, position: int) -> str:
        sheet = self._sheet(position)
        asked = [sheet.question.question_id, sheet.question.text] if self.pairs else []
        return "\n".join([*asked, *(item.text for item in sheet.items)])

    @property
    def _standings(self) -> tuple[str, ...]:
        return tuple(choice.label for choice in (*self.choices, *self.kinds))

    @property
    def filters(self) -> list[str]:
        """Filters by what stands of a task, as they are written."""
        return filters(self._standings)
