"""The page of a comparison: what broke before any average, the numbers, what was held out. 80 columns wide.

The table of decisions is in `table.py`, the verdict's words in `words.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradertui.locale import _, ngettext, number
from gradertui.report.blocks import UNBROKEN, Block
from gradertui.report.compare import Compared, Held
from gradertui.report.compare import table as decision
from gradertui.report.compare.words import between
from gradertui.report.figures import count, p_value, percent, share, signed, three
from gradertui.report.layout import event_words, family, listed, say, table, title
from gradertui.report.lines import page
from gradertui.report.tables import NAME, framed
from gradertui.summary.claims import Claim
from gradertui.summary.comparing import Comparison, Pair
from gradertui.summary.two_arms import Arm, Paired
from gradertui.text import one_line
from stats.interval import Interval

_HALF = 38
"""Characters of an arm's name where two stand in a title."""
_NARROW = 15
"""Characters of an arm's name where it stands three times in a row."""
_AT = 30
"""Column in which numbers begin."""


def write(found: Compared) -> str:
    """The whole page."""
    numbers = found.comparison
    sections = [
        _head(found),
        *(_pair(found, pair) for pair in numbers.pairs),
        _arms(found),
        _claims(found, numbers.claims),
        *(decision.section(found, pair) for pair in numbers.pairs),
        _undecided(found),
    ]
    return page(sections)


def called(found: Compared, arm: str, width: int = 0) -> str:
    """How an arm is called, safe to print."""
    return one_line(found.names[arm], width) or _("(no name)")


def _head(found: Compared) -> Iterator[Block]:
    yield from title(_("Comparison: {name}").format(name=one_line(found.name, 60)))
    if found.of == "session":
        words = _("provisional {done}/{total}") if not found.complete else _("complete {done}/{total}")
        yield words.format(done=found.done, total=found.total)
        yield from say(_passes(found))
    if found.note:
        yield from say(one_line(found.note))
    if not found.named:
        yield from say(_("Systems go by codes until all is labelled or somebody reveals them."))
    if n := found.unresolved:
        words = ngettext(
            "{n} answer counts in no rate, because graders differ on it: gradertui adjudicate {name}",
            "{n} answers count in no rate, because graders differ on them: gradertui adjudicate {name}",
            n,
        )
        yield from say(words.format(n=n, name=one_line(found.name)))
    if n := found.blank:
        words = ngettext(
            "{n} cell is empty: that case is left out of its pairs.",
            "{n} cells are empty: those cases are left out of their pairs.",
            n,
        )
        yield from say(words.format(n=n))
    if found.held and not found.held.shown:
        yield from say(_("What is held out is told apart once all is labelled, so that it is looked at once."))
    yield from _family(found.comparison)


def _passes(found: Compared) -> str:
    """What a pass is in a session."""
    words = _("An answer passes if it is not {event}; a question broke if it is so under the second system only.")
    if found.event == "correct":
        words = _("An answer passes if it is {event}; a question broke if it is so under the first system only.")
    told = words.format(event=event_words(found.event))
    if found.event == found.planned:
        return told
    return f"{told} {_('The plan names another event: {event}.').format(event=event_words(found.planned))}"


def _family(numbers: Comparison) -> Iterator[Block]:
    if numbers.family > 1:
        tried = _("{m} were tried: uncorrected, one among so many wins by chance in {share} of studies.")
        of_tried = tried.format(m=numbers.family, share=f"{100 * numbers.false_alarm:.0f} %")
        planned = numbers.asked.variants != numbers.family
        yield from say(family(numbers.family, numbers.false_alarm) if planned else of_tried)
        words = _("By Bonferroni each would have to be below {threshold}; Holm is never weaker.")
        yield from say(words.format(threshold=p_value(numbers.threshold)))


def _pair(found: Compared, pair: Pair) -> Iterator[Block]:
    yield from title(f"{called(found, pair.a, _HALF)} → {called(found, pair.b, _HALF)}")
    if pair.primary:
        yield from say(_("the primary comparison, outside the family"))
    if pair.paired is None:
        yield from _different(found, pair)
        return
    if found.named:
        yield from (*_cases(found, pair.paired), "")
    yield from _square(found, pair, pair.paired)
    yield from _left_out(pair)
    yield ""
    yield from _numbers(found, pair, pair.paired)
    if pair.held_out:
        yield from ("", *_held(found.held, pair.held_out, found.comparison.asked.level))


def _cases(found: Compared, pair: Paired) -> Iterator[Block]:
    """What broke and what was fixed, by name."""
    yield from say(_("Read these before the average, one at a time with --read CASE:"))
    for words, cases in ((_("broke"), pair.broke), (_("fixed"), pair.fixed)):
        marked = [_marked(case, pair) for case in cases]
        yield from say(f"{words} {len(cases)}: {listed(marked)}" if marked else f"{words} 0", "  ", "  ")


def _marked(case: str, pair: Paired) -> str:
    name = one_line(case, 40)
    return f"{name} ({_('critical')})" if case in pair.critical else name


def _square(found: Compared, pair: Pair, of: Paired) -> Iterator[Block]:
    """The table of two by two; with replicates what lies between has a line of its own."""
    a, b = called(found, pair.a, _NARROW), called(found, pair.b, _NARROW)
    wide = max(len(a) + len(_("fails")) + 1, len(a) + len(_("passes")) + 1)
    heads = [f"{b} {_('passes')}", f"{b} {_('fails')}"]
    rows = [(f"{a} {_('passes')}", of.both, len(of.broke)), (f"{a} {_('fails')}", len(of.fixed), of.neither)]
    if of.replicated:
        heads = [_("always passes"), _("less often"), _("more often"), _("never"), _("as often")]
        yield "  " + "  ".join(heads)
        counts = (of.both, len(of.broke), len(of.fixed), of.neither, of.alike)
        yield "  " + "  ".join(str(n).rjust(len(head)) for n, head in zip(counts, heads, strict=True))
        yield from say(_("Cases were drawn several times: each counts once, with the share of its draws that passed."))
        return
    yield "  " + " " * wide + "".join(f"  {head:>{max(len(head), 6)}}" for head in heads)
    for label, x, y in rows:
        cells = "".join(f"  {n:>{max(len(head), 6)}}" for n, head in zip((x, y), heads, strict=True))
        yield f"  {label:<{wide}}{cells}"
    yield from say(
        _("Only the cases on which they differ decide: {b} and {c}.").format(b=len(of.broke), c=len(of.fixed))
    )


def _left_out(pair: Pair) -> Iterator[Block]:
    if n := sum(pair.only):
        words = ngettext("{n} case that only one has is left out.", "{n} cases that only one has are left out.", n)
        yield from say(words.format(n=n))


def _numbers(found: Compared, pair: Pair, of: Paired) -> Iterator[Block]:
    level = percent(found.comparison.asked.level)
    yield _line(_("cases"), str(of.n))
    yield _line(_("change, second − first"), signed(of.delta, 4))
    if of.replicated:
        yield _line("  " + _("interval, {level}").format(level=level), span(of.flipped))
    else:
        yield _line(f"  Wald, {level}", span(of.wald))
        yield _line(f"  Tango, {level}", span(of.tango), _("the one to rely on"))
    test = _("exact sign flip over cases") if of.replicated else _("exact McNemar")
    yield _line(_("p, on the same cases"), p_value(of.p), test)
    if pair.family > 1:
        words = _("of {m}").format(m=pair.family) if pair.primary else _("Holm, of {m}").format(m=pair.family)
        yield _line(_("p, corrected"), p_value(pair.corrected), words)
    yield _line(_("p, as if they were different"), p_value(pair.apart.p), _worth(pair, of))


def _worth(pair: Pair, of: Paired) -> str:
    """What pairing is worth."""
    if not pair.apart.p or not of.p or pair.apart.p <= of.p:
        return ""
    times = pair.apart.p / of.p
    return _("pairing: {times} times smaller").format(times=number(times, 1 if times < 100 else 0))


def _line(words: str, value: str, beside: str = "") -> str:
    return f"  {words:<{_AT}}{value:<20}{beside}".rstrip()


def span(interval: Interval | None) -> str:
    """An interval of a difference of rates."""
    if interval is None:
        return _("none with so few")
    return between(signed(interval.low, 4), signed(interval.high, 4)).replace(UNBROKEN, " ")


def _different(found: Compared, pair: Pair) -> Iterator[Block]:
    """Two arms on different cases, and what that wastes."""
    of, level = pair.apart, percent(found.comparison.asked.level)
    yield _line(_("cases"), f"{of.n[0]}, {of.n[1]}")
    yield _line(_("change, second − first"), signed(of.delta, 4))
    yield _line(f"  Wald, {level}", span(of.interval))
    z = f"z {signed(of.test.z, 2)}" if of.test else _("all or none pass: nothing to divide by")
    yield _line(_("p, of different cases"), p_value(of.p), z)
    yield from say(
        _(
            "Different cases: that some are harder than others counts as noise here, and drops out where both systems "
            "get the same ones. That wastes nearly all of the power: 164 against 170 of 200 has p 0.419 so, and 0.031 "
            "on the same cases if none broke."
        )
    )
    yield from say(_("Wald's interval is too narrow where a system passes nearly all cases or hardly any."))


def _held(held: Held | None, of: Paired, level: float) -> Iterator[Block]:
    """The same pair on what was held out."""
    split = f" ({one_line(held.split, 30)})" if held and held.split else ""
    yield from say(_("On what was held out{split}:").format(split=split))
    yield _line(
        _("cases"), str(of.n), _("{broke} broke, {fixed} fixed").format(broke=len(of.broke), fixed=len(of.fixed))
    )
    yield _line(_("change, second − first"), signed(of.delta, 4), span(of.interval))
    yield _line(_("p, on the same cases"), p_value(of.p))
    if held and held.looks:
        yield from say(decision.looked(held))


def _arms(found: Compared) -> Iterator[Block]:
    """Each arm's rate, and how steady it is beside it."""
    numbers = found.comparison
    several = any(arm.consistency for arm in numbers.arms)
    yield from title(_("Rate of passing, Wilson {level}").format(level=percent(numbers.asked.level)))
    heads = ["k", "n", "p", _("low"), _("high"), *([_("steady"), _("low"), _("high")] if several else [])]
    names = [called(found, arm.arm, NAME) for arm in numbers.arms]
    yield from table(framed(heads, names, (_arm(arm, several) for arm in numbers.arms)))
    if several:
        words = _("steady: share of the cases drawn several times whose draws all say the same.")
        yield from say(words)
    if found.held and found.held.shown:
        yield from say(_("What is held out is not among them."))
    gains = ", ".join(f"{k} × {number(factor, 2)}" for k, factor in numbers.gains.items())
    words = _("What repeating a case leaves of the noise within it: {gains}. Other cases take more cases.")
    yield from say(words.format(gains=gains))


def _arm(arm: Arm, several: bool) -> list[str]:
    low, high = arm.rate.interval or (None, None)
    cells = [count(arm.rate.k), str(arm.cases), three(arm.rate.estimate), three(low), three(high)]
    if not several:
        return cells
    steady = arm.consistency
    low, high = (steady and steady.interval) or (None, None)
    return [*cells, three(steady.estimate if steady else None), three(low), three(high)]


def _claims(found: Compared, claims: Sequence[Claim]) -> Iterator[Block]:
    if claims:
        yield from title(_("What was reported"))
    for each in claims:
        yield from say(f"{called(found, each.arm)}: {_claim(each)}")


def _claim(each: Claim) -> str:
    n, written = each.n, one_line(each.written, 20)
    if not each.possible:
        words = _(
            "{rate} of {n} is impossible: {below} of {n} is {low}, {above} of {n} is {high}. Runs were averaged "
            "without saying so, or the number is made up."
        )
        above = min(each.below + 1, n)
        ends = {"low": share(each.below / n), "high": share(above / n)}
        return words.format(rate=written, n=n, below=each.below, above=above, **ends)
    words = _("{rate} of {n} can be, and is what the cases say.")
    if not each.agrees:
        words = _("{rate} of {n} can be, and the cases say {found}.")
    return words.format(rate=written, n=n, found=three(float(each.found)))


def _undecided(found: Compared) -> Iterator[Block]:
    """Why there is no verdict where there is none."""
    if not found.comparison.pairs:
        yield from say(_("There is one system only: nothing to compare. Name a second file, or a session of two."))
    elif not found.named:
        yield from say(_("No verdict while systems go by codes: which cases broke is told once all is labelled."))
