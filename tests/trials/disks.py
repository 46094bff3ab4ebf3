"""A disk without room, and folders and files that cannot be written."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from .ground import Ground, Tally, clear, labels, press, quit_, resumed, tried
from .program import NOBODY, Ended, Terminal

TOTAL = 40
READING = (("report", "s", "--format", "json"), ("export", "s", "--format", "csv"), ("verify", "s"), ())
LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"


@contextmanager
def small(ground: Ground, size: str = "1m") -> Iterator[Path | None]:
    """A disk of a size; None where one may not mount one."""
    place = ground.folder / "disk"
    place.mkdir(exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "trial", str(place)]
    if os.geteuid() or subprocess.run(words, capture_output=True).returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def _fill(place: Path, leave: int = 0) -> Path:
    """Use up a disk but for some bytes."""
    filler = place / "filler"
    with filler.open("ab", buffering=0) as file:
        for step in (65536, 4096, 512):
            try:
                while file.write(bytes(step)) == step:
                    pass
            except OSError:
                continue
    if leave:
        os.truncate(filler, max(0, filler.stat().st_size - leave))
    return filler


def full(ground: Ground, n: int, rng: Random) -> Tally:
    """the disk runs full while labelling: said, not counted; with room again the next key is stored"""
    tally = Tally()
    for _try in range(max(2, n // 20)):
        ground.session("full", 20)
        with small(ground) as place:
            if place is None:
                tally.said["left out: needs root"] += 1
                return tally
            shutil.copytree(ground.sessions, place / "sessions")
            try:
                _ran_full(ground, place, rng, tally)
            except Ended as ended:
                tally.count([str(ended)])
    return tally


def _ran_full(ground: Ground, place: Path, rng: Random, tally: Tally) -> None:
    given, log = rng.randint(0, 6), place / "sessions" / "full" / "labels" / "ana.sqlite"
    with ground.terminal("full", "ana", sessions=place / "sessions") as terminal:
        press(terminal, 0, given, TOTAL)
        filler = _fill(place, rng.choice((0, 0, 4096, 12000)))
        shown, said = _until_refused(terminal)
        filler.unlink()
        press(terminal, shown, 2, TOTAL)
        shown += 2
        rng.choice((lambda: terminal.signal(9), lambda: terminal.send("q")))()
        terminal.wait(5)
    with ground.terminal("full", "ana", sessions=place / "sessions") as terminal:
        faults = resumed(terminal, len(labels(log)), TOTAL)
    if "space is left" not in said:
        faults.append(f"said: {said}")
    tally.count(faults, shown=shown, lost=max(0, shown - len(labels(log))), said=ground.plain(said))


def _until_refused(terminal: Terminal) -> tuple[int, str]:
    """Label until it is refused: the counter, and what is said."""
    for i in range(TOTAL - 10):
        shown, said = tried(terminal, "rxn"[i % 3], TOTAL)
        if said:
            return shown, said
    raise Ended(terminal.screen.text)


def limited(ground: Ground, n: int, rng: Random) -> Tally:
    """files may not grow any more while labelling (ulimit -f): said, not counted; without the limit it goes on"""
    tally = Tally()
    for _try in range(max(2, n // 50)):
        log = ground.session("limited", 20) / "labels" / "ana.sqlite"
        before = LIMIT.format(size=rng.randint(70, 130) * 1024)
        try:
            with ground.terminal("limited", "ana", before=before) as terminal:
                terminal.until(rf"0/{TOTAL}")
                shown, said = _until_refused(terminal)
                terminal.signal(9)
                terminal.wait(5)
            with ground.terminal("limited", "ana") as terminal:
                faults = resumed(terminal, len(labels(log)), TOTAL)
                press(terminal, len(labels(log)), 1, TOTAL)
            tally.count(faults, shown=shown, lost=max(0, shown - len(labels(log))), said=ground.plain(said))
        except Ended as ended:
            tally.count([str(ended)])
    return tally


def full_commands(ground: Ground, n: int, rng: Random) -> Tally:
    """new, export, report, label, backup, grade on a full disk: said, and nothing half is left"""
    tally = Tally()
    ground.session("s", 20)
    with ground.terminal("s", "ana") as terminal:
        press(terminal, 0, 5, TOTAL)
        quit_(terminal)
    rows = [f"q{q},{s},1,R" for q in range(20) for s in "ab"]
    (ground.folder / "labels.csv").write_text("\n".join(["question_id,system,replicate,label", *rows, ""]))
    for _try in range(max(1, n // 60)):
        for words in (
            ("new", "fresh", ground.answers(600)), ("export", "s", "--format", "csv", "--out", "{}/out"),
            ("report", "s", "--format", "html", "--out", "{}/out"), ("backup", "s"),
            ("backup", "s", "--out", "{}/saved"),
            ("label", "s", ground.folder / "labels.csv", "--grader", "eva"), ("plan", "s", "freeze"), ("demo",),
        ):  # fmt: skip
            with small(ground) as place:
                if place is None:
                    tally.said["left out: needs root"] += 1
                    return tally
                _on_full(ground, place, words, rng, tally)
    return tally


def _on_full(ground: Ground, place: Path, words: tuple[object, ...], rng: Random, tally: Tally) -> None:
    shutil.copytree(ground.sessions, place / "sessions")
    _fill(place, rng.choice((0, 4096, 40960)))
    before, name = _names(place), words[0]
    said = [str(word).format(place) for word in words]
    if name == "demo":
        with Terminal([*said, "--lang", "en", "--sessions", place / "sessions", "--grader", "x"]) as terminal:
            terminal.opened(75)
            text, status = terminal.screen.text, terminal.status
        faults = [] if status == 2 and "Traceback" not in text else [f"demo: {status} {text}"]
        last = text.strip().splitlines()[-1:]
    else:
        ran = ground.start(*said, sessions=place / "sessions").wait()
        if not ran.status:
            return
        faults, last = clear(ran), [ran.said]
    if left := _names(place) - before:
        faults.append(f"left: {left}")
    with_ana = labels(place / "sessions" / "s" / "labels" / "ana.sqlite")
    tally.count([f"{name}: {fault}" for fault in faults], shown=5, lost=5 - len(with_ana), said=ground.plain(*last))


def _names(place: Path) -> set[str]:
    return {
        str(path.relative_to(place)) for path in place.rglob("*") if not path.name.endswith((".lock", "-shm", "-wal"))
    }


def _mode(path: Path, mode: int) -> Callable[[], None]:
    was = path.stat().st_mode & 0o777
    path.chmod(mode)
    return lambda: path.chmod(was)


def _owned(path: Path) -> Callable[[], None]:
    owner = path.stat().st_uid
    path.chmod(0o600)
    os.chown(path, NOBODY, NOBODY)
    return lambda: (os.chown(path, owner, owner), path.chmod(0o644)) and None


def read_only(ground: Ground, n: int, _rng: Random) -> Tally:
    """folder or file not to be written, or another's: grading says so; what only reads has the same numbers"""
    tally = Tally()
    folder = ground.session("s", 20)
    with ground.terminal("s", "ana") as terminal:
        press(terminal, 0, 5, TOTAL)
        quit_(terminal)
    template, log = ground.folder / "template", folder / "labels" / "ana.sqlite"
    shutil.copytree(folder, template)
    right = [ground.ran(*words, nobody=True).out for words in READING]
    for path, mode in ((folder, 0o555), (log.parent, 0o555), (log, 0o444), (log, 0o000), (log, None)):
        if mode is None and os.geteuid():
            continue
        shutil.rmtree(folder)
        shutil.copytree(template, folder)
        back = _owned(path) if mode is None else _mode(path, mode)
        faults = _read(ground, right, unreadable=mode in (0, None))
        with ground.terminal("s", "ana", nobody=True) as terminal:
            if terminal.opened(TOTAL) != (path == folder) or "Traceback" in terminal.screen.text:
                faults.append(terminal.screen.text)
            said = terminal.screen.spoken if terminal.status is not None else ""
            quit_(terminal)
        back()
        faults = [f"{path} {oct(mode or 0)}: {fault}" for fault in faults]
        tally.count(faults, shown=5, lost=5 - len(labels(log)), said=ground.plain(said))
    return tally


def _read(ground: Ground, right: list[str], *, unreadable: bool) -> list[str]:
    """What is wrong with commands that only read."""
    faults = []
    for words, wanted in zip(READING, right, strict=True):
        ran = ground.ran(*words, nobody=True)
        told = unreadable and ("ana.sqlite" in ran.out or not clear(ran))
        if not told and (ran.out != wanted or ran.status):
            faults.append(f"{words}: {ran}")
    return faults


def turned_read_only(ground: Ground, n: int, _rng: Random) -> Tally:
    """folder and file that cannot be written any more, while labelling: what is shown is stored"""
    tally = Tally()
    for _try in range(max(1, n // 100)):
        folder = ground.session("turned", 20)
        log = folder / "labels" / "ana.sqlite"
        with ground.terminal("turned", "ana", nobody=True) as terminal:
            press(terminal, 0, 2, TOTAL)
            for path, mode in ((log.parent, 0o555), (log, 0o444)):
                path.chmod(mode)
            for key in "rxn":
                shown, said = tried(terminal, key, TOTAL)
            quit_(terminal)
        for path, mode in ((log.parent, 0o755), (log, 0o644)):
            path.chmod(mode)
        with ground.terminal("turned", "ana", nobody=True) as terminal:
            faults = resumed(terminal, len(labels(log)), TOTAL)
        tally.count(faults, shown=shown, lost=max(0, shown - len(labels(log))), said=ground.plain(said))
    return tally


TRIALS = (full, limited, full_commands, read_only, turned_read_only)
