"""The plan on disk: `session.toml`, which a person reads and edits.

Reading costs no pydantic where the text is one that was checked before (its hash is known); otherwise it is
validated, and each fault names the file, the key and the fix. What a plan means is `model.Plan`; how its text is
written and changed is `plan_text.py`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradertui.locale import _
from gradertui.locale.faults import reason, wanted
from gradertui.model import Plan
from gradertui.store import StoreError
from gradertui.store.naming import is_name
from gradertui.text import one_line

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

_NOT_PLAN = {"inputs"}
"""Keys of session.toml that decide nothing."""
THRESHOLDS = ("rate", "difference", "confidence", "precision", "verdict")
FIXED = frozenset(
    {
        "mode", "seed", "blind", "arms", "order", "repeats", "refresh", "graders", "overlap",
        "mask", "masked", "aliases", "neutralised", "accepted", "bank",
    }
)  # fmt: skip
"""What cannot be departed from once labels were given under it: who saw what, in which order, hidden how."""


def plan_hash(text: str) -> str:
    """Identify a plan by its text."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path, trusted: Container[str] = ()) -> tuple[Plan, str]:
    """Read a plan.

    Args:
        path: of session.toml.
        trusted: hashes of texts that were validated before.

    Returns:
        The plan, and its text.

    Raises:
        StoreError: file, key and fix in one line each.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise StoreError(_("{path}: not valid TOML: {error}").format(path=path, error=reason(error))) from error
    return understood(path, text, trusted), text


def understood(path: Path, text: str, trusted: Container[str] = ()) -> Plan:
    """The plan that a text is.

    Args:
        path: of session.toml, for messages.
        text: that stands there, or is to stand there.
        trusted: hashes of texts that were validated before.

    Raises:
        StoreError: file, key and fix in one line each.
    """
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StoreError(_("{path}: not valid TOML: {error}").format(path=path, error=reason(error))) from error
    if plan_hash(text) in trusted:
        return _read_as_plan(said)
    return _validated(path, {key: value for key, value in said.items() if key not in _NOT_PLAN})


def parsed(text: str) -> Plan:
    """A plan from a text that was validated before, such as the one a log was frozen with."""
    return _read_as_plan(tomllib.loads(text))


def _read_as_plan(said: Mapping[str, Any]) -> Plan:
    decided = {key: value for key, value in said.items() if key not in _NOT_PLAN}
    for key in ("arms", "shows", "accepted", "primary", "graders", "kinds", "masked"):
        decided[key] = tuple(decided.get(key, ()))
    for key in ("pairs", "neutralised"):
        decided[key] = tuple((a, b) for a, b in decided.get(key, ()))
    decided["aliases"] = {arm: tuple(names) for arm, names in decided.get("aliases", {}).items()}
    return Plan(**decided)


def inputs(path: Path) -> Mapping[str, Any]:
    """Which files the session was made from."""
    found: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get("inputs", {})
    return found


def _validated(path: Path, decided: dict[str, Any]) -> Plan:
    from pydantic import ValidationError

    try:
        plan = _strict().validate_python(decided)
    except ValidationError as error:
        raise StoreError("\n".join(_told(path, _worded(fault)) for fault in error.errors())) from error
    if fault := next(_faults(plan), None):
        raise StoreError(_told(path, fault))
    return plan


def _told(path: Path, fault: str) -> str:
    return f"{path}, {one_line(fault)}"


@cache
def _strict() -> TypeAdapter[Plan]:
    from pydantic import ConfigDict, TypeAdapter, with_config

    return TypeAdapter(with_config(ConfigDict(extra="forbid"))(Plan))


def _worded(fault: ErrorDetails) -> str:
    key = ".".join(map(str, fault["loc"]))
    if fault["type"] == "unexpected_keyword_argument":
        known = ", ".join(field.name for field in fields(Plan))
        return _("{key}: no such key; write one of {known}").format(key=key, known=known)
    fix = wanted(fault["type"], fault["msg"], fault.get("ctx", {}).get("expected", ""))
    return _("{key}: {fix}, not {found!r}").format(key=key, fix=fix, found=fault["input"])


def _faults(plan: Plan) -> Iterator[str]:
    """What is wrong with a plan whose every value is of the right kind."""
    yield from _about_pairs(plan)
    yield from _about_numbers(plan)
    yield from _about_graders(plan)
    if plan.correction != "holm" and plan.mode != "tone":
        yield _("correction: {name} is for the templates of tone; write holm").format(name=plan.correction)
    if plan.order == "file" and plan.blind and plan.mode == "tone":
        yield _("order: in the order of the file a card's place would tell the variant; write shuffled")
    if plan.kinds and plan.mode != "grade":
        yield _("kinds: an X has kinds in grade only; take the line away")
    if taken := [kind for kind in plan.kinds if kind.upper() in ("R", "X", "N")]:
        yield _("kinds: {kind} is a label; write another word").format(kind=taken[0])
    if len(plan.kinds) > 9 or len({*plan.kinds, ""}) <= len(plan.kinds):
        yield _("kinds: write at most nine, each once, none of them empty")


def _about_pairs(plan: Plan) -> Iterator[str]:
    named = [("pairs", arm) for pair in plan.pairs for arm in pair]
    named += [("primary", arm) for arm in plan.primary] + [("aliases", arm) for arm in plan.aliases]
    for key, arm in named:
        if plan.arms and arm not in plan.arms:
            text = _("{key}: “{arm}” is not among arms; write one of {arms}")
            yield text.format(key=key, arm=arm, arms=", ".join(plan.arms))
    told = [frozenset(pair) for pair in plan.pairs]
    for pair, arms in zip(plan.pairs, told, strict=True):
        if len(arms) < 2 or told.count(arms) > 1:
            yield _("pairs: {pair} compares nothing new; write two different arms, once").format(pair=list(pair))
    if plan.primary and (len(plan.primary) != 2 or (plan.pairs and plan.primary not in plan.pairs)):
        words = _("primary: {pair} is not one of pairs; write one of them, in the same direction: {pairs}")
        yield words.format(pair=list(plan.primary), pairs=", ".join(map(str, map(list, plan.pairs))))


def _about_numbers(plan: Plan) -> Iterator[str]:
    if not 0.5 <= plan.level < 1:
        yield _("level: {level} is no confidence level; write one such as 0.95").format(level=plan.level)
    if plan.repeats < 0:
        yield _("repeats: {n} is no number of tasks; write 0 or more").format(n=plan.repeats)
    if plan.refresh < 1:
        yield _("refresh: {n} is no number of labels; write a whole number from 1").format(n=plan.refresh)
    for name, value in plan.thresholds.items():
        if name not in THRESHOLDS:
            yield _("thresholds.{name}: no such threshold; write one of {known}").format(
                name=name, known=", ".join(THRESHOLDS)
            )
        elif not 0 <= value <= 1:
            yield _("thresholds.{name}: {value} is no share; write a number from 0 to 1").format(name=name, value=value)


def _about_graders(plan: Plan) -> Iterator[str]:
    if len(set(plan.graders)) < len(plan.graders):
        yield _("graders: write each grader once")
    for grader in plan.graders:
        if not is_name(grader):
            yield _("graders: {grader!r} can name no file; write letters, digits, '-', '_' and '.'").format(
                grader=grader
            )
    if not 0 <= plan.overlap <= 1:
        yield _("overlap: {share} is no share; write a number from 0 to 1").format(share=plan.overlap)
    if plan.overlap < 1 and len(plan.graders) < 2:
        yield _("overlap: there are no two graders to deal the rest out to; name them in graders")
