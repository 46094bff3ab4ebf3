"""How the numbers of a tone session were computed, in sentences for whoever reads them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _
from gradertui.report.figures import percent
from gradertui.report.parts import Report
from gradertui.report.tone import RESAMPLED, Numbers


def sentences(report: Report) -> Iterator[str]:
    """What was counted, and by which tests and intervals."""
    numbers: Numbers = report.numbers
    yield _("A label is the tone of a card from 1 (cold or condescending) to 5 (warm and respectful).")
    yield _("The template is the unit: cards of one template are not independent of each other.")
    if numbers.summary is None or not numbers.pairs:
        return
    yield _("Variants are compared by the exact sign-flip test over the differences of the templates.")
    yield from _interval(numbers.pairs[0].pair.mean.method, percent(report.level))
    correction = {"holm": _("Holm (1979)"), "min-p": _("min-P (Westfall and Young 1993)")}[numbers.summary.correction]
    words = _("Each template is tested by the exact permutation test of its cards, corrected by {correction}.")
    yield words.format(correction=correction)
    if len(numbers.called) <= RESAMPLED:
        yield _(
            "Intervals of single templates are percentile bootstrap (Efron and Tibshirani 1993), as documents print "
            "them."
        )
    if numbers.blinding is not None and numbers.blinding.asked:
        yield _("Blinding was measured by the indices of Bang et al. (2004) and James et al. (1996).")


def _interval(method: str | None, level: str) -> Iterator[str]:
    if method == "sign flip":
        yield _("The interval of their mean at {level} comes from inverting it (Tritchler 1984).").format(level=level)
    elif method == "t":
        yield _("The interval of their mean at {level} is that of Student's t.").format(level=level)
