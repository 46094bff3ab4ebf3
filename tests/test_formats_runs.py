from gradertui.formats.runs import read_runs


def written(folder, **tables):
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return [folder / f"{name}.csv" for name in tables]


def test_a_run_per_file_is_one_table(tmp_path):
    found = read_runs(written(tmp_path, before="case,pass\n1,1\n2,0\n", after="case,pass\n2,1\n"))
    assert found.cases == {"1": {"before": (True,)}, "2": {"before": (False,), "after": (True,)}}
    assert found.systems == ("before", "after")


def test_a_system_that_two_files_have_is_two(tmp_path):
    """A model before and after a change of its prompt: its runs are no replicates of each other."""
    text = "case,model,pass,answer\n1,gpt,{},x\nmean,gpt,0.5,\n"
    found = read_runs(written(tmp_path, before=text.format(1), after=text.format(0)))
    assert found.cases == {"1": {"before / gpt": (True,), "after / gpt": (False,)}}
    assert found.claims == {"before / gpt": "0.5", "after / gpt": "0.5"}
    assert [text.system for text in found.texts["1"]] == ["before / gpt", "after / gpt"]


def test_what_is_critical_in_one_is_critical(tmp_path):
    one, other = "case,pass,critical,split\n1,1,yes,dev\n", "case,pass\n1,0\n1,\n"
    found = read_runs(written(tmp_path, one=one, other=other))
    assert (found.critical, found.splits, found.blank) == ({"1"}, {"1": "dev"}, 1)
