"""The plan in words: what was decided, when it was frozen, what departed from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gradertui.locale import _, ngettext
from gradertui.model import Plan
from gradertui.modes.grade import kind_words
from gradertui.report.blocks import Block, Terms
from gradertui.report.figures import percent, share
from gradertui.report.layout import event_words, say, title
from gradertui.report.planned import Planned
from gradertui.session.planning import Deviation
from gradertui.text import one_line


def section(planned: Planned) -> Iterator[Block]:
    """What was planned."""
    yield from title(_("What was planned"))
    yield from say(frozen(planned))
    yield Terms(tuple(_decisions(planned)))


def frozen(planned: Planned) -> str:
    """When and by whom the plan was frozen, and whether it was kept."""
    record = planned.record
    if record is None:
        return _("The plan is not frozen: session.toml can still be edited.")
    if not planned.kept:
        return _("session.toml was CHANGED after the plan was frozen; gradertui verify says where.")
    words = {
        "label": _("Plan {plan}, frozen {at} (UTC) by the first label of {by}"),
        "command": _("Plan {plan}, frozen {at} (UTC) by {by}"),
    }[record.how]
    n = len(record.deviations)
    kept = ngettext("{n} departure below", "{n} departures below", n).format(n=n) if n else _("unchanged")
    return words.format(plan=record.plan_hash[:12], at=minute(record.at), by=one_line(record.by, 40)) + f"; {kept}."


def minute(at: str) -> str:
    """A time without its seconds."""
    return one_line(at[:16].replace("T", " "))


def _decisions(planned: Planned) -> Iterator[tuple[str, str]]:
    plan = planned.plan
    yield from _compared(planned)
    yield _("order"), _order(plan)
    yield _("while grading"), _shown(plan)
    if plan.graders:
        yield _("graders"), _graders(plan)
    if plan.mode == "tone" and len(plan.graders) != 1:
        averaged = _("if several rate, each grader's own differences by template are averaged")
        summed = _("if several rate, cards that all of them rated count, by the sum")
        yield _("several graders"), averaged if plan.several == "averaged" else summed
    if plan.thresholds:
        yield _("thresholds"), ", ".join(f"{name} {share(value)}" for name, value in plan.thresholds.items())
    if plan.held_out:
        yield _("held out"), one_line(plan.held_out)
    if plan.kinds:
        yield _("kinds of error"), ", ".join(map(kind_words, plan.kinds))
    yield _("bank"), _bank(planned)


def _compared(planned: Planned) -> Iterator[tuple[str, str]]:
    plan = planned.plan
    if not planned.named:
        yield _("comparisons"), _("told with the names, once all is labelled or revealed")
    elif plan.hypothesis:
        said = {None: _("not asked"), True: _("yes"), False: _("no")}[plan.accepts_reverse]
        asked = _("the opposite would be accepted as readily: {answer}").format(answer=said)
        yield _("hypothesis"), f"{one_line(plan.hypothesis)} ({asked})"
    else:
        yield _("hypothesis"), _("not declared")
    if planned.named:
        yield _("primary comparison"), _primary(planned)
    others = len(planned.pairs) - bool(plan.primary)
    if plan.mode == "grade":
        yield _("event"), event_words(plan.event)
    if others > 1 or (plan.primary and others):
        words = ngettext("{n} other planned pair", "{n} planned pairs in one Holm family", others)
        yield _("pairs"), words.format(n=others)
    yield _("level"), percent(plan.level)
    if plan.mode == "tone":
        name = {"holm": "Holm", "min-p": "min-P"}[plan.correction]
        words = ngettext("{n} template, corrected by {name}", "{n} templates, corrected by {name}", planned.clusters)
        yield _("per template"), words.format(n=planned.clusters, name=name)


def _primary(planned: Planned) -> str:
    plan = planned.plan
    pair = plan.primary or (planned.pairs[0] if len(planned.pairs) == 1 else ())
    if not pair:
        return _("none is named: all pairs are one family")
    told = " → ".join(one_line(arm, 40) or _("(no name)") for arm in pair)
    return told if plan.mode != "grade" else f"{told} · {event_words(plan.event)}"


def _order(plan: Plan) -> str:
    told = _("shuffled, seed {seed}").format(seed=plan.seed) if plan.order == "shuffled" else _("as in the file")
    if not plan.repeats:
        return told
    words = ngettext("{n} shown a second time, unannounced", "{n} shown a second time, unannounced", plan.repeats)
    return f"{told}; {words.format(n=plan.repeats)}"


def _shown(plan: Plan) -> str:
    hidden = _("blind") if plan.blind else _("open")
    shows = (
        "; " + _("shown all the same: {what}").format(what=", ".join(map(one_line, plan.shows))) if plan.shows else ""
    )
    policies = {
        "live": _("statistics live"),
        "pooled": _("statistics pooled, no contrasts until complete"),
        "sealed": _("counts only until complete"),
    }
    return f"{hidden}{shows}; {policies[plan.statistics]}"


def _graders(plan: Plan) -> str:
    names = ", ".join(one_line(name, 40) for name in plan.graders)
    if plan.overlap >= 1:
        return _("{names}; each grades everything").format(names=names)
    words = _("{names}; {share} by all of them, the rest dealt out")
    return words.format(names=names, share=percent(plan.overlap))


def _bank(planned: Planned) -> str:
    bank = planned.plan.bank
    by, date = (one_line(bank.get(key, ""), 40) or _("not declared") for key in ("author", "date"))
    told = _("author: {by}; date: {date}").format(by=by, date=date)
    if planned.bank is None:
        return told
    kept = _("unchanged") if planned.bank else _("CHANGED since the plan was written")
    return f"{told}; {bank.get('hash', '')[:12]}, {kept}"


def departures(planned: Planned) -> Iterator[Block]:
    """What departed from the plan after it was frozen, and why; nothing while nothing did."""
    deviations = planned.record.deviations if planned.record else ()
    if not deviations:
        return
    n = len(deviations)
    yield from title(ngettext("{n} departure from the plan", "{n} departures from the plan", n).format(n=n))
    for deviation in deviations:
        yield from _departure(deviation, planned.named)


def _departure(deviation: Deviation, named: bool) -> Iterator[Block]:
    words = _("{at} (UTC), {by}: {reason}")
    at, by, reason = minute(deviation.at), one_line(deviation.by, 40), one_line(deviation.reason)
    yield from say(words.format(at=at, by=by, reason=reason))
    told = changed(deviation.changes) if named else map(one_line, deviation.changes)
    yield from (line for change in told for line in say(change, "  "))
    if not deviation.changes:
        yield "  " + _("comments or blanks")


def changed(changes: Mapping[str, tuple[Any, Any]]) -> Iterator[str]:
    """Each decision that changed, as it was and as it is."""
    for key, (was, now) in changes.items():
        yield f"{one_line(key)}: {_value(was)} → {_value(now)}"


def _value(value: Any) -> str:
    if value is None:
        return _("(nothing)")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return one_line(str(value), 60) if value != "" else _("(nothing)")
