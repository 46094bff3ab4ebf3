"""The table of formats, and which of them reads a file.

Loading it loads every format, 0.2 s: only what reads files that people bring comes here.
"""

from __future__ import annotations

from pathlib import Path

from gradertui.formats import jsonl, parquet, table
from gradertui.formats.opening import head
from gradertui.formats.rows import Format
from gradertui.formats.tools import (
    bbq,
    deepeval,
    doccano,
    halueval,
    helm,
    inspect_eval,
    inspect_log,
    labelstudio,
    labelstudio_flat,
    letters,
    lm_eval,
    openai_evals,
    predictions,
    promptfoo,
    promptfoo_csv,
    promptfoo_lines,
    promptfoo_tests,
    squad,
)

# In order: the first that is sure of a file reads it.
FORMATS = {
    "deepeval": Format(deepeval.detects, deepeval.rows),
    "helm": Format(helm.detects, helm.rows, tasks=True),
    "inspect": Format(inspect_eval.detects, inspect_eval.rows, text=False, tasks=True),
    "inspect-json": Format(inspect_log.detects, inspect_log.rows, tasks=True),
    "lm-eval": Format(lm_eval.detects, lm_eval.rows),
    "openai-evals": Format(openai_evals.detects, openai_evals.rows),
    "promptfoo": Format(promptfoo.detects, promptfoo.rows),
    "promptfoo-lines": Format(promptfoo_lines.detects, promptfoo_lines.rows),
    "promptfoo-tests": Format(promptfoo_tests.detects, promptfoo_tests.rows, table.delimiter),
    "promptfoo-csv": Format(promptfoo_csv.detects, promptfoo_csv.rows, table.delimiter),
    "label-studio": Format(labelstudio.detects, labelstudio.rows),
    "label-studio-min": Format(labelstudio_flat.detects, labelstudio_flat.rows),
    "label-studio-csv": Format(labelstudio_flat.detects_table, labelstudio_flat.rows_of_table, table.delimiter),
    "squad": Format(squad.detects, squad.rows),
    "predictions": Format(predictions.detects, predictions.rows),
    "halueval": Format(halueval.detects, halueval.rows),
    "bbq": Format(bbq.detects, bbq.rows, mode="grade"),
    "doccano": Format(doccano.detects, doccano.rows),
    "letters": Format(letters.detects, letters.rows, table.delimiter, mode="tone"),
    "parquet": Format(parquet.detects, parquet.rows, exact=False, text=False),
    "json": Format(jsonl.detects, jsonl.rows, exact=False),
    "table": Format(table.detects, table.rows, table.delimiter, exact=False),
}


def detect(path: Path) -> str:
    """Name the format that reads a file.

    Raises:
        InputError: When there is no such file, or it is empty.
    """
    start = head(path)
    return next(name for name, known in FORMATS.items() if known.detects(start, path.name))
