"""The main job end to end: the sample reports in, the tables that answer a question out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from samples import SAMPLES, ask, complete_share, mean_recall, questions

from relatab.embedding import Encoder, load_encoder
from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.progress import Summary
from relatab.index.refresh import update_index
from relatab.retrieval import Answer, Hit, search
from relatab.settings import DEFAULT

pytestmark = [pytest.mark.model, pytest.mark.ocr]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load_encoder()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("index")


@pytest.fixture(scope="module")
def summary(folder: Path, encoder: Encoder) -> Summary:
    return update_index(folder, [SAMPLES], encoder=encoder)


@pytest.fixture(scope="module")
def corpus(folder: Path, encoder: Encoder, summary: Summary) -> Iterator[Corpus]:
    assert summary.tables
    with Corpus.open(folder, index_fingerprint(encoder)) as opened:
        yield opened


def test_only_the_two_damaged_files_and_the_encrypted_one_cannot_be_read(
    summary: Summary,
) -> None:
    reasons = [issue.message for _, issue in summary.issues if issue.kind == "failed"]
    assert summary.failed == len(reasons) == 3
    assert sum("damaged" in reason for reason in reasons) == 2
    assert sum("encrypted" in reason for reason in reasons) == 1


def test_indexing_again_reads_nothing(summary: Summary, folder: Path, encoder: Encoder) -> None:
    again = update_index(folder, [SAMPLES], encoder=encoder)
    assert (again.new, again.changed, again.pages, again.failed) == (0, 0, 0, 0)
    assert again.unchanged == summary.new + summary.failed


def test_the_tables_that_answer_the_sample_questions_are_found(
    corpus: Corpus, folder: Path, encoder: Encoder
) -> None:
    assert len(corpus) > 90
    outcomes = ask(folder, encoder, "relatab", questions())
    several = [each for each in outcomes if each.gold > 1]
    assert mean_recall(outcomes, 5) >= 0.88
    assert complete_share(several, 8) >= 0.75


def test_the_default_finds_more_than_the_paper(folder: Path, encoder: Encoder) -> None:
    ours, papers = (ask(folder, encoder, name, questions()) for name in ("relatab", "paper"))
    assert mean_recall(ours, 5) > mean_recall(papers, 5)


def test_a_value_in_a_scan_is_found_with_its_page(corpus: Corpus, encoder: Encoder) -> None:
    right = answer(corpus, encoder, "MW on 15 Oct 1984, well 39-8-2").hits[0]
    assert (Path(right.document).name, right.page) == ("39-8-2_mud_record_1984.pdf", 2)
    assert right.selected
    assert right.region is not None


def test_a_laboratory_table_is_reached_through_the_slurry_it_shares_with_the_job(
    corpus: Corpus, encoder: Encoder
) -> None:
    asked = "Thickening time of the tail cement that went behind the 9 5/8 in Terna"
    hits = answer(corpus, encoder, asked).hits
    tests = next(hit for hit in hits if "Kystlab" in hit.document and "2011" in (hit.caption or ""))
    assert tests.supplement > 0
    assert any("Cementing_Report" in hop.document for hop in tests.via)


@pytest.mark.parametrize(
    "question",
    [
        "Thickening time of the tail slurry in Terna",
        "Tykningstid for halesementen i Terna",
        "Verdikkingstijd van de cementpap in Terna",
        "Temps d'épaississement du laitier dans Terna",
        "Tiempo de espesamiento de la lechada en Terna",
        "Verdickungszeit der Zementschlämme in Terna",
        "Terna的水泥浆稠化时间",
        "время загустевания цементного раствора Terna",
    ],
)
def test_a_question_in_any_language_finds_the_english_table(
    corpus: Corpus, encoder: Encoder, question: str
) -> None:
    hits = answer(corpus, encoder, question, 4).hits
    assert "Table 1: Thickening time" in " ".join(hit.caption or "" for hit in hits)


def test_the_first_hits_do_not_depend_on_how_many_are_asked_for(
    corpus: Corpus, encoder: Encoder
) -> None:
    def names(hits: tuple[Hit, ...]) -> list[str]:
        return [hit.table_id for hit in hits]

    few, many = (
        answer(corpus, encoder, "leak-off test at the 13 3/8 shoe", limit) for limit in (3, 12)
    )
    assert names(few.hits) == names(many.hits)[:3]


def answer(corpus: Corpus, encoder: Encoder, question: str, limit: int = 10) -> Answer:
    return search(corpus, encoder, question, DEFAULT, limit=limit)
