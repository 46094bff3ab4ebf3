"""The command line speaks the language of the program: argparse's own words and ours alike."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator

import catalogue
import pytest

from gradertui import locale
from gradertui.cli import COMMANDS, main
from gradertui.cli.parsing import WORDS, parser

TO_PROGRAMMERS = {
    ".__call__() not defined",
    "conflicting subparser: %s",
    "conflicting subparser alias: %s",
    'argument "-" with mode %r',
    "cannot merge actions - two groups are named %r",
    "'required' is an invalid argument for positionals",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "conflicting option string: %s",
    "mutually exclusive arguments must be optional",
    "cannot have multiple subparser arguments",
    "%r is not callable",
}
"""What argparse says only where a parser is built or used wrongly."""

ENGLISH = re.compile(
    r"\b(?:the|of|and|or|is|are|was|what|which|who|whose|show|shows|usage|options|positional|default|examples?|error:"
    r" (?:the|argument)|expected|required|invalid|unrecognized|ambiguous|allowed|could|with|without|from|file|write|"
    r"session|sessions|command|word|name|text)\b",
    re.IGNORECASE,
)
"""Words that no Spanish sentence has; those that are written like an option or a value are not looked at."""


@pytest.fixture(autouse=True)
def _wide(spanish: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def _english(text: str) -> list[str]:
    """The English words of a text, without options, values in braces and lines that show a command."""
    sentences = "\n".join(line for line in text.split("\n") if not line.startswith("  gradertui "))
    codes = r"--?[\w-]+|\{[\w,]+\}|'[^']*'|elija entre.*|session\.toml"
    codes += r"|\((?:GRADERTUI|\w+ \w+:).*\)|\./\w+|^gradertui \w+|: text\b"
    return ENGLISH.findall(re.sub(codes, " ", sentences, flags=re.MULTILINE))


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said on one of the streams, and nothing on the other."""
    with pytest.raises(SystemExit):
        main(words)
    return "".join(capsys.readouterr())


def _looked_up() -> Iterator[str]:
    """Every text that this Python's argparse looks up."""
    for node in ast.walk(ast.parse(inspect.getsource(argparse))):
        match node:
            case ast.Call(func=ast.Name("_" | "ngettext"), args=[ast.Constant(str(text)), *_rest]):
                yield text


def test_every_text_that_this_python_says_is_known():
    texts = set(_looked_up())
    assert len(texts) > 30
    assert texts - set(WORDS) - TO_PROGRAMMERS == set()


def test_every_text_is_translated():
    known = catalogue.stored()
    assert [text for text in WORDS if not all(catalogue.forms(known[text]))] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_no_english_left(capsys, name):
    out = _said(capsys, name, "--lang", "es", "--help")
    assert out.startswith(f"uso: gradertui {name} ")
    assert "\nopciones:\n" in out
    assert "\nejemplo" in out
    assert _english(out) == []


def test_the_list_of_commands_has_no_english_left(capsys):
    assert main(["--lang", "es", "--help"]) == 0
    assert _english(re.sub(r"(?m)^  \w+ ", "", capsys.readouterr().out)) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_check_for_english_sees_the_english_help(capsys, name):
    locale.use("en")
    assert len(set(_english(_said(capsys, name, "--lang", "en", "--help")))) > 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grade"], "faltan argumentos obligatorios: NOMBRE"),
        (["grade", "x", "--theme", "blue"], "argumento --theme: valor no admitido: 'blue' (elija entre "),
        (["grade", "x", "--grader"], "argumento --grader: falta su valor"),
        (["blinding", "x", "--accept"], "argumento --accept: falta al menos un valor"),
        (["grade", "x", "y", "--what"], "argumentos desconocidos: y --what"),
        (["blinding", "x", "--cards-asked", "many"], "valor de tipo int no válido: 'many'"),
        (["grade", "x", "--mouse=yes"], "argumento --mouse: no lleva valor; sobra 'yes'"),
        (["blinding", "x", "--card", "3"], "opción ambigua: --card puede ser --cards, --cards-asked"),
    ],
)
def test_errors_are_spanish(capsys, words, said):
    out = _said(capsys, *words, "--lang", "es")
    assert out.startswith(f"uso: gradertui {words[0]}")
    assert f"\ngradertui {words[0]}: error: " in out
    assert said in out
    assert _english(out) == []


def test_errors_that_no_command_of_ours_can_make_yet_are_spanish(capsys):
    made = parser("x", "", "")
    either = made.add_mutually_exclusive_group(required=True)
    either.add_argument("--a", nargs=2)
    either.add_argument("--b", nargs="?")
    for words, said in (
        ([], "hace falta uno de estos argumentos: --a --b"),
        (["--a", "1"], "argumento --a: se esperaban 2 valores"),
        (["--b", "3", "--a", "1", "2"], "argumento --a: no se admite junto con "),
    ):
        with pytest.raises(SystemExit):
            made.parse_args(words)
        assert said in capsys.readouterr().err


def test_english_is_argparse_own(capsys):
    locale.use("en")
    assert "error: the following arguments are required: NAME" in _said(capsys, "grade", "--lang", "en")
