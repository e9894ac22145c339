"""Terms of documents and questions."""

import apsw
import pytest

from relatab.domain.terms import query_terms, search_terms


@pytest.mark.parametrize(
    ("printed", "asked"),
    [
        ('9 5/8"', "9-5/8 inch"),
        ("9 ⅝”", "244.5 mm"),
        ("31/5-4X", "31-5-4 X"),
        ("31/5-04", "31_5_4"),
        ("XYZ-GT-04-S1", "XYZ-GT-04st1"),
        ("1,83", "1.83"),
        ("12.0", "12"),
        ("10,300", "10300"),
        ("lb/gal", "ppg"),
        ("g/cc", "s.g."),
        ("metres", "m"),
        ("foringsrør", "FORINGSROR"),
        ("échantillon", "Echantillon"),
        ("slurries", "slurry"),
        ("Analyses", "analysis"),
        ("CMT07", "CMT7"),
    ],
)
def test_two_spellings_give_the_same_terms(printed, asked):
    assert search_terms(printed) == search_terms(asked)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Leak-off tests", ["leakoff", "leak", "off", "test"]),
        ("slurry CMT-07", ["slurry", "cmt7", "cmt", "7", "slurrycmt7"]),
        ('20" casing', ["in20", "20", "casing"]),
        ("DST NO. 2", ["dst", "no", "2", "test2"]),
        ("15.4mmcfd", ["15p4", "mmcfd"]),
        ("driller's gas", ["driller", "gas"]),
        ("井深度 m", ["井深", "深度", "m"]),
        ("глубина, м", ["глубин", "м"]),
        ("бурового раствора", ["буров", "раствор"]),
        ("9427-9466", ["9427", "9466"]),
        ("Nereus-2", ["wnereusd2", "nereus"]),
        ("  —  ", []),
        ("", []),
    ],
)
def test_terms_of_a_text(text, terms):
    assert search_terms(text) == terms


def test_a_well_of_a_site_is_also_found_by_its_short_name():
    assert set(search_terms("GT-04")) <= set(search_terms("XYZ-GT-04"))
    assert set(search_terms("GT04")) <= set(search_terms("Polderdorp GT-04"))


def test_a_full_text_engine_keeps_every_term_whole():
    terms = search_terms(
        '9 5/8" 31/5-4 A, CMT-07 1,83 g/cm3 井深度 глубина brønn DST 2 φ 13Cr s.g.'
    )
    database = apsw.Connection(":memory:")
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='unicode61')")
    database.execute("CREATE VIRTUAL TABLE kept USING fts5vocab(texts, 'row')")
    database.execute("INSERT INTO texts VALUES (?)", (" ".join(terms),))
    assert {term for (term,) in database.execute("SELECT term FROM kept")} == set(terms)


def test_a_decimal_comma_is_no_thousand():
    assert search_terms("1,686 0,169 1,58") == ["1686", "0p169", "1p58"]


def test_a_question_drops_question_words_and_keeps_its_own_first():
    terms = query_terms("What is the porosity in 31/5-4?")
    assert terms[:2] == [("porosity", 1.0), ("w31s5d4", 1.0)]
    assert not {"what", "is", "the", "in"} & dict(terms).keys()


def test_a_question_of_question_words_only_keeps_them():
    assert dict(query_terms("what is it")) == {"what": 1.0, "is": 1.0, "it": 1.0}


@pytest.mark.parametrize(
    ("query", "added"),
    [
        ("TOC of the 7 in liner", "cement"),
        ("top of cement", "toc"),
        ("LOT at the shoe", "leakoff"),
        ("leak-off test", "lot"),
        ("31/5-4 A", "w31s5d4"),
        ("below 10,300 ft", "3139"),
        ("below 3139 m", "10299"),
        ('the 9 5/8" shoe', "in8p5"),
        ("brønn", "well"),
        ("drill stem test", "dst"),
    ],
)
def test_a_question_also_looks_for_other_spellings_at_less_than_full_weight(query, added):
    weights = dict(query_terms(query))
    assert 0 < weights[added] < 1


def test_words_of_the_question_keep_full_weight_when_an_expansion_repeats_them():
    assert dict(query_terms("total organic carbon TOC"))["carbon"] == 1.0


@pytest.mark.parametrize(
    ("query", "printed"),
    [
        ("mud of 12 ppg", "1.44 g/cm3"),
        ("mud of 1.44 s.g.", "12.0"),
        ("MW 12.5 in the 12 1/4 section", "1.50"),
        ("gradient above 0.62 psi/ft", "1.43"),
        ("tubing pressure of 350 bar", "5076 psi"),
        ("5000 psi test", "345 bar"),
        ("5090 psig", "5105 psia"),
        ("fluid at 235 °F", "113"),
        ("BHST 113 C", "235 deg F"),
        ("pumped 150 bbl", "23.8 m3"),
        ("between 9,600 and 10,300 ft", "2926 - 3139 m"),
        ("47 ppf casing", "69.9 kg/m"),
    ],
)
def test_a_quantity_of_a_question_is_also_sought_in_the_other_units(query, printed):
    weights = dict(query_terms(query))
    numbers = [term for term in search_terms(printed) if term[0].isdigit()]
    assert numbers
    assert all(0 < weights.get(number, 0) < 1 for number in numbers)


@pytest.mark.parametrize(
    "query", ["plug 113 C", "class G cement, 12 %", "107 md", "core 5 in 1968"]
)
def test_numbers_of_unknown_meaning_are_not_converted(query):
    own = set(search_terms(query))
    assert {term for term, _ in query_terms(query) if term[0].isdigit()} <= own
