"""Numbered things of reports."""

import pytest

from relatab.domain.identifiers import cell_code, find_identifiers, identifier_kind, normalise_code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DST 1", [("test", "1")]),
        ("DST NO. 2 SUMMARY", [("test", "2")]),
        ("DST_NO-2", [("test", "2")]),
        ("Test no-1A", [("test", "1A")]),
        ("drill stem test #3", [("test", "3")]),
        ("slurry CMT-07", [("slurry", "CMT7")]),
        ("slurry CMT07", [("slurry", "CMT7")]),
        ("slurry AB-11-02", [("slurry", "AB11-2")]),
        ("sample K1-3", [("sample", "K1-3")]),
        ("recorder 566 in DST 1", [("serial", "566"), ("test", "1")]),
        ("plug 18 from core 1", [("sample", "18"), ("core", "1")]),
        ("samples 4, 12 and 18", [("sample", "4"), ("sample", "12"), ("sample", "18")]),
        ("cores 1-3", [("core", "1"), ("core", "2"), ("core", "3")]),
        ("Job No: 4711", [("job", "4711")]),
        ("kjerne 2", [("core", "2")]),
        ("utvinningstillatelse 018", [("licence", "18")]),
    ],
)
def test_numbered_things_in_text(text, expected):
    assert [(found.kind, found.value) for found in find_identifiers(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "core 30 ft long",
        "core 9944-9975",
        "test 12.6 ppg",
        "test at 4550 m",
        "plug at 15110 ft",
        "run 5 hours",
        "sample 10 %",
        "report 1968",
        "bity5",
        "testing 3",
        "latest 3",
        "core",
        "",
    ],
)
def test_quantities_are_no_identifiers(text):
    assert find_identifiers(text) == ()


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ("Sample no.", "sample"),
        ("Plug No", "sample"),
        ("DST", "test"),
        ("Test #", "test"),
        ("Slurry ID", "slurry"),
        ("Recorder Serial No.", "serial"),
        ("Core", "core"),
        ("Bit no", "bit"),
        ("Проба", "sample"),
        ("水泥浆编号", "slurry"),
        ("Núcleo", "core"),
        ("Тип долота", None),
        ("水泥浆密度", None),
        ("Profundidad de muestra", None),
        ("Core recovery %", None),
        ("Test pressure", None),
        ("Sample depth", None),
        ("Weight", None),
        ("No.", None),
        ("", None),
    ],
)
def test_the_name_of_a_column_says_what_its_codes_are(column, kind):
    assert identifier_kind(column) == kind


def test_a_column_of_bare_numbers_takes_what_the_caption_speaks_of():
    assert identifier_kind("No.", "CONVENTIONAL CORES") == "core"
    assert identifier_kind("No.", "MUD PROPERTIES") is None


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("S-1042", "S1042"),
        ("004", "4"),
        ("DST 1", "1"),
        ("No. 3", "3"),
        ("1A", "1A"),
        ("", None),
        ("-", None),
        ("12.5", None),
        ("see text", None),
    ],
)
def test_codes_of_cells(cell, code):
    assert cell_code(cell) == code


def test_codes_compare_without_separators_and_zeros():
    assert normalise_code("cmt-07") == normalise_code("CMT 7") == "CMT7"
    assert normalise_code("100") == "100"


@pytest.mark.parametrize(
    ("one", "other"), [("AB-11-02", "ab 11_2"), ("CMT-07", "CMT07"), ("007A", "7a")]
)
def test_spellings_of_one_code(one, other):
    assert normalise_code(one) == normalise_code(other)


def test_the_numbers_of_a_code_stay_apart():
    assert normalise_code("K1-13") != normalise_code("K11-3")
