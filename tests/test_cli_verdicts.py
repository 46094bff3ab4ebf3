import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.judged import said as judged
from gradertui.session import Session
from gradertui.store.log import Log
from gradertui.store.verifying import examine

ROOT = Path(__file__).parents[1]
SHIPPED = ROOT / "sessions" / "demo-grade"
FLAGS = {"p17": "parcial", "p22": "sin respaldo", "p24": "sin cita", "p25": "sin respaldo"}
"""What the verifier of the document says of the answers it flags."""


def table(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def written(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def answers():
    return [row for row in table(SHIPPED / "answers.csv") if row["sistema"] == "Alba con notas"]


@pytest.fixture
def verifier(tmp_path):
    """The document's example as a file: p14 is let through, because a piece of its note is quoted word for word."""
    notes = {row["id_nota"]: row["texto"] for row in table(SHIPPED / "sources.csv")}
    rows = [("clave", "veredicto", "fragmento")]
    for row in answers():
        fragment = notes.get(row["id_citado"], "")[:40]
        word = FLAGS.get(row["clave"]) or ("respaldada" if fragment else "abstención")
        rows.append((row["clave"], word, fragment if word == "respaldada" else ""))
    return written(tmp_path / "verificador.csv", rows)


@pytest.fixture
def session(tmp_path, said):
    """One system's 25 answers with the letters of the document, by which p14, p22, p24 and p25 are incorrect."""
    own = [tuple(answers()[0]), *(tuple(row.values()) for row in answers())]
    file = written(tmp_path / "answers.csv", own)
    given = ("--bank", SHIPPED / "bank.csv", "--sources", SHIPPED / "sources.csv")
    assert said("new", "doc", file, *given, "--abstention", "no consta en sus notas")[0] == 0
    rows = table(ROOT / "tests" / "reference" / "seed-confidences.csv")
    letters = [(row["key"], row["letter"]) for row in rows if row["configuration"].endswith("5.5 con RAG")][:25]
    file = written(tmp_path / "letters.csv", [("clave", "letra"), *letters])
    assert said("label", "doc", file, "--grader", "ana")[0] == 0
    return tmp_path / "sessions" / "doc"


def standing(folder, tool):
    with closing(Session(folder)) as session:
        return judged(session, tool)


def report(said, name="doc"):
    return json.loads(said("report", name, "--format", "json")[1])


def rows(tmp_path, *lines, head="clave,veredicto,fragmento"):
    path = tmp_path / "v.csv"
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def test_the_verifier_of_the_document_caught_three_of_four_with_one_false_alarm(session, said, verifier):
    status, out, err = said("verdicts", "doc", verifier)
    assert (status, err) == (0, "")
    assert "verificador: 25 verdicts taken in, 0 stood already" in out
    (tool,) = report(said)["verdicts"]["tools"]
    (arm,) = tool["arms"]
    counts = {key: (arm[key]["k"], arm[key]["n"]) for key in ("caught", "false_alarms", "before", "after", "by_hand")}
    assert counts == {
        "caught": (3, 4),
        "false_alarms": (1, 25),
        "before": (4, 25),
        "after": (1, 25),
        "by_hand": (4, 25),
    }
    assert [round(arm["caught"][end], 3) for end in ("low", "high")] == [0.301, 0.954]
    cases = {key: [case["question"] for case in arm[key]] for key in ("caught_cases", "false_cases", "missed_cases")}
    assert cases == {"caught_cases": ["p22", "p24", "p25"], "false_cases": ["p17"], "missed_cases": ["p14"]}


def test_the_text_says_the_same_within_80_columns(session, said, verifier):
    said("verdicts", "doc", verifier)
    lines = said("report", "doc")[1].split("\n")
    assert any(line.split() == ["incorrect,", "caught", "3", "4", "0.750", "0.301", "0.954"] for line in lines)
    assert {"  caught: p22, p24, p25", "  false alarm: p17", "  got through: p14"} <= set(lines)
    assert max(map(len, lines)) <= 80


def test_the_same_file_twice_adds_nothing(session, said, verifier):
    said("verdicts", "doc", verifier)
    before = (session / "verdicts" / "verificador.sqlite").read_bytes()
    assert "0 verdicts taken in, 25 stood already" in said("verdicts", "doc", verifier)[1]
    assert (session / "verdicts" / "verificador.sqlite").read_bytes() == before


def test_another_verdict_is_one_more_event_and_the_last_counts(session, said, tmp_path):
    for word in ("parcial", "respaldada"):
        said("verdicts", "doc", rows(tmp_path, f"p17,{word}", head="clave,veredicto"))
    ((_item, last),) = standing(session, "v").items()
    assert (last.verdict, last.written) == ("supported", "respaldada")
    with closing(Log(session / "verdicts" / "v.sqlite")) as log:
        assert [(event.kind, event.value) for event in log.events()] == [("Judged", "partial"), ("Judged", "supported")]
    assert examine(session / "verdicts" / "v.sqlite").findings == ()


@pytest.mark.parametrize(
    ("row", "field", "fix"),
    [
        ("p99,parcial,", "column clave", "no question here has the key p99"),
        ("p02,regular,", "column veredicto", "--pass"),
        ("p02,0.4,", "column veredicto", "change thresholds.verdict=0.5"),
        ("p01,respaldada,", "column veredicto", "row 1 says partial of the same answer"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_written(session, said, tmp_path, row, field, fix):
    status, out, err = said("verdicts", "doc", rows(tmp_path, "p01,parcial,", row))
    assert (status, out) == (2, "")
    assert "v.csv, row 2" in err
    assert field in err
    assert fix in err
    assert not (session / "verdicts").exists()


@pytest.mark.parametrize("tool", ["../x", "my judge", ".hidden"])
def test_a_tool_id_that_is_no_file_name_is_refused(session, said, verifier, tool):
    status, _out, err = said("verdicts", "doc", verifier, "--tool", tool)
    assert (status, err.count("\n")) == (2, 1)
    assert "--tool" in err
    assert not (session / "verdicts").exists()


def test_a_supported_without_its_fragment_in_the_note_is_lowered_and_flagged(session, said, tmp_path):
    file = rows(tmp_path, "p01,respaldada,los estomas", "p02,respaldada,lo dice la nota", "p03,respaldada,")
    assert "2 lowered to partial" in said("verdicts", "doc", file)[1]
    (tool,) = report(said)["verdicts"]["tools"]
    assert (tool["lowered"], tool["verdicts"]) == (2, {"supported": 1, "partial": 2})
    assert [case["question"] for case in tool["arms"][0]["false_cases"]] == ["p02", "p03"]


def test_the_exact_sentence_of_abstention_passes_whatever_the_verdict(session, said, tmp_path):
    said("verdicts", "doc", rows(tmp_path, "p20,sin respaldo,", "p23,sin respaldo,"))
    (tool,) = report(said)["verdicts"]["tools"]
    assert tool["verdicts"] == {"abstained": 1, "unsupported": 1}


def test_a_threshold_of_the_plan_turns_numbers_into_flags(session, said, tmp_path):
    path = tmp_path / "sessions" / "new" / "session.toml"
    said("new", "new", tmp_path / "answers.csv", "--bank", SHIPPED / "bank.csv", "--sources", SHIPPED / "sources.csv")
    said("plan", "new", "change", "thresholds.verdict=0.5")
    status, out, _err = said("verdicts", "new", rows(tmp_path, "p01,0.49", "p02,0.5", head="clave,score"))
    assert status == 0
    assert "numbers from 0.5 on are supported" in out
    assert sorted(x.verdict for x in standing(path.parent, "v").values()) == ["supported", "unsupported"]


def test_words_can_be_declared(session, said, tmp_path):
    file = rows(tmp_path, "p01,bien", "p02,mal", head="clave,veredicto")
    assert said("verdicts", "doc", file, "--pass", "bien", "--flag", "mal", "--tool", "judge")[0] == 0
    assert sorted(x.verdict for x in standing(session, "judge").values()) == ["supported", "unsupported"]


def test_where_several_systems_answered_the_file_or_the_option_says_whose_they_are(example, said, tmp_path, verifier):
    example()
    assert said("verdicts", "demo-grade", verifier)[0] == 2
    assert said("verdicts", "demo-grade", verifier, "--system", "Alba con notas")[0] == 0
    (tool,) = report(said, "demo-grade")["verdicts"]["tools"]
    assert ([arm["arm"] for arm in tool["arms"]], tool["unjudged"]) == (["Alba con notas"], 50)
    assert tool["arms"][0]["caught"]["k"] == 3


def test_a_session_of_tone_takes_no_verdicts(toned, said, verifier):
    toned()
    status, _out, err = said("verdicts", "names", verifier)
    assert (status, "sessions of grade" in err) == (2, True)


def test_new_says_that_a_column_of_verdicts_can_be_taken_in(said, tmp_path):
    file = rows(tmp_path, "p01,a,parcial", head="clave,respuesta,veredicto")
    out = said("new", "x", file, "--bank", SHIPPED / "bank.csv", "--dry-run")[1]
    assert "if veredicto is what a machine said, gradertui verdicts NAME v.csv takes it in" in out
