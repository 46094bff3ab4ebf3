"""The plan on disk: `session.toml`, which a person reads and edits.

Reading costs no pydantic where the text is one that was checked before (its hash is known); otherwise it is
validated, and each fault names the file, the key and the fix. What a plan means is `model.Plan`.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradertui.locale import _
from gradertui.locale.faults import reason, wanted
from gradertui.model import Plan
from gradertui.store import StoreError

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_NOT_PLAN = {"inputs"}
"""Keys of session.toml that decide nothing."""


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
        decided = {key: value for key, value in tomllib.loads(text).items() if key not in _NOT_PLAN}
    except OSError as error:
        raise StoreError(f"{path}: {reason(error)}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StoreError(_("{path}: not valid TOML: {error}").format(path=path, error=reason(error))) from error
    if plan_hash(text) not in trusted:
        return _validated(path, decided), text
    for key in ("arms", "shows", "accepted"):
        decided[key] = tuple(decided.get(key, ()))
    for key in ("pairs", "neutralised"):
        decided[key] = tuple((a, b) for a, b in decided.get(key, ()))
    decided["aliases"] = {arm: tuple(names) for arm, names in decided.get("aliases", {}).items()}
    return Plan(**decided), text


def inputs(path: Path) -> Mapping[str, Any]:
    """Which files the session was made from."""
    found: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get("inputs", {})
    return found


def _validated(path: Path, decided: dict[str, Any]) -> Plan:
    from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

    strict = with_config(ConfigDict(extra="forbid"))(Plan)
    try:
        plan: Plan = TypeAdapter(strict).validate_python(decided)
    except ValidationError as error:
        faults = map(_worded, error.errors())
        raise StoreError("\n".join(f"{path}, {fault}" for fault in faults)) from error
    if fault := _fault(plan):
        raise StoreError(f"{path}, {fault}")
    return plan


def _worded(fault: ErrorDetails) -> str:
    key = ".".join(map(str, fault["loc"]))
    if fault["type"] == "unexpected_keyword_argument":
        known = ", ".join(field.name for field in fields(Plan))
        return _("{key}: no such key; write one of {known}").format(key=key, known=known)
    fix = wanted(fault["type"], fault["msg"], fault.get("ctx", {}).get("expected", ""))
    return _("{key}: {fix}, not {found!r}").format(key=key, fix=fix, found=fault["input"])


def _fault(plan: Plan) -> str | None:
    """What is wrong with a plan whose every value is of the right kind."""
    if not 0.5 <= plan.level < 1:
        return _("level: {level} is no confidence level; write one such as 0.95").format(level=plan.level)
    for arm in (arm for pair in plan.pairs for arm in pair):
        if plan.arms and arm not in plan.arms:
            text = _("pairs: “{arm}” is not among arms; write one of {arms}")
            return text.format(arm=arm, arms=", ".join(plan.arms))
    told = [frozenset(pair) for pair in plan.pairs]
    for pair, arms in zip(plan.pairs, told, strict=True):
        if len(arms) < 2 or told.count(arms) > 1:
            return _("pairs: {pair} compares nothing new; write two different arms, once").format(pair=list(pair))
    for arm in plan.aliases:
        if plan.arms and arm not in plan.arms:
            text = _("aliases: “{arm}” is not among arms; write one of {arms}")
            return text.format(arm=arm, arms=", ".join(plan.arms))
    if plan.repeats < 0 or (plan.repeats and plan.mode != "tone"):
        return _("repeats: {n} is no number of cards of tone; write 0 or more").format(n=plan.repeats)
    if plan.refresh < 1:
        return _("refresh: {n} is no number of labels; write a whole number from 1").format(n=plan.refresh)
    return None


def _toml(value: object) -> str:
    # Strings, lists of strings, numbers and booleans of JSON are written the same way in TOML.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _of_tone(plan: Plan) -> Iterator[str]:
    say = _
    yield f"repeats = {plan.repeats}  # " + say("how many cards come a second time, without its being said")
    yield f"refresh = {plan.refresh}  # " + say("while blind, rows by variant move every so many labels")
    yield f"mask = {_toml(plan.mask)}  # " + say("what stands in the place of names")
    yield f"neutralised = {_toml(plan.neutralised)}  # " + say("gendered twins that are shown as one word")
    yield f"accepted = {_toml(plan.accepted)}  # " + say("words that tell the variants apart and may stay")
    yield ""
    yield "[aliases]  # " + say("other names of a variant, masked too")
    yield from (f"{_toml(arm)} = {_toml(names)}" for arm, names in plan.aliases.items())


def changed(text: str, **values: object) -> str:
    r"""Change some decisions in a session.toml, and leave the rest of it, comments included, as it is.

    Args:
        text: of session.toml.
        values: key to its new value: text, numbers, booleans, lists of them or of lists.

    Examples:
        >>> changed("seed = 7  # drawn", seed=8, accepted=["x"])
        'seed = 8  # drawn\naccepted = ["x"]\n'
    """
    import tomlkit

    for key, value in values.items():
        document = tomlkit.parse(text)
        if key in document:
            document[key] = tomlkit.parse(_line(key, value))[key]
            text = tomlkit.dumps(document)
        else:
            text = _with_line(text, key, value)
    return text


def _line(key: str, value: object) -> str:
    """A decision as a line, a long list with a line for each of its values."""
    line = f"{key} = {_toml(value)}"
    if len(line) <= 120 or not isinstance(value, (list, tuple)):
        return line
    return f"{key} = [\n" + "".join(f"  {_toml(each)},\n" for each in value) + "]"


def _with_line(text: str, key: str, value: object) -> str:
    """Add a decision after the others, before the first table and the comments that belong to it."""
    places = [found.start() for found in re.finditer(r"(?m)^(?:[ \t]*(?:#.*)?\n)*\[", text)]
    for place in (*places, len(text)):
        head = text[:place]
        added = head + ("" if head.endswith("\n") or not head else "\n") + _line(key, value) + "\n" + text[place:]
        # A line that begins with a bracket may also be inside a list.
        with suppress(tomllib.TOMLDecodeError):
            if key in tomllib.loads(added):
                return added
    raise ValueError(f"no place for {key}")


def planned(mode: str, arms: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The comparisons of a new plan: all, unless that is too many."""
    if len(arms) <= 4:
        return tuple(combinations(arms, 2))
    return tuple((arms[0], other) for other in arms[1:]) if mode == "tone" else ()


def joined(text: str, plan: Plan, arms: Iterable[str]) -> str:
    """Add arms that joined later; their pairs too, unless somebody chose the pairs.

    Args:
        text: of session.toml.
        plan: what it says.
        arms: all that have items.
    """
    more = tuple(dict.fromkeys((*plan.arms, *arms)))
    if not plan.arms or more == plan.arms:
        return text
    chosen = plan.pairs != planned(plan.mode, plan.arms)
    return changed(text, arms=more, pairs=plan.pairs if chosen else planned(plan.mode, more))


def written(plan: Plan, inputs: Mapping[str, object]) -> str:
    """The text of a new session.toml, with a comment beside each decision.

    Args:
        plan: what was decided.
        inputs: which files the session was made from.
    """
    say = _  # short, so that the lines below look like the file they write
    lines = [
        say("# The plan of this session. Edit it freely until the first label freezes it."),
        f"mode = {_toml(plan.mode)}",
        f"title = {_toml(plan.title)}",
        f"seed = {plan.seed}  # " + say("order of the tasks and codes of the systems follow from it"),
        f"blind = {_toml(plan.blind)}  # " + say("systems are coded S1, S2 … while grading"),
        f"level = {plan.level}  # " + say("confidence of every interval"),
        f"event = {_toml(plan.event)}  # " + say("what pairs are compared on: incorrect, correct or abstained"),
        f"arms = {_toml(plan.arms)}",
        f"pairs = {_toml(plan.pairs)}  # " + say("planned comparisons, from the first to the second; one Holm family"),
        f"statistics = {_toml(plan.statistics)}  # " + say("live, pooled (no contrasts until complete) or sealed"),
        f"shows = {_toml(plan.shows)}  # "
        + say('what may betray a system and is shown all the same: "citation", "confidence"'),
        f"abstention = {_toml(plan.abstention)}  # " + say("the sentence by which a system says that it does not know"),
        f"note = {_toml(plan.note)}  # " + say("a warning that every report repeats"),
        *(_of_tone(plan) if plan.mode == "tone" else ()),
        "",
        "[inputs]",
        *(f"{key} = {_toml(value)}" for key, value in inputs.items()),
        "",
        "[rubric]",
        *(f"{key} = {_toml(value)}" for key, value in plan.rubric.items()),
    ]
    return "\n".join(lines) + "\n"
