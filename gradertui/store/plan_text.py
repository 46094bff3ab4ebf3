"""The text of `session.toml`: written with a comment beside each decision, changed without touching the rest of it.

What a plan may say, and whether a text is one, is `plan.py`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations

from gradertui.locale import _, mark
from gradertui.model import KINDS, Plan

DECLARED: Mapping[str, str] = {
    "use": mark("how like the questions are to those that are really asked"),
    "threshold": mark("on which data a threshold was chosen, and on which it was checked"),
    "review": mark("who else went over the labels"),
}
"""What is to be declared, and in which words it is asked."""


def _toml(value: object) -> str:
    # Strings, lists of strings, numbers and booleans of JSON are written the same way in TOML.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _of_grade(plan: Plan) -> Iterator[str]:
    if plan.mode == "grade":
        words = _("asked after an X; {known}, or words of your own")
        yield f"kinds = {_toml(plan.kinds)}  # " + words.format(known=", ".join(KINDS))


def _of_tone(plan: Plan) -> Iterator[str]:
    say = _
    yield f"correction = {_toml(plan.correction)}  # " + say("of the tests per template: holm, or min-p")
    words = say("with several graders: common (cards all of them rated), or averaged (each one's differences)")
    yield f"several = {_toml(plan.several)}  # {words}"
    yield f"refresh = {plan.refresh}  # " + say("while blind, rows by variant move every so many labels")
    yield f"mask = {_toml(plan.mask)}  # " + say("what stands in the place of names")
    yield f"neutralised = {_toml(plan.neutralised)}  # " + say("gendered twins that are shown as one word")
    yield f"accepted = {_toml(plan.accepted)}  # " + say("words that tell the variants apart and may stay")
    yield ""
    yield "[aliases]  # " + say("other names of a variant, masked too")
    yield from (f"{_toml(arm)} = {_toml(names)}" for arm, names in plan.aliases.items())


def _of_preference(plan: Plan) -> Iterator[str]:
    say = _
    yield f"refresh = {plan.refresh}  # " + say("while blind, rows by system move every so many labels")
    yield f"mask = {_toml(plan.mask)}  # " + say("what stands in the place of names")
    yield from (
        "# " + say("names of models and their makers that are masked too; add others"),
        _line("masked", plan.masked),
    )
    yield ""
    yield "[aliases]  # " + say("other names of a system, masked too")
    yield from (f"{_toml(arm)} = {_toml(names)}" for arm, names in plan.aliases.items())


_OF_MODE: Mapping[str, Callable[[Plan], Iterator[str]]] = {"tone": _of_tone, "preference": _of_preference}


def changed(text: str, **values: object) -> str:
    r"""Change some decisions in a session.toml, and leave the rest of it, comments included, as it is.

    Args:
        text: of session.toml.
        values: key to its new value: text, numbers, booleans, lists of them or of lists. A key of a table is
            written with a dot.

    Examples:
        >>> changed("seed = 7  # drawn", seed=8, accepted=["x"])
        'seed = 8  # drawn\naccepted = ["x"]\n'
        >>> changed("[bank]\nauthor = ''  # who", **{"bank.author": "Eva", "declared.use": "alike"})
        '[bank]\nauthor = "Eva"  # who\n\n[declared]\nuse = "alike"\n'
    """
    import tomlkit

    for key, value in values.items():
        document = tomlkit.parse(text)
        table, dot, name = key.partition(".")
        holds = document.get(table) if dot else document
        if holds is None:
            text = f"{text.rstrip()}\n\n[{table}]\n{_line(name, value)}\n"
        elif dot or key in document:
            holds[name or key] = tomlkit.parse(_line(name or key, value))[name or key]
            text = tomlkit.dumps(document)
        else:
            text = _with_line(text, key, value)
    return text


def _line(key: str, value: object) -> str:
    """A decision as a line, a long list with a line for each of its values."""
    key = _key(key)
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
        f"order = {_toml(plan.order)}  # " + say("shuffled, or as in the file: then a part is no sample of the whole"),
        f"repeats = {plan.repeats}  # " + say("how many tasks come a second time, without its being said"),
        f"graders = {_toml(plan.graders)}  # " + say("who grades; empty is whoever comes"),
        f"overlap = {plan.overlap}  # " + say("the share that every grader named gets; the rest is dealt out"),
        "",
        say("# What is expected, and which comparison the study is about."),
        f"hypothesis = {_toml(plan.hypothesis)}  # " + say("with its direction, in words"),
        *_reverse(plan),
        f"arms = {_toml(plan.arms)}",
        "# " + say("planned comparisons, from the first to the second; one Holm family"),
        _line("pairs", plan.pairs),
        f"primary = {_toml(plan.primary)}  # "
        + say("the pair the study is about: tested by itself, outside the family"),
        f"event = {_toml(plan.event)}  # " + say("what pairs are compared on: incorrect, correct or abstained"),
        *_of_grade(plan),
        f"held_out = {_toml(plan.held_out)}  # " + say("the split of the questions that is looked at once, at the end"),
        "",
        say("# What is shown while grading."),
        f"statistics = {_toml(plan.statistics)}  # " + say("live, pooled (no contrasts until complete) or sealed"),
        f"shows = {_toml(plan.shows)}  # "
        + say('what may betray a system and is shown all the same: "citation", "confidence"'),
        f"abstention = {_toml(plan.abstention)}  # " + say("the sentence by which a system says that it does not know"),
        f"note = {_toml(plan.note)}  # " + say("a warning that every report repeats"),
        *(_OF_MODE[plan.mode](plan) if plan.mode in _OF_MODE else ()),
        *_tables(plan, inputs),
    ]
    return "\n".join(lines) + "\n"


def _reverse(plan: Plan) -> Iterator[str]:
    words = _("would you accept the opposite result as readily?")
    answer = plan.accepts_reverse
    yield f"# accepts_reverse = true  # {words}" if answer is None else f"accepts_reverse = {_toml(answer)}  # {words}"


def _tables(plan: Plan, inputs: Mapping[str, object]) -> Iterator[str]:
    say = _
    yield from ("", "[thresholds]  # " + say("fixed beforehand, each from 0 to 1"))
    yield from (f"{key} = {value}" for key, value in plan.thresholds.items())
    if "rate" not in plan.thresholds:
        yield "# rate = 0.1  # " + say("the largest rate of the event that is acceptable")
    yield from ("", "[bank]  # " + say("who wrote the questions, when, and what they were when this plan was written"))
    yield from (_said(plan.bank, key) for key in ("author", "date", "hash", "answers"))
    yield from ("", "[declared]  # " + say("what no record can answer before publishing"))
    yield from (f"{_said(plan.declared, key)}  # {_(words)}" for key, words in DECLARED.items())
    for name, table in (("inputs", inputs), ("rubric", plan.rubric)):
        yield from ("", f"[{name}]", *(f"{_key(key)} = {_toml(value)}" for key, value in table.items()))


def _said(table: Mapping[str, str], key: str) -> str:
    """A line of a table; as a comment while nothing is said."""
    return f"{key} = {_toml(table[key])}" if key in table else f'# {key} = ""'


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)
