"""Plots: the same bytes whatever this machine has, legible without colour, and never a thousand rows."""

import re
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from gradertui.report import gather
from gradertui.report.blocks import Plot
from gradertui.report.plots import Picture, intervals, matrix, pace, preferred, reliability
from gradertui.report.plots.canvas import svg
from gradertui.report.plots.intervals import MOST, Axis, Row
from gradertui.report.text import sections
from gradertui.session import Session

RATE = Axis("rate")
ROWS = [Row(f"q{n}", n / 1000, n / 1000 - 0.01, n / 1000 + 0.01, f"{n}/1000") for n in range(1000)]


def picture(draw):
    return Picture("a < b", "1 & 2", draw)


def drawn(rows, axis=RATE, whole=None):
    return svg(picture(lambda: intervals.draw(rows, axis, whole)), "p")


def test_of_a_thousand_rows_the_lowest_and_the_highest_are_drawn_and_the_rest_is_counted():
    kept, out = intervals.ends_only(ROWS)
    assert [row.name for row in kept] == [f"q{n}" for n in (*range(MOST // 2), *range(1000 - MOST // 2, 1000))]
    assert out == 1000 - MOST
    assert "960 rows between the lowest and the highest are not drawn" in intervals.left_out(out)
    assert intervals.ends_only(ROWS[:MOST]) == (ROWS[:MOST], 0)


def test_a_plot_carries_its_words():
    text = drawn(ROWS[:3])
    assert text.startswith("<svg ")
    assert 'role="img" aria-labelledby="p-title p-desc"' in text
    assert '<title id="p-title">a &lt; b</title>' in text
    assert '<desc id="p-desc">1 &amp; 2</desc>' in text
    for row in ROWS[:3]:
        assert f">{row.name}</text>" in text
        assert f">{row.beside}</text>" in text


def test_the_look_is_ours_whatever_a_matplotlibrc_says():
    from matplotlib import rc_context

    before = drawn(ROWS[:3])
    with rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red", "lines.linewidth": 9}):
        assert drawn(ROWS[:3]) == before
    assert drawn(ROWS[:3]) == before


def test_a_name_in_any_script_and_with_signs_of_formulas_is_text():
    text = drawn([ROWS[1]._replace(name=name) for name in ("模型甲", "נמוך", r"$\frac{1}{2}$ _x_", "<b>&")])
    assert all(f">{name}</text>" in text for name in ("模型甲", "נמוך", r"$\frac{1}{2}$ _x_", "&lt;b&gt;&amp;"))


def test_ink_is_that_of_the_page_and_nothing_is_dated_or_addressed():
    text = drawn(ROWS[:3])
    assert "currentColor" in text
    assert "#010203" not in text
    assert "metadata" not in text
    assert set(re.findall(r"https?://[^\"]+", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert 'fill="#ffffff"' in svg(picture(lambda: intervals.draw(ROWS[:3], Axis("rate"))), "p", "#111111", "#ffffff")


def test_what_holds_of_all_is_drawn_apart_by_its_shape():
    marks = [len(set(re.findall(r'<path id="(m\w+)"', drawn(ROWS[:3], whole=whole)))) for whole in (None, ROWS[500])]
    assert marks[1] > marks[0]


def test_an_estimate_that_does_not_exist_is_said():
    assert intervals.told([Row("a", None, None, None, "0/0")], str) == "a: no data."
    assert drawn([Row("a", None, None, None, "0/0")])


def test_parts_of_a_bar_differ_by_hatching_and_numbers():
    text = svg(picture(lambda: preferred.draw([preferred.Bar("a", "b", (5, 3, 2), 0.3, -0.1, 0.6)])), "p")
    assert len(re.findall(r"<pattern ", text)) >= 2
    assert all(f">{n}</text>" in text for n in (5, 3, 2))


def test_lines_of_labels_differ_by_markers():
    text = svg(picture(lambda: pace.draw([10, 20], [3.0, 2.0], {"R": [0.5, 0.6], "X": [0.5, 0.4]})), "p")
    assert len(set(re.findall(r'xlink:href="#(m\w+)"', text))) >= 4  # ticks of both axes, and a marker for each label
    assert all(f">{label}</text>" in text for label in "RX")


def test_a_square_has_its_numbers_in_cells():
    text = svg(
        picture(lambda: matrix.draw(["R", "X"], [[1.0, None], [0.5, 0.0]], [["4", ""], ["2", "0"]], ("b", "a"))), "p"
    )
    assert all(f">{n}</text>" in text for n in ("4", "2", "0"))


def test_no_threshold_is_told_over_another():
    points = [reliability.Point(1 - n / 50, 0.5, 0.4, 0.6, f"≥ {n}") for n in range(50)]
    told = list(reliability.apart(points, None))
    assert 8 < len(told) < 20
    for side in {up for _point, up in told}:
        xs = [point.x for point, up in told if up == side]
        assert all(a - b > 0.1 for a, b in pairwise(xs))


@pytest.mark.parametrize("module", ["gradertui.report", "gradertui.report.html", "gradertui.cli.report"])
def test_matplotlib_waits_for_the_first_plot(module):
    program = f"import sys, {module}; print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parents[1]
    )
    assert done.stdout == "False\n"


def test_a_thousand_templates_are_bounded_in_a_report(toned):
    with closing(Session(toned())) as session:
        found = gather(session)
    (compared,) = found.numbers.pairs
    rows, boots = compared.pair.templates * 100, compared.templates * 100
    many = compared._replace(pair=compared.pair._replace(templates=rows), templates=boots)
    from gradertui.report.tone import plots

    made = plots.differences(found, many)
    assert "960 rows between the lowest and the highest" in made.caption
    assert svg(made, "p").count("</text>") < 120
    drawn_plots = [block for section in sections(found) for block in section if isinstance(block, Plot)]
    assert "rows between" not in drawn_plots[0].make().caption
