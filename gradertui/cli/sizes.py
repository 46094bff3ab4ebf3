"""`gradertui plan [NAME] --sample-size`: its options, and the page of what can be reached before the first label."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from gradertui.cli.shares import share
from gradertui.locale import _
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.summary.cautions import Caution, cautions
from gradertui.summary.sizes import Assumed, Material, material, sizes
from gradertui.text import json_text


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line about sizes."""
    known, default = Assumed(), " " + _("(default: {value})")
    parser.add_argument("--sample-size", action="store_true", help=_("what can be reached at all, before grading"))
    for option, words, value in (
        ("--rate", _("expected rate of the event"), known.rate),
        ("--half-width", _("how closely it should be known: half of its interval"), known.half_width),
        ("--broke", _("expected share of questions on which only the second system does it"), known.broke),
        ("--fixed", _("expected share on which only the first does it"), known.fixed),
        ("--power", _("in which share of studies such a difference should be found"), known.power),
    ):
        parser.add_argument(option, metavar="P", help=words + default.format(value=value))


def page(given: Namespace, session: Session | None) -> str:
    """The page, as text or as JSON.

    Args:
        given: the options; a `format` among them chooses.
        session: whose plan it is about; None for tables alone.

    Raises:
        StoreError: an option's value cannot be.
    """
    from gradertui.report.sizes import write
    from gradertui.report.sizes_document import document

    assumed = _assumed(given, Assumed(level=session.plan.level) if session else Assumed())
    of = _material(session) if session else None
    found, warned = sizes(assumed, of), warnings(session) if session else ()
    if getattr(given, "format", "text") == "json":
        return json_text(document(of, found, warned), indent=2) + "\n"
    return write(session.name if session else "", of, found, warned)


def warnings(session: Session) -> tuple[Caution, ...]:
    """What to know of a session's plan before the first label."""
    return cautions(_material(session), session.plan.level)


def _material(session: Session) -> Material:
    tasks = session.tasks()
    return material(session.plan.mode, tasks, session.pairs)


def _assumed(given: Namespace, known: Assumed) -> Assumed:
    """What was said on the command line, over what is known."""
    assumed = replace(
        known,
        rate=_number("--rate", given.rate, known.rate, 0, 1),
        half_width=_number("--half-width", given.half_width, known.half_width, 0.001, 0.5),
        broke=_number("--broke", given.broke, known.broke, 0, 1),
        fixed=_number("--fixed", given.fixed, known.fixed, 0, 1),
        power=_number("--power", given.power, known.power, round(1.01 - known.level, 4), 0.999),
    )
    if assumed.broke + assumed.fixed > 1:
        words = _("--broke {broke} --fixed {fixed}: they are shares of the same questions; together at most 1")
        raise StoreError(words.format(broke=assumed.broke, fixed=assumed.fixed))
    return assumed


def _number(option: str, said: str | None, known: float, low: float, high: float) -> float:
    return known if said is None else share(option, said, low, high, known)
