"""Which system lm-evaluation-harness asked: what the results beside a file of samples say, or the folder's name.

What a file of samples says itself is in `lm_eval.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gradertui.formats.errors import InputError
from gradertui.formats.opening import parsed
from gradertui.formats.tools.foreign import Foreign, checked

DATED = re.compile(r"_(\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl?$")
ARGUMENT = re.compile(r"(?:^|,)\s*(peft|delta|pretrained|model|path|engine)\s*=\s*([^,]+)")
BEFORE = ("peft", "delta", "pretrained", "model", "path", "engine")
"""What names the system in its arguments; what is laid over a model comes before the model."""
_LARGEST = 1 << 24


class _Config(Foreign):
    model: Any = None
    model_args: Any = None


class _Results(Foreign):
    model_name: Any = None
    config: _Config = _Config()


def system_beside(path: Path) -> str | None:
    """Name the system of a file of samples; None where nothing says it.

    Args:
        path: of the samples; the results of the same moment are looked for, else the only ones in the folder.
    """
    date = DATED.search(path.name)
    results = sorted(path.parent.glob("results*.json"))
    same = [each for each in results if date and date[1] in each.name]
    for each in same or (results if len(results) == 1 else []):
        if name := _named(each):
            return name
    folder = path.resolve().parent.name
    return folder.replace("__", "/", 1) if re.fullmatch(r"[^_].*__.*[^_]", folder) else None


def _named(path: Path) -> str | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        found = checked(path.name, parsed(path.name, path.read_bytes()), _Results)
    except (InputError, OSError):
        return None
    names = (found.model_name, _of_arguments(found.config.model_args), found.config.model)
    return next((name.strip() for name in names if isinstance(name, str) and name.strip()), None)


def _of_arguments(arguments: Any) -> str | None:
    """The name among arguments written as one text, or as an object."""
    given = dict(ARGUMENT.findall(arguments)) if isinstance(arguments, str) else arguments
    if not isinstance(given, Mapping):
        return None
    return next((str(given[name]) for name in BEFORE if given.get(name)), None)
