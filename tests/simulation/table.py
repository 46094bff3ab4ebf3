"""All scenarios by family, and which functions of `stats` need none."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType

import stats

from . import (
    agreement,
    anytime,
    blinding,
    calibration,
    decisions,
    families,
    flips,
    leaks,
    paired,
    preference,
    proportions,
    sizes,
    templates,
)
from .scenario import Scenario

_MODULES: Sequence[ModuleType] = (
    proportions, paired, flips, templates, preference, agreement, calibration, anytime, leaks, blinding, families,
    sizes, decisions,
)  # fmt: skip
FAMILIES: Mapping[str, Sequence[Scenario]] = {of.__name__.rpartition(".")[2]: of.SCENARIOS for of in _MODULES}
ABOUT: Mapping[str, str] = {of.__name__.rpartition(".")[2]: (of.__doc__ or "").partition("\n\n")[0] for of in _MODULES}
SCENARIOS: Sequence[Scenario] = tuple(row for rows in FAMILIES.values() for row in rows)

EXEMPT: Mapping[str, str] = {
    "the estimate alone, with no claim about what it may be off by":
        "paired.difference proportion.standard_error calibration.calibration kappa.gwet kappa.fleiss kappa.cohen "
        "overlap.overlap agreement.same_pairs agreement.coincidences",
    "arithmetic of n: true of every count, and tested as such":
        "granularity.granularity granularity.is_possible_rate design.gain_of_replicates design.first_and_lasting "
        "calibration.bin_of calibration.total",
    "a distribution that is computed, which the tests that rest on it are simulated with":
        "half_binomial.tail half_binomial.mass rejection.rejections rejection.mean_over_binomial "
        "two_sample.distribution two_sample_large.probabilities interval.normal_quantile interval.quantile",
    "a part, or a check of what is given: claims nothing":
        "agreement.pairable interval.check_level paired.check_pairs paired.check_not_negative "
        "sign_flip_interval.check_rationals slices.finish two_sample.is_countable two_sample.size_of "
        "two_sample.sum_of two_sample.pooled two_sample.in_units permutation.counted",
}  # fmt: skip
"""Why no row is needed, and of which functions. Every other public function of `stats` has one."""


def public() -> Iterator[str]:
    """Every public function of `stats`, as module.function."""
    for found in pkgutil.iter_modules(stats.__path__):
        module = import_module(f"stats.{found.name}")
        for name, value in vars(module).items():
            function = inspect.unwrap(value) if callable(value) else value
            if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{found.name}.{name}"
