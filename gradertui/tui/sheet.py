"""What lies before the grader, as titles and texts for the four panes. What could sway the grader is left out here."""

from __future__ import annotations

from typing import NamedTuple

from gradertui.locale import _, number
from gradertui.text import one_line
from gradertui.tui.place import Place, Sheet


class Shown(NamedTuple):
    """A pane's text with what stands at its edges."""

    text: str
    title: str
    beneath: str = ""


def question(desk: Place, sheet: Sheet) -> Shown:
    """What was asked, and where in the order it stands."""
    order, position = desk.state.order, desk.position
    cluster = order.cluster(position)
    title = _("Question {i} of {n}").format(i=order.number(position) + 1, n=order.clusters)
    # Where answers come again, counting would tell which did.
    if desk.state.repeats:
        title = _("Question {i}").format(i=order.number(position) + 1)
    elif len(cluster) > 1:
        title += " · " + _("answer {i} of {n}").format(i=cluster.index(position) + 1, n=len(cluster))
    if desk.pairs:
        title = (
            _("Pair {i} of {n}").format(i=position + 1, n=len(order))
            + " · "
            + _("a tie is a valid and frequent answer")
        )
    if desk.looking_for:
        title += " · " + _("only {wanted}").format(wanted=desk.looking_for)
    return Shown(sheet.question.text, title if desk.pairs else f"{desk.key} · {title}")


def answer(desk: Place, sheet: Sheet) -> Shown:
    """The text to be judged; its system only when nothing is hidden."""
    item = sheet.item
    title = _("Answer")
    if desk.cards:
        title = _("Card {i} of {n}").format(i=desk.position + 1, n=len(desk.state.order))
        if desk.looking_for:
            title += " · " + _("only {wanted}").format(wanted=desk.looking_for)
    if not desk.blind:
        title += f" · {one_line(desk.task.arms[0], 40)}"
    text = item.text if item.text else _("(the answer is empty)")
    if desk.guessing:
        return Shown(text, title, "")
    return Shown(text, title, " · ".join([*desk.stands(), *_betraying(desk, sheet)]))


def side(desk: Place, sheet: Sheet, at: int, *, words: bool, raw: bool) -> Shown:
    """One text of a pair: what stands of the pair is under the left one.

    Args:
        desk: at the pair.
        sheet: of it.
        at: 0 is the left text, 1 the right.
        words: whether words that the other lacks stand out.
        raw: whether it is shown character for character.
    """
    title = "AB"[at] if not sheet.same else _("{side} · the same text as {other}").format(side="AB"[at], other="BA"[at])
    if not desk.blind:
        title += f" · {one_line(desk.task.arms[at], 40)}"
    if words:
        title += " · " + _("underlined: not in the other")
    if raw:
        title += " · " + _("as it is")
    text = sheet.items[at].text or _("(the answer is empty)")
    return Shown(text, title, " · ".join(desk.stands()) if at == 0 else "")


def noted(shown: Shown, sheet: Sheet, *, words: bool, raw: bool) -> Shown:
    """The answer with a word in its title on how it is shown.

    Args:
        shown: the answer.
        sheet: what it is compared with.
        words: whether words that the source lacks stand out.
        raw: whether it is shown character for character.
    """
    title = shown.title
    if words:
        title += " · " + (_("underlined: not in the source") if sheet.sources else _("no source to compare with"))
    if raw:
        title += " · " + _("as it is")
    return shown._replace(title=title)


def _betraying(desk: Place, sheet: Sheet) -> list[str]:
    """What betrays a system in passing: hidden until all is said of the answer, unless the plan shows it."""
    shows, item = desk.session.plan.shows, sheet.item
    shown = not desk.blind or (desk.mark.label is not None and not desk.asks_kind)
    told = []
    if item.cited_source and (shown or "citation" in shows):
        told.append(_("cites {source}").format(source=one_line(item.cited_source, 20)))
    if item.confidence is not None and (shown or "confidence" in shows):
        told.append(_("declares {confidence}").format(confidence=number(item.confidence, 2)))
    return told


def reference(sheet: Sheet, *, words: bool = False) -> Shown:
    """What a right answer says; alternatives as a list.

    Args:
        sheet: what lies before the grader.
        words: whether words that the answer has stand out.
    """
    found = sheet.question
    title = _("Reference")
    if len(found.references) > 1:
        title = _("Reference · one of {n}").format(n=len(found.references))
    if found.answerable is False:
        title += " · " + _("the sources have no answer")
    if words:
        title += " · " + _("underlined: in the answer")
    if not found.references:
        return Shown(_("(none: the letter is kept as a letter)"), title)
    if len(found.references) == 1:
        return Shown(found.references[0], title)
    return Shown("\n".join(f"• {text}" for text in found.references), title)


def whole(desk: Place, sheet: Sheet) -> Shown | None:
    """The source for a page of its own, or the note a card answers; None where the plan keeps it from a blind eye."""
    if desk.pairs:
        return _compared_with(sheet)
    if not desk.cards:
        return source(sheet)
    if desk.blind and "note" not in desk.session.plan.shows:
        return None
    return Shown("\n\n".join(each.text for each in sheet.sources) or sheet.question.text, _("Note"))


def _compared_with(sheet: Sheet) -> Shown:
    """What a pair may be held against: the reference, and the source."""
    found = [reference(sheet)] if sheet.question.references else []
    found += [source(sheet)] if sheet.sources else []
    if not found:
        return Shown(_("(neither a reference nor a source is given for this question)"), _("Source"))
    return Shown("\n\n".join(f"{each.title}\n{each.text}" for each in found), " · ".join(each.title for each in found))


def source(sheet: Sheet) -> Shown:
    """The note or notes the answer should rest on."""
    if not sheet.sources:
        return Shown(_("(no source is given for this question)"), _("Source"))
    if len(sheet.sources) == 1:
        (only,) = sheet.sources
        name = "" if only.source_id.startswith("·") else " " + one_line(only.source_id, 20)
        topic = " · " + one_line(only.topic, 30) if only.topic else ""
        return Shown(only.text, _("Source") + name + topic)
    # An id that the file did not give begins with a dot and says nothing.
    named = (("" if s.source_id.startswith("·") else s.source_id, s.text) for s in sheet.sources)
    texts = (f"[{name or number}] {text}" for number, (name, text) in enumerate(named, 1))
    return Shown("\n\n".join(texts), _("Sources ({n})").format(n=len(sheet.sources)))
