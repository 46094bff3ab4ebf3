"""How the numbers of a grade session were computed, in sentences for whoever reads them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _
from gradertui.report.figures import percent
from gradertui.report.grade import Numbers
from gradertui.report.layout import event_words
from gradertui.report.parts import Report


def sentences(report: Report) -> Iterator[str]:
    """What was counted, and by which tests and intervals."""
    numbers: Numbers = report.numbers
    summary, level = numbers.summary, percent(report.level)
    yield _(
        "A label says what an answer does: R matches the reference, X states anything else, N says it does not know."
    )
    yield _("The question is the unit; of repeated draws of an answer each question counts once, by its share.")
    if summary is not None and summary.known:
        words = _("Rates ({event}) have Wilson's score interval (Wilson 1927) at {level}.")
        yield words.format(event=event_words(summary.event), level=level)
        words = _("It holds {level} on average over rates, and less at some near 0 and 1.")
        yield words.format(level=level)
        if summary.pairs:
            yield _compared(any(pair.replicated for pair in summary.pairs))
        if summary.family > 1:
            yield _("The other pairs are one family, corrected by Holm (1979).")
    if numbers.calibration:
        yield _(
            "Stated confidence is set against what came out in five bins (ECE, Guo et al. 2017; Brier 1950), beside "
            "the "
            "error that chance alone would show with the same confidences (Bröcker and Smith 2007)."
        )
    if numbers.anytime is not None and numbers.anytime.known:
        yield _(
            "What is said to hold at any time are confidence sequences and e-values (Waudby-Smith and Ramdas 2020)."
        )


def _compared(replicated: bool) -> str:
    if replicated:
        return _(
            "Systems are compared on the same questions by the exact sign-flip test of the differences, two-sided."
        )
    return _(
        "Systems are compared on the same questions by McNemar's exact test, two-sided (McNemar 1947), with Tango's "
        "interval of the change (Tango 1998)."
    )
