"""`relatab search` and `relatab related`: what they print, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_support import CASING, LOSSES, THICKENING, json_of, run

QUESTION = 'thickening time of the slurry behind the 9 5/8" casing'
HIT_KEYS = {
    "rank", "table_id", "caption", "document", "paths", "page", "pages", "page_label",
    "page_exact", "bbox", "score", "relevance", "supplement", "selected", "columns", "preview",
    "matches", "via",
}  # fmt: skip


def test_an_answer_names_caption_place_and_reason_of_each_table(index: Path) -> None:
    result = run("search", QUESTION, index=index)
    assert result.exit_code == 0
    assert QUESTION in result.stdout
    for printed in (CASING[0], THICKENING[0], "S-1114", "caption matches", "p. 1"):
        assert printed in result.stdout
    assert "also" in result.stdout  # the report that is filed twice


def test_lines_of_an_answer_keep_their_indentation_when_they_wrap(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("search", QUESTION, index=index).stdout.splitlines()
    first_hit = next(number for number, line in enumerate(lines) if line[:1] in "●○" and line)
    hits = [line for line in lines[first_hit:] if line]
    assert all(line.startswith(("●", "○", "      ")) for line in hits)
    assert max(map(len, hits)) <= 40


def test_a_link_is_told_in_the_words_of_the_trade(index: Path) -> None:
    found = json_of(run("search", QUESTION, "--json", index=index))["tables"]
    reasons = [reason for table in found for reason in table["why"] if "linked to" in reason]
    assert reasons
    assert any("slurry S-11" in reason for reason in reasons)
    assert not any("_" in reason.partition(")")[2] for reason in reasons)


def test_json_has_the_documented_keys_and_true_places(index: Path, reports: Path) -> None:
    answer = json_of(run("search", QUESTION, "--json", index=index))
    assert (answer["query"], answer["method"]) == (QUESTION, "relatab")
    assert [table["rank"] for table in answer["tables"]] == [1, 2, 3]
    by_caption = {table["caption"]: table for table in answer["tables"]}
    assert set(by_caption) == {CASING[0], LOSSES[0], THICKENING[0]}
    for table in answer["tables"]:
        assert table.keys() >= HIT_KEYS
        assert Path(table["document"]).is_relative_to(reports)
        assert Path(table["document"]).is_file()
    twice = by_caption[THICKENING[0]]
    assert len(twice["paths"]) == 2
    assert twice["document"] == twice["paths"][0]
    assert len(twice["bbox"]) == 4
    assert by_caption[CASING[0]]["bbox"] is None


def test_a_match_is_the_cell_at_its_row_and_column(index: Path) -> None:
    answer = json_of(run("search", "slurry S-1114", "--json", index=index))
    matched = [table for table in answer["tables"] if table["matches"]]
    assert len(matched) == 2
    for hit in matched:
        table = json_of(run("show", hit["table_id"], "--json", index=index))
        cells = {(cell["row"], cell["col"]): cell["text"] for cell in table["cells"]}
        for match in hit["matches"]:
            assert cells[match["row"], match["column"]] == match["text"]
        assert hit["matches"][0]["text"] == "S-1114"


def test_the_preview_shows_the_row_that_was_asked_for(index: Path) -> None:
    answer = json_of(run("search", "slurry S-1114", "--json", index=index))
    for hit in answer["tables"]:
        if hit["matches"]:
            shown = dict(zip(hit["preview_rows"], hit["preview"], strict=True))
            match = hit["matches"][0]
            assert shown[match["row"]][match["column"]] == match["text"]


@pytest.mark.parametrize("method", ["relatab", "paper"])
def test_the_order_of_the_first_hits_does_not_depend_on_the_limit(index: Path, method: str) -> None:
    def ids(limit: int) -> list[str]:
        options = ("--json", "--method", method, "-k", str(limit))
        answer = json_of(run("search", QUESTION, *options, index=index))
        assert answer["method"] == method
        return [table["table_id"] for table in answer["tables"]]

    everything = ids(50)
    assert len(everything) > 1
    for limit in (1, 2, 3):
        assert ids(limit) == everything[:limit]


def test_two_runs_print_the_same(index: Path) -> None:
    first, second = (run("search", QUESTION, "--json", index=index) for _ in range(2))
    assert first.stdout == second.stdout
    assert first.exit_code == second.exit_code == 0


def test_questions_come_from_a_file_of_lines_numbered_as_they_stand(
    index: Path, tmp_path: Path
) -> None:
    questions = tmp_path / "spørsmål.txt"
    questions.write_text("mud losses\n\nshoe of the 20 inch\n", encoding="utf-8-sig")
    result = run("search", "--from", questions, "--json", index=index)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["id"], each["query"]) for each in answers] == [
        ("1", "mud losses"),
        ("3", "shoe of the 20 inch"),
    ]
    alone = json_of(run("search", "mud losses", "--json", index=index))
    assert answers[0]["tables"] == alone["tables"]


def test_json_lines_on_stdin_keep_their_ids(index: Path) -> None:
    typed = '{"id": "q7", "query": "mud losses"}\n{"query": "thickening"}\n'
    result = run("search", "--from", "-", "--json", index=index, typed=typed)
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["q7", "2"]


@pytest.mark.parametrize(
    "line", ['{"id": 1}', '{"query": ', '{"query": 7}', '{"query": " "}', '{"query": null}']
)
def test_a_line_without_a_question_is_named_by_its_number(index: Path, line: str) -> None:
    result = run("search", "--from", "-", "--json", index=index, typed=f"mud\n{line}\n")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr.startswith("relatab: ")
    assert "line 2" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_file_of_questions_that_is_no_text_is_one_clear_line(index: Path, tmp_path: Path) -> None:
    questions = tmp_path / "latin.txt"
    questions.write_bytes("brønn\n".encode("latin-1"))
    result = run("search", "--from", questions, index=index)
    assert result.exit_code == 1
    assert "UTF-8" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [(), ("",), ("  ",), ("mud", "--from", "-"), ("mud", "-k", "0"), ("mud", "--method", "none")],
)
def test_wrong_usage_ends_with_two(index: Path, arguments: tuple[str, ...]) -> None:
    result = run("search", *arguments, index=index)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    assert not result.stdout


def test_words_that_no_table_has_still_give_a_clean_answer(index: Path) -> None:
    result = run("search", "zzzz qqqq", index=index)
    assert result.exit_code == 0
    assert "zzzz qqqq" in result.stdout


def test_an_index_without_tables_answers_that_nothing_matches(tmp_path: Path) -> None:
    (tmp_path / "share").mkdir()
    folder = tmp_path / "index"
    assert run("index", tmp_path / "share", "--jobs", "0", index=folder).exit_code == 0
    assert json_of(run("search", "mud", "--json", index=folder))["tables"] == []
    assert "No table matches" in run("search", "mud", index=folder).stdout


def test_another_model_than_the_index_was_built_with_is_refused(
    index: Path, tmp_path: Path
) -> None:
    result = run("search", "mud", "--model", str(tmp_path), index=index)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


def test_related_leads_from_the_casing_to_its_slurry(
    index: Path, table_ids: dict[str, str]
) -> None:
    result = run("related", table_ids[CASING[0]], index=index)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Linked to {CASING[0]}")
    assert THICKENING[0] in result.stdout
    assert "by slurry S-11" in result.stdout


def test_related_as_json_gives_the_chain_from_the_table(
    index: Path, table_ids: dict[str, str]
) -> None:
    start = table_ids[CASING[0]]
    found = json_of(run("related", start, "--json", index=index))
    assert found["table_id"] == start
    by_id = {linked["table_id"]: linked for linked in found["related"]}
    assert start not in by_id
    hop = by_id[table_ids[THICKENING[0]]]["via"][0]
    assert hop["table_id"] == start
    assert 0 < hop["association"] <= 1
    assert any(key.startswith("slurry:S11") for key in hop["keys"])
    scores = [linked["score"] for linked in found["related"]]
    assert scores == sorted(scores, reverse=True)
    one = json_of(run("related", start, "--json", "-k", "1", index=index))
    assert one["related"] == found["related"][:1]
