"""Every command a grader can give, in one table: keys, key line, help and palette follow from it.

A command is carried out by the screen's method of the same name, `do_NAME`. The keys that label are not here:
they are the mode's choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gradertui.locale import mark


class Command(NamedTuple):
    """One thing a grader can do."""

    name: str
    keys: tuple[str, ...]
    """As Textual names them; upper and lower case do the same."""
    cap: str
    """How the key is shown."""
    words: str
    """In the key line and the palette."""
    help: str
    rank: int = 0
    """Place in the key line; what does not fit drops out from the end. 0 is not in the line."""
    scrolls: bool = False
    """Whether it only moves a text; any other is not taken from a burst of keys."""
    mode: str = ""
    """The only mode that has it; every mode otherwise."""


COMMANDS: tuple[Command, ...] = (
    Command("undo", ("u", "ctrl+z"), "u", mark("undo"), mark("take back the last label, skip, flag, comment or exclusion; as often as you like, also after a restart"), 1),
    Command("skip", ("s",), "s", mark("skip"), mark("put it off: it comes back at the end"), 2),
    Command("flag", ("f",), "f", mark("flag"), mark("mark it to come back to, or take the mark off"), 3),
    Command("comment", ("c",), "c", mark("comment"), mark("write a comment; an empty one removes it"), 6),
    Command("reason", ("r",), "r", mark("reason"), mark("say in a word or two why, for the pair before you or the last one you labelled; reasons are counted"), 4, mode="preference"),
    Command("exclude", ("e",), "e", mark("exclude"), mark("leave it out for good, with a reason that the report gives"), 12),
    Command("previous", ("left",), "←", mark("back"), mark("walk back; a label key relabels what you walk to")),
    Command("next", ("right",), "→", mark("forward"), mark("walk forward")),
    Command("resume", ("end",), "End", mark("next open"), mark("go to the next task without a label")),
    Command("up", ("up",), "↑", mark("scroll up"), mark("scroll the text that is longer than its frame"), scrolls=True),
    Command("down", ("down",), "↓", mark("scroll down"), mark("scroll the text that is longer than its frame"), scrolls=True),
    Command("page_up", ("pageup",), "PgUp", mark("page up"), mark("scroll by a page"), scrolls=True),
    Command("page_down", ("pagedown", "space"), "PgDn", mark("page down"), mark("scroll by a page"), scrolls=True),
    Command("pick", ("tab",), "Tab", mark("next text"), mark("choose which text the arrows scroll")),
    Command("source", ("o",), "o", mark("source"), mark("the whole source on a page; the note of a card if the plan allows it")),
    Command("words", ("w",), "w", mark("words"), mark("underline what the source does not say, and what of the reference was found; remembered"), 8),
    Command("raw", ("i",), "i", mark("as it is"), mark("blanks, tabs, line ends and everything hidden, made visible in the answer")),
    Command("go", ("g",), "g", mark("go to"), mark("go to a task by its number or to a question by its key"), 9),
    Command("filter", ("slash",), "/", mark("filter"), mark("walk only through some: those with words in their text, or one of the filters below"), 10),
    Command("lift", ("escape",), "Esc", mark("lift the filter"), mark("walk through all of them again")),
    Command("pane", ("p",), "p", mark("statistics"), mark("show or hide the statistics beside the work"), 11),
    Command("statistics", ("v",), "v", mark("all statistics"), mark("every number, with the cases that broke"), 13),
    Command("help", ("question_mark", "f1"), "?", mark("help"), mark("this page"), 5),
    Command("history", ("h",), "h", mark("history"), mark("everything you did with this one, with what was taken back"), 14),
    Command("layout", ("l",), "l", mark("layout"), mark("texts side by side, under each other, or as the width suggests; remembered")),
    Command("theme", (), "", mark("theme"), mark("dark, light or high contrast, one after the other; remembered")),
    Command("quit", ("q",), "q", mark("quit"), mark("there is nothing to save: every label is on disk before the next answer is shown"), 7),
)  # fmt: skip


def commands(mode: str) -> tuple[Command, ...]:
    """Those that a mode has."""
    return tuple(command for command in COMMANDS if command.mode in ("", mode))


def by_key(mode: str) -> Mapping[str, Command]:
    """Key to command, in a mode."""
    return {key: command for command in commands(mode) for key in command.keys}


_BOTH = {command.name: command for command in COMMANDS}
SETTLING: tuple[Command, ...] = (
    _BOTH["undo"]._replace(help=mark("take back the last label, cause or skip; as often as you like, also after a restart")),
    _BOTH["skip"],
    _BOTH["resume"]._replace(keys=("enter", "end"), cap=mark("Enter"), words=mark("go on"), help=mark("go to the next one that is not settled, without a cause"), rank=3),
    _BOTH["previous"],
    _BOTH["next"]._replace(help=mark("walk forward, also without a cause")),
    Command("voices", ("v",), "v", mark("all comments"), mark("every label with its whole comment, on a page"), 4),
    *(_BOTH[name] for name in ("up", "down", "page_up", "page_down", "pick", "source", "words", "raw", "go", "layout", "help", "quit")),
)  # fmt: skip
"""Where graders differ: those that settle and look, under the same keys."""
HOME: tuple[Command, ...] = (
    Command("open", ("enter",), mark("Enter"), mark("open it"), mark("do what is next for the row: grade, settle, read the report or the audit"), 1),
    Command("up", ("up",), "↑", mark("row up"), mark("the row above"), scrolls=True),
    Command("down", ("down",), "↓", mark("row down"), mark("the row below"), scrolls=True),
    Command("page_up", ("pageup",), "PgUp", mark("page up"), mark("up by a page"), scrolls=True),
    Command("page_down", ("pagedown", "space"), "PgDn", mark("page down"), mark("down by a page"), scrolls=True),
    Command("report", ("r",), "r", mark("report"), mark("what the labels of the session say so far, on a page"), 5),
    Command("another", ("a",), "a", mark("as another"), mark("grade the session under an id that you write"), 7),
    Command("new", ("n",), "n", mark("new session"), mark("how a session is made from a file"), 4),
    _BOTH["filter"]._replace(help=mark("only sessions with a word in their name, title, mode or graders"), rank=6),
    _BOTH["lift"]._replace(help=mark("all of them again")),
    _BOTH["help"]._replace(rank=2),
    _BOTH["quit"]._replace(rank=3),
)  # fmt: skip
"""Where sessions are chosen."""
