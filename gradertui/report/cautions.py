"""The words of each caution about a plan, one sentence or two."""

from __future__ import annotations

from gradertui.locale import _, ngettext
from gradertui.report.figures import p_value
from gradertui.summary.cautions import Caution


def worded(caution: Caution) -> str:
    """What is wrong, and what would be better."""
    numbers = {name: f"{number:.0f}" for name, number in caution.numbers.items()}
    if "smallest_p" in caution.numbers:
        numbers["smallest_p"] = p_value(caution.numbers["smallest_p"])
    return _words(caution).format(**numbers)


def _words(caution: Caution) -> str:
    match caution.code:
        case "few-templates":
            return ngettext(
                "Too few templates: with {templates} the test over all of them can never conclude, its smallest p is "
                "{smallest_p}. At least {needed} are needed.",
                "Too few templates: with {templates} the test over all of them can never conclude, its smallest p is "
                "{smallest_p}. At least {needed} are needed.",
                int(caution.numbers["templates"]),
            )
        case "few-cards":
            return _few_cards(int(caution.numbers["allowed"]))
        case "few-discordant":
            return _(
                "Too few questions: two systems with {questions} in common can never be told apart, the smallest p is "
                "{smallest_p}. At least {needed} have to differ."
            )
        case "small":
            return _(
                "Fewer than {needed} questions: a rate is hardly known, and only very large differences can be seen."
            )
        case "repeats":
            return _(
                "Many repeats of few questions: {replicates} answers to {questions} questions shrink only the noise "
                "within a question. For the same work {once} questions, once each, say more; repeat from {enough} on."
            )


def _few_cards(allowed: int) -> str:
    if not allowed:
        return _(
            "Too few cards: with {cards} on each side no template alone can ever be significant. {needed} are needed "
            "for one to pass Holm (templates: {templates}); the test over all of them does not depend on it."
        )
    return ngettext(
        "Too few cards: with {cards} on each side one template alone passes Holm among {allowed} at most, and there "
        "are {templates}. {needed} are needed; the test over all of them does not depend on it.",
        "Too few cards: with {cards} on each side one template alone passes Holm among {allowed} at most, and there "
        "are {templates}. {needed} are needed; the test over all of them does not depend on it.",
        allowed,
    )
