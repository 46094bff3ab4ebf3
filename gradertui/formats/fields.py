"""Which column is which field: the alias table, and the rules for names that mean several things.

Only names are looked at, never what the cells hold. A name loads whatever its case, blanks, ``_``,
``-`` and ``.``; what is not known is kept under its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from gradertui.formats.errors import InputError, quoted
from gradertui.locale import _

Kind = Literal["answers", "bank", "sources", "labels", "verdicts"]


def normal(name: str) -> str:
    """Take from a name what does not count; ``__metadata:`` stands in promptfoo's tables before names of others."""
    return re.sub(r"[\s_.\-]+", "", name.removeprefix("__metadata:")).casefold()


# The sure names first: a later one counts only when no earlier one is there.
ALIASES = {
    "pair_id": "pair_id comparison_id",
    "question_id": "question_id qid id item_id item doc_id sample_id example_id instance_id idx index uid "
    "task_id key clave",
    "question": "question prompt input user_input query user_query instruction problem prompts prompt_text "
    "vars.question pregunta",
    "answer": "answer output response actual_output completion prediction generation model_output "
    "model_answer llm_output generated sampled filtered_resps texto respuesta",
    "reference": "reference references expected expected_output expected_answer target ideal gold golden "
    "ground_truth ground_truths correct_answer correct_answers best_answer right_answer __expected "
    "referencia",
    "answerable": "answerable has_answer",
    "is_impossible": "is_impossible",
    "source_id": "source_id id_nota",
    "source": "context contexts source_note knowledge passage evidence document nota source note",
    "cited_source": "cited_source citation id_citado",
    "retrieved": "retrieved retrieved_contexts retrieval_context",
    "baseline_answer": "baseline_answer",
    "system": "system model model_name provider generator engine llm run experiment configuration "
    "configuracion sistema modelo config",
    "confidence": "confidence conf probability verbalized_confidence confianza",
    "confidence_percent": "confidence_percent",
    "topic": "topic tema subject category",
    "split": "split",
    "critical": "critical",
    "template": "template template_id plantilla scenario question_index base_id",
    "variant": "variant variante variation name_group name group",
    "replicate": "replicate rep repeat repeticion epoch trial sample_idx train_trial_index",
    "grader": "grader annotator rater judge annotator_id annotator_index rater_id worker "
    "worker_id anon_id user_id completed_by coder",
    "label": "label letter letra grade tone tono rating likert preference winner choice selected",
    "comment": "comment comments reason explanation motivo",
    "verdict": "verdict veredicto respaldo success score gradingResult metadata",
    "fragment": "fragment fragmento",
    # Two texts in one row: the names of the two sides come in the same order, so that left goes with right.
    "answer_a": "answer_a response_1 response_a output_1 output_a completion_a conversation_a text_a text_1 "
    "respuesta_a texto_a left chosen",
    "answer_b": "answer_b response_2 response_b output_2 output_b completion_b conversation_b text_b text_2 "
    "respuesta_b texto_b right rejected",
    "system_a": "system_a model_a model_1 generator_1 system_1 sistema_a modelo_a",
    "system_b": "system_b model_b model_2 generator_2 system_2 sistema_b modelo_b",
    "systems": "systems cmp_key",
    "retrieved_a": "retrieved_a recuperado_a",
    "retrieved_b": "retrieved_b recuperado_b",
    "votes": "",
}
ALIASES_OF = {field: [normal(name) for name in names.split()] for field, names in ALIASES.items()}
"""Field to its names without what does not count."""
_BY_ITEM = {
    "item_id": "item_id item",
    "question_id": ALIASES["question_id"].replace(" item_id item ", " "),
}
OTHERWISE: Mapping[Kind, dict[str, str]] = {
    "answers": {},
    "bank": {"answer": "", "reference": f"{ALIASES['reference']} answer respuesta"},
    "sources": {
        "source_id": "source_id id_nota id doc_id key clave uid index idx",
        "source": "source text texto nota note context contexts passage document content",
        "question_id": "",
        "answer": "",
    },
    "labels": _BY_ITEM | {"at": "at"},
    "verdicts": _BY_ITEM,
}
ASIDE = frozenset({"grader", "label", "comment", "verdict", "fragment", "votes"})
"""Understood and set aside: an item takes nothing from them, and they stay under their own names. Of pairs, what
people said is taken in as their labels."""
SIDES = (("answer_a", "answer_b"), ("system_a", "system_b"))
"""Fields of the two texts of a row, which are there for both or mean nothing."""
PAIR_IDS = frozenset({"id", "idx", "index", "uid", "item", "itemid", "exampleid", "sampleid", "instanceid", "taskid"})
"""Names of ids that number rows of pairs, and not the questions."""
VOTES = re.compile(r"(?:annotator|rater|grader|judge|coder|calificador|evaluador|anotador)a?\d+")
"""Columns in which one person each says which text is better, beside two texts."""
SETTINGS = frozenset({"config", "configuration", "configuracion", "promptlabel", "promptid", "setting"})
CARDS = ("text", "card", "tarjeta", "message", "mensaje", "note")
BY_SUFFIX = re.compile(r"(?is)(.+)[ _.-](?:response|gen)")
BY_PREDICTION = re.compile(r"(?is).+[ _.-]pred[ _.-].+")


class Understanding(NamedTuple):
    """What the columns of one file were taken for."""

    fields: Mapping[str, Sequence[tuple[str, ...]]]
    """Field to its columns; those in one tuple make one value together."""
    arms: Sequence[tuple[tuple[str, ...], str]]
    """Columns of answers, each with the system its name speaks of; empty when it names none."""

    def field_of(self, column: str) -> str | None:
        """Name the field a column was taken for; None when it is kept as it is."""
        return next((field for field, groups in self.fields.items() if any(column in each for each in groups)), None)


def understand(
    columns: Sequence[str], kind: Kind = "answers", mapping: Sequence[str] = (), *, exact: bool = False
) -> Understanding:
    """Say which column is which field.

    Args:
        columns: The names in the file.
        kind: What the file is: a bank reads ``id`` and ``answer`` otherwise than a file of answers.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names; what is not in this file is left.
        exact: Whether columns are called as our fields are, and others are kept.
    """
    if exact:
        return _exact(columns, mapping)
    fields = declared(columns, mapping)
    taken = {column for groups in fields.values() for group in groups for column in group}
    free = [column for column in columns if column not in taken]
    fields.pop("original", None)
    named = _named(free, kind)
    if kind == "answers":
        _answers(fields, named, free)
    _pairs(fields, named, kind)
    _together(fields, named, free)
    for field, candidates in named.items():
        every = field in ASIDE or field == "reference"
        fields.setdefault(field, [(column,) for column in (candidates if every else candidates[:1])])
    return Understanding(fields, _arms(fields.get("answer", [])))


def _exact(columns: Sequence[str], mapping: Sequence[str]) -> Understanding:
    """Columns that a format gave the names of fields to."""
    fields = declared(columns, mapping)
    taken = {column for groups in fields.values() for group in groups for column in group}
    fields.pop("original", None)
    labelled = [] if "label" in fields else [column for column in ("tone", "preference") if column in columns]
    for column in columns:
        if column in ALIASES and column not in taken:
            fields.setdefault(column, [(column,)])
    for column in labelled:
        if column not in taken:
            fields.setdefault("label", []).append((column,))
    return Understanding(fields, _arms(fields.get("answer", [])))


def declared(columns: Sequence[str], mapping: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    """Find the fields that ``--map`` names in this file.

    Raises:
        InputError: When a mapping cannot be read or its field is not one of ours.
    """
    fields: dict[str, list[tuple[str, ...]]] = {}
    for words in mapping:
        left, equals, field = words.rpartition("=")
        if not equals or not left or field not in {*ALIASES, "item_id", "original"}:
            known = ", ".join(each for each in ALIASES if each not in ASIDE)
            message = _("--map {words}: write COLUMN[+COLUMN…]=field, the field one of {known}, original")
            raise InputError(message.format(words=quoted(words), known=known))
        if group := _columns(left, columns):
            fields.setdefault(field, []).append(group)
    return fields


def _columns(left: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Find the columns a mapping names; none when one of them is not in this file."""
    by_name = {normal(column): column for column in reversed(columns)} | {column: column for column in columns}
    parts = [left] if left in by_name else left.split("+")
    found = [by_name.get(part, by_name.get(normal(part))) for part in parts]
    return tuple(column for column in found if column is not None) if None not in found else ()


def _named(columns: Iterable[str], kind: Kind) -> dict[str, list[str]]:
    """Map field to the columns whose name says so, the surest first."""
    ranks = {
        normal(name): (field, rank)
        for field, names in (ALIASES | OTHERWISE[kind]).items()
        for rank, name in enumerate(names.split())
    }
    found: dict[str, list[tuple[int, str]]] = {}
    for column in columns:
        other = ("reference", len(ranks)) if re.fullmatch(r"answer\d+", normal(column)) else None
        other = ("votes", len(ranks)) if kind == "answers" and VOTES.fullmatch(normal(column)) else other
        if known := ranks.get(normal(column), other):
            found.setdefault(known[0], []).append((known[1], column))
    return {
        field: [column for rank, column in sorted(ranked, key=lambda each: each[0])] for field, ranked in found.items()
    }


def _answers(fields: dict[str, list[tuple[str, ...]]], named: dict[str, list[str]], columns: Sequence[str]) -> None:
    """``answer`` is the output only when no other column is clearly that; else it is the reference."""
    known = {column for candidates in named.values() for column in candidates}
    by_alias = named.pop("answer", [])
    patterned = [each for each in columns if each not in known and _speaks_of(each)]
    clear = [each for each in columns if each in patterned or (each in by_alias and normal(each) != "answer")]
    ambiguous = [each for each in by_alias if normal(each) == "answer"]
    if (clear or "answer" in fields) and ambiguous and "reference" not in fields:
        named.setdefault("reference", ambiguous)
    if outputs := clear or ambiguous:
        fields.setdefault("answer", [(each,) for each in outputs])
    elif {"template", "variant"} <= named.keys() | fields.keys():
        _cards(fields, named, columns)


def _pairs(fields: dict[str, list[tuple[str, ...]]], named: dict[str, list[str]], kind: Kind) -> None:
    """Keep what belongs to two texts of a row where there are two; a column of one side alone means nothing."""
    for sides in SIDES:
        places = [{ALIASES_OF[side].index(normal(each)): each for each in named.pop(side, ())} for side in sides]
        if both := sorted(places[0].keys() & places[1].keys()):
            for side, place in zip(sides, places, strict=True):
                fields.setdefault(side, [(place[both[0]],)])
    texts = {"answer_a", "answer_b"} <= fields.keys()
    if kind != "answers":
        return  # beside labels the two systems say which pair is meant
    if "answer" in fields or not texts:
        for field in (
            "pair_id",
            "systems",
            "votes",
            "retrieved_a",
            "retrieved_b",
            *(side for sides in SIDES for side in sides),
        ):
            fields.pop(field, None)
            named.pop(field, None)


def _cards(fields: dict[str, list[tuple[str, ...]]], named: dict[str, list[str]], columns: Sequence[str]) -> None:
    """The text of a card has a name that says less than others; a note is one only where there is nothing else."""
    by_name = {normal(each): each for each in reversed(columns)}
    found = next((by_name[name] for name in CARDS if name in by_name), None)
    if found is not None:
        fields.setdefault("answer", [(found,)])
        for candidates in named.values():
            if found in candidates:
                candidates.remove(found)


def _together(fields: dict[str, list[tuple[str, ...]]], named: dict[str, list[str]], columns: Sequence[str]) -> None:
    """Fields that take several columns, and names that mean something only beside others."""
    questions = {normal(each): each for each in named.get("question", [])}
    if {"instruction", "input"} <= questions.keys() and normal(named["question"][0]) in (
        "input",
        "instruction",
    ):
        fields.setdefault("question", [(questions["instruction"], questions["input"])])
    systems = named.get("system", [])[:1]
    settings = [each for each in columns if normal(each) in SETTINGS and each not in systems]
    if "answer_a" in fields:  # each side has a system of its own
        systems, settings = [], []
        named.pop("system", None)
    if systems or settings:
        fields.setdefault("system", [(*systems, *settings)])
    if sure := [each for each in named.get("reference", []) if normal(each) not in ("answer", "respuesta")]:
        named["reference"] = sure
    if "template" not in named and "template" not in fields:
        named["variant"] = [each for each in named.get("variant", []) if normal(each) not in ("name", "group")]
    for field in [field for field, candidates in named.items() if not candidates]:
        del named[field]


def _speaks_of(column: str) -> str:
    """Find the system an answer column is named after; empty when its name is no such name."""
    if match := BY_SUFFIX.fullmatch(column):
        return match[1]
    return column if BY_PREDICTION.fullmatch(column) else ""


def _arms(groups: Sequence[tuple[str, ...]]) -> list[tuple[tuple[str, ...], str]]:
    systems = [_speaks_of(group[0]) for group in groups]
    if len(groups) > 1:
        systems = [system or " / ".join(group) for group, system in zip(groups, systems, strict=True)]
    if len(set(systems)) < len(systems):
        systems = [" / ".join(group) for group in groups]
    return list(zip(groups, systems, strict=True))
