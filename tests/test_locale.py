"""The Spanish catalogue is that of the code, complete and compiled; languages are chosen as one expects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import catalogue
import pytest

from gradertui import locale
from gradertui.locale import _, brief, decimal, ngettext, number, use
from gradertui.model import Mode, Plan
from gradertui.modes import MODES
from gradertui.store.plan_text import written
from gradertui.tui.commands import COMMANDS

STALE = "run: python tests/catalogue.py"


@pytest.fixture(autouse=True)
def _no_language_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locale, "_catalogue", None)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def _placeholders(text: str) -> list[str]:
    braces = [
        f"{{{name}!{conversion}:{spec}}}"
        for _text, name, spec, conversion in Formatter().parse(text)
        if name is not None
    ]
    return sorted([*braces, *re.findall(r"%(?:\(\w+\))?[srd](?!\w)", text)])


def _pairs() -> Iterator[tuple[str, str]]:
    """Every form of every message, with its translation."""
    for message in catalogue.stored().values():
        ids = (message.id,) if isinstance(message.id, str) else message.id
        yield from zip(ids, catalogue.forms(message), strict=True)


def test_catalogue_has_the_messages_of_the_code_and_no_others():
    stored = {key: message.id for key, message in catalogue.stored().items()}
    assert stored == catalogue.messages(), STALE
    assert "#~" not in catalogue.PO.read_text(encoding="utf-8"), STALE


def test_every_message_is_translated():
    assert [text for text, translation in _pairs() if not translation.strip()] == []
    assert [key for key, message in catalogue.stored().items() if message.fuzzy] == []


def test_compiled_is_what_the_text_compiles_to():
    made = catalogue.catalogue(catalogue.messages().values(), catalogue.stored())
    assert catalogue.MO.read_bytes() == catalogue.compiled(made), STALE


def test_translations_have_the_placeholders_of_their_messages():
    assert [(a, b) for a, b in _pairs() if b and _placeholders(a) != _placeholders(b)] == []


@pytest.mark.parametrize(
    ("english", "spanish"),
    [("{n} cards", "tarjetas"), ("{n} of {m}", "{n} de {n}"), ("{n!r}", "{n}"), ("%(a)s", "%(b)s"), ("of %s", "de %r")],
)
def test_a_placeholder_that_differs_is_seen(english: str, spanish: str):
    assert _placeholders(english) != _placeholders(spanish)


NEVER_ONE = {
    "the difference is below {least} points, the smallest that {n} questions can show; get more questions.",
    "In {n} cards from {j} templates, those for {a} were rated {d} points higher on average than those for {b}"
    "{judged} ({level} interval {low} to {high} by inverting the sign-flip test; exact p {p}).",
    "A difference ({broke} broke, {fixed} fixed) found in {power} of studies: {n} questions.",
    "A rate near {rate} within ±{half_width}: {n} questions.",
    "Fewer than {needed} questions: a rate is hardly known, and only very large differences can be seen.",
    "For the first of several pairs to pass Holm at least {n} templates have to differ.",
    "It concludes only if at least {n} questions differ, all the same way",
    "Many repeats of few questions: {replicates} answers to {questions} questions shrink only the noise within a "
    "question. For the same work {once} questions, once each, say more; repeat from {enough} on.",
    "{n} cards a side",
    "No interval by template: with more than {n} templates cards are not resampled.",
    "low, high: percentile bootstrap at {level} as documents print it, {n} resamples, seed {seed}; too narrow where "
    "cards or templates are few.",
    "{pair}: resampling the templates gives {low} to {high}, too narrow for {n} templates.",
}
"""Messages whose number cannot be 1: an interval needs six templates, a resampling two, a size starts at ten; the rest
are constants."""


def test_a_number_before_a_noun_has_a_singular():
    counted = re.compile(
        r"\{\w+\} (?:\w+ )?(?:questions|answers|cards|templates|labels|ratings|sources|"
        r"variants|systems|rows|events|tests|persons|graders|guesses|cells|names|comments|findings|columns|files|resamples)\b"
    )
    messages = [message.id for message in catalogue.stored().values()]
    alone = {text for text in messages if isinstance(text, str) and counted.search(text)}
    assert {text for text in alone if " has labels, " not in text} - NEVER_ONE == set()


def test_letters_in_brackets_which_are_keys_are_the_same():
    keys = re.compile(r"\[(\w)\]")
    assert [(a, b) for a, b in _pairs() if keys.findall(a) != keys.findall(b)] == []
    assert any(keys.findall(a) for a, _b in _pairs())


@pytest.mark.parametrize("mode", MODES)
def test_key_letters_and_labels_are_the_same_in_both_languages(mode: Mode):
    said = []
    for language in ("en", "es"):
        use(language)
        said.append([(choice.key, choice.label) for choice in MODES[mode].choices(Plan(mode=mode))])
    assert said[0] == said[1]
    assert all(key.isascii() and len(key) == 1 for key, _label in said[0])


def test_numbers_in_files_keep_the_point_in_spanish():
    use("es")
    assert "\nlevel = 0.9  #" in written(Plan(level=0.9), {})


def test_translations_keep_the_blanks_at_the_ends():
    ends = re.compile(r"^\s*|\s*$")
    assert [(a, b) for a, b in _pairs() if b and ends.findall(a) != ends.findall(b)] == []


def test_spanish():
    use("es")
    assert _("Answer") == "Respuesta"


@pytest.mark.parametrize("language", ["en", "xx", "fr_CA"])
def test_other_languages_are_english(language: str):
    use(language)
    assert _("Answer") == "Answer"
    assert ngettext("{n} answer left out", "{n} answers left out", 2) == "{n} answers left out"


@pytest.mark.parametrize(
    ("variable", "value"),
    [("LANGUAGE", "es"), ("LANGUAGE", "fr:es"), ("LC_ALL", "es_MX.UTF-8"), ("LANG", "es_ES.UTF-8")],
)
def test_locale_chooses(variable: str, value: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(variable, value)
    assert _("Answer") == "Respuesta"


def test_without_a_locale_english():
    assert _("Answer") == "Answer"


@pytest.mark.parametrize(("n", "form"), [(0, "excluidas"), (1, "excluida"), (2, "excluidas"), (1_000_000, "excluidas")])
def test_plural_forms(n: int, form: str):
    use("es")
    text = ngettext("{n} answer left out", "{n} answers left out", n).format(n=n)
    assert text == f"{n} respuesta{'' if n == 1 else 's'} {form}"


@pytest.mark.parametrize(("language", "shown"), [("en", "0.172"), ("es", "0,172"), ("fr", "0.172")])
def test_numbers_have_the_decimal_mark_of_the_language(language: str, shown: str):
    use(language)
    assert number(0.17165, 3) == decimal("0.172") == shown


@pytest.mark.parametrize("language", ["en", "es"])
def test_thousands_are_not_grouped(language: str):
    use(language)
    assert number(100_000, 0) == "100000"


@pytest.mark.parametrize(("language", "shown"), [("en", [".17", "1.00"]), ("es", ["0,17", "1,00"])])
def test_only_english_drops_the_zero_before_the_mark(language: str, shown: list[str]):
    use(language)
    assert [brief("0.17"), brief("1.00")] == shown


def test_a_text_the_catalogue_lacks_stays_as_it_is():
    use("es")
    assert _("no such text") == "no such text"


def test_commands_are_translated():
    known = catalogue.stored()
    texts = {text for command in COMMANDS for text in (command.words, command.help)}
    assert texts <= known.keys()


def test_choices_are_translated():
    known = catalogue.stored()
    plan = Plan(mode="grade", title="", seed=1)
    assert {choice.words for choice in MODES["grade"].choices(plan)} <= known.keys()


def test_words_of_commands_leave_a_column_in_the_help():
    use("es")
    assert [command.name for command in COMMANDS if len(_(command.words)) > 15] == []


def test_messages_are_found_wherever_they_stand(tmp_path: Path):
    (tmp_path / "a.py").write_text(
        'say = _\nx = [say("a"), f"{_(\'b\')}", mark("c" "d"), ngettext("e", "es", n), _(name), _("")]\n_("e")\n'
    )
    assert catalogue.messages(tmp_path) == {"a": "a", "b": "b", "cd": "cd", "e": ("e", "es")}


def test_updating_keeps_translations_and_drops_what_is_gone(tmp_path: Path):
    before = catalogue.catalogue(["gone", "kept", ("one", "many")], {})
    before["gone"].string, before["kept"].string = "ido", "queda"
    before[("one", "many")].string = ("uno", "varios")
    path = tmp_path / "es.po"
    path.write_bytes(catalogue.written(before))
    after = catalogue.catalogue(["kept", ("one", "many"), "new"], catalogue.stored(path))
    path.write_bytes(catalogue.written(after))
    stored = {key: message.string for key, message in catalogue.stored(path).items()}
    assert stored == {"kept": "queda", "one": ("uno", "varios"), "new": ""}
    assert not re.search(r"Date|Babel|^#:", path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("chosen", "told"), [("es", "es"), ("en", "en"), ("fr_CA", "en")])
def test_the_language_chosen_is_known(chosen: str, told: str):
    use(chosen)
    assert locale.language() == told
