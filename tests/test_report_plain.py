"""Plain values as JSON: the same text as the standard library's."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.report.plain import dumps
from gradertui.text import escaped

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=12,
)


@given(VALUES)
def test_a_document_is_what_json_writes(value: object) -> None:
    assert dumps(value) == escaped(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        dumps({"k": [float("nan")]})
