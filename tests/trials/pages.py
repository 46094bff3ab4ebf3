"""Damaged databases: flipped bits, zeroed pages, cut files, garbage. Right numbers or one clear line."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Mapping
from random import Random

from .ground import Ground, Tally, clear, press, quit_, tried
from .program import Ran

TOTAL = 40
Damage = Callable[[bytearray, Random], bytearray | bytes]


def _flipped(content: bytearray, rng: Random) -> bytearray:
    for _bit in range(rng.choice((1, 1, 1, 3, 8))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return content


def _written_over(content: bytearray, rng: Random) -> bytearray:
    start = rng.randrange(len(content))
    content[start : start + rng.choice((1, 4, 64))] = rng.randbytes(4)
    return content


def _zeroed(content: bytearray, rng: Random) -> bytearray:
    page = rng.randrange(len(content) // 4096) * 4096
    content[page : page + 4096] = bytes(4096)
    return content


DAMAGES: Mapping[str, tuple[Damage, int]] = {
    "bits flipped": (_flipped, 8),
    "bytes written over": (_written_over, 4),
    "a page zeroed": (_zeroed, 4),
    "cut short": (lambda content, rng: content[: rng.randrange(len(content))], 3),
    "garbage": (lambda content, rng: rng.randbytes(len(content) // 2), 1),
    "empty": (lambda _content, _rng: b"", 1),
}
"""What is done to a file, and how often compared with the others."""
FILES = ("labels/ana.sqlite", "labels/ana.sqlite", "labels/ana.sqlite", "items.sqlite", "items.sqlite", "plan.sqlite", "empty.sqlite")  # fmt: skip # noqa: E501
COMMANDS: Mapping[str, tuple[object, ...]] = {
    "report": ("report", "s", "--format", "json"),
    "export": ("export", "s", "--format", "csv"),
    "merge": ("merge", "s", "OTHER", "--dry-run"),
    "merge from it": ("merge", "other", "THIS", "--dry-run"),
    "agreement": ("agreement", "s"),
    "backup": ("backup", "s", "--out", "SAVED"),
    "home": (),
    "verify": ("verify", "s"),
}
SELDOM = ("merge", "merge from it", "agreement", "backup")
"""Of these one is tried each time; of the others all."""


def damaged(ground: Ground, n: int, rng: Random) -> Tally:
    """a database damaged at a random place: each command has the right numbers or one clear line; verify finds it"""
    tally = Tally()
    _prepared(ground)
    right = {name: ground.ran(*_words(ground, words)) for name, words in COMMANDS.items()}
    kinds = [name for name, (_damage, often) in DAMAGES.items() for _each in range(often)]
    for i in range(n):
        name, file = rng.choice(kinds), rng.choice(FILES)
        folder = ground.sessions / "s"
        shutil.rmtree(folder)
        shutil.copytree(ground.folder / "template", folder)
        path = folder / file
        was = path.read_bytes()
        path.write_bytes(DAMAGES[name][0](bytearray(was), rng))
        if path.read_bytes() == was:
            continue
        faults = _commands(ground, right, tally, SELDOM[i % len(SELDOM)])
        if i % 3 == 0:
            faults += _graded(ground, file)
        tally.count([f"{file}, {name}: {fault}" for fault in faults])
    return tally


def _prepared(ground: Ground) -> None:
    folder = ground.session("s", TOTAL // 2)
    for grader, n in (("ana", 25), ("ben", TOTAL)):
        with ground.terminal("s", grader) as terminal:
            press(terminal, 0, n, TOTAL)
            for key in "uu" if grader == "ana" else "":
                terminal.send(key)
                terminal.read(0.2)
            if grader == "ana":
                press(terminal, n - 2, 2, TOTAL)
            quit_(terminal)
    shutil.copytree(folder, ground.folder / "template")
    shutil.copytree(folder, ground.sessions / "other")


def _words(ground: Ground, words: tuple[object, ...]) -> list[object]:
    saved = ground.folder / "saved"
    shutil.rmtree(saved, ignore_errors=True)
    places = {"OTHER": ground.sessions / "other", "THIS": ground.sessions / "s", "SAVED": saved}
    return [places.get(str(word), word) for word in words]


def _commands(ground: Ground, right: Mapping[str, Ran], tally: Tally, seldom: str) -> list[str]:
    """What is wrong with what commands say of a damaged session."""
    faults, silent = [], []
    for name, words in COMMANDS.items():
        if name in SELDOM and name != seldom:
            continue
        ran = ground.ran(*_words(ground, words))
        if "Traceback" in ran.err or ran.status not in (0, 1, 2):
            faults.append(f"{name}: {ran.status} {ran.err[-700:]}")
        elif name == "verify" and ran.status == 0 and silent:
            faults.append(f"verify says nothing, and {silent[0]}")
        elif ran.status:
            faults += [f"{name}: {fault}" for fault in clear(ran)]
            if name in ("report", "export"):
                tally.said[_like(ground.plain(ran.said))] += 1
        elif _numbers(name, ran) != _numbers(name, right[name]):
            silent.append(f"{name} has other numbers: {_difference(name, ran, right[name])}")
            if name in ("report", "export"):
                faults.append(silent[-1])
    return faults


def _numbers(name: str, ran: Ran) -> object:
    """What of a command's words are numbers and labels of people."""
    if name == "export":
        return sorted((row["item_id"], row["grader"], row["label"]) for row in csv.DictReader(io.StringIO(ran.out)))
    if name == "report":
        told = json.loads(ran.out)
        return json.dumps([told[key] for key in ("done", "total", "arms", "pairs")], sort_keys=True)
    return ""


def _difference(name: str, ran: Ran, right: Ran) -> str:
    one, other = _numbers(name, ran), _numbers(name, right)
    if isinstance(one, list) and isinstance(other, list):
        return str([row for row in one if row not in other][:3])
    at = next((i for i, (a, b) in enumerate(zip(str(one), str(other), strict=False)) if a != b), 0)
    return f"{str(one)[max(0, at - 60) : at + 60]!r} and not {str(other)[max(0, at - 60) : at + 60]!r}"


def _like(words: str) -> str:
    """Words without what differs from one damage to the next."""
    words = re.sub(r"\((?=[^()]*[a-z])[^()]*\)", "(…)", words)
    return re.sub(r"\d+", "N", words)[:200]


def _graded(ground: Ground, file: str) -> list[str]:
    """What is wrong with opening it: it shows the answer, or ends with words."""
    grader = "eva" if file == "empty.sqlite" else "ana"
    with ground.terminal("s", grader) as terminal:
        if terminal.opened(TOTAL):
            tried(terminal, "r", TOTAL)
            quit_(terminal)
        text = terminal.screen.text
    if (
        "Traceback" in text
        or ("ended by an error" in text and "not whole" not in text)
        or terminal.status not in (0, 1, 2)
    ):
        return [f"grade: {terminal.status} {text[-1500:]}"]
    return []


TRIALS = (damaged,)
