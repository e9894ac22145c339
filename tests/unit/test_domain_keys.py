"""Link keys and identities of tables. Wells, fields and codes are invented."""

from dataclasses import replace
from itertools import count

import pytest

from relatab.domain.identities import identities
from relatab.domain.keys import LinkKey, link_keys, query_keys
from relatab.domain.matching import depth_interval, link_features, shared_keys
from relatab.model import Caption, Cell, Column, Context, Identity, Provenance, Table

_serial = count()


def table(columns, *rows, caption=None, unit=None, kind="grid", context=None):
    """A table of one header row (none for a form) over body rows of texts."""
    header = [] if kind == "key_value" else [columns]
    cells = tuple(
        Cell(text, row, row + 1, column, column + 1, row < len(header))
        for row, texts in enumerate([*header, *rows])
        for column, text in enumerate(texts)
        if text
    )
    return Table(
        id=f"t{next(_serial)}",
        cells=cells,
        n_rows=len(header) + len(rows),
        n_columns=len(columns),
        provenance=Provenance("report.pdf", "0" * 64, 0, (1,)),
        header_rows=len(header),
        caption=Caption(caption, "heading") if caption else None,
        columns=() if kind == "key_value" else tuple(Column(name, unit) for name in columns),
        kind=kind,
        context=context or Context(),
    )


def values(keys, kind):
    return [key.value for key in keys if key.kind == kind]


def test_a_casing_table_gives_casing_holes_and_depths():
    keys = link_keys(
        table(
            ["Casing dia. inch", "Set at, m", "Hole size inch"],
            ["20", "457", "26"],
            ["9 5/8", "3124", "12 1/4"],
            caption="CASING RECORD",
        )
    )
    assert values(keys, "casing_size") == ["20", "9.625"]
    assert values(keys, "hole_size") == ["26", "12.25"]
    assert values(keys, "depth_m") == ["457:457", "3124:3124"]


def test_the_column_of_a_key_is_told():
    keys = link_keys(table(["Type", "Depth m"], ["shoe", "457"]))
    assert LinkKey("depth_m", "457:457", 1, "457") in keys


def test_units_of_depth_meet_in_metres():
    feet = link_keys(table(["Depth ft", "Mud weight"], ["10300 - 13036", "12.0"]))
    metres = link_keys(table(["Casing", "Depth m"], ["9 5/8", "3150"]))
    assert [(a.value, b.value) for a, b in shared_keys(feet, metres)] == [
        ("3139:3973", "3150:3150")
    ]


def test_intervals_in_two_columns_are_joined():
    keys = link_keys(table(["From (m)", "To (m)"], ["100", "200"], ["200", "350"]))
    assert {"100:200", "200:350"} <= set(values(keys, "depth_m"))


@pytest.mark.parametrize(
    ("columns", "row", "caption", "expected"),
    [
        (["Type", "Depth below KB"], ["shoe", "3492,8"], None, ["3493:3493"]),
        (["Type", "Depth below KB"], ["shoe", "3492.8"], None, []),
        (["Type", "RKB"], ["top", "1000"], "Tops (feet)", ["305:305"]),
        (["Depth", "Hole depth, m"], ["1000", "1100"], None, ["1000:1000", "1100:1100"]),
        (["Depth m", "TOC"], ["1000", "2.5"], None, ["1000:1000"]),
        (["Casing", "TOC"], ["9 5/8", "2500"], "Cement tops (m)", ["2500:2500"]),
        (["Depth m", "TOC %"], ["1000", "2.5"], None, ["1000:1000"]),
        (["Depth", "RKB m", "RKB ft"], ["7", "1000", "3281"], None, ["1000:1000"]),
    ],
)
def test_where_a_depth_column_prints_no_unit(columns, row, caption, expected):
    assert values(link_keys(table(columns, row, caption=caption)), "depth_m") == expected


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("Depth m TVDSS", "3045", "3045:3045 TVDSS"),
        ("Depth m TVDSS", "-3045", "3045:3045 TVDSS"),
        ("Depth (m TVD RKB)", "3010 - 3050", "3010:3050 TVD"),
        ("Depth, m MD", "3124", "3124:3124 MD"),
        ("Depth m RKB", "3124", "3124:3124"),
        ("Depth MD/TVD m", "3124", "3124:3124"),
        ("Depth below sea level, ft", "10000", "3048:3048 TVDSS"),
        ("Depth m RKB", "3045 m TVDSS", "3045:3045 TVDSS"),
        ("Depth (m)", "1.686", "2:2"),
    ],
)
def test_a_depth_keeps_its_reference_where_it_is_told(column, cell, expected):
    assert values(link_keys(table([column], [cell])), "depth_m") == [expected]


def test_points_group_thousands_in_a_column_of_decimal_commas():
    keys = link_keys(table(["Depth m"], ["1.686"], ["1.712,5"], ["965,500"]))
    assert values(keys, "depth_m") == ["1686:1686", "1712:1712", "966:966"]


def test_a_tables_decimal_commas_say_that_its_points_group_thousands():
    keys = link_keys(table(["Zapata", "Peso (lb/pie)"], ["1.998 m", "53,5"], ["502 m", "94"]))
    assert values(keys, "depth_m") == ["1998:1998", "502:502"]
    mixed = link_keys(table(["Shoe", "Weight"], ["1.998 m", "53,5"], ["502 m", "94.5"]))
    assert values(mixed, "depth_m") == ["2:2", "502:502"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["502", "1.998", "3.870"], ["502:502", "1998:1998", "3870:3870"]),
        (["1.998", "3.871"], ["1998:1998", "3871:3871"]),
        (["1.998"], ["2:2"]),
        (["1.998", "3.87"], ["2:2", "4:4"]),
        (["512.250", "513.500"], ["512:512", "514:514"]),
    ],
)
def test_points_group_thousands_where_several_depths_would_lie_within_metres(cells, expected):
    keys = link_keys(table(["Depth m"], *([cell] for cell in cells)))
    assert values(keys, "depth_m") == expected


def test_a_column_of_casings_gives_no_depths_for_their_sizes():
    keys = link_keys(table(["Shoe", "Depth m"], ["13 3/8", "1504"], ["9 5/8", "2760"]))
    assert values(keys, "depth_m") == ["1504:1504", "2760:2760"]
    assert values(keys, "casing_size") == ["13.375", "9.625"]


@pytest.mark.parametrize(
    ("columns", "row", "kind", "expected"),
    [
        (["套管外径 (mm)", "钻头直径 (mm)"], ["244.5", "311.1"], "casing_size", ["9.625"]),
        (["套管外径 (mm)", "钻头直径 (mm)"], ["244.5", "311.1"], "hole_size", ["12.25"]),
        (["Колонна", "Диаметр, мм"], ["кондуктор", "245"], "casing_size", ["9.625"]),
        (["Bit diameter mm"], ["215.9"], "hole_size", ["8.5"]),
        (["Rohrtour", "Durchmesser (Zoll)"], ["Liner", "13 3/8"], "casing_size", ["13.375"]),
        (["Barrena (pg)"], ["8.5"], "hole_size", ["8.5"]),
        (["Штуцер, мм", "油嘴 (mm)"], ["245", "139.7"], "casing_size", []),
        (["Wanddicke mm"], ["60.3"], "casing_size", []),
        (["Produkt", '17 1/2"', '12 1/4"'], ["Baryt", "20", "11"], "casing_size", []),
    ],
)
def test_sizes_of_columns_in_other_languages_and_units(columns, row, kind, expected):
    assert values(link_keys(table(columns, row)), kind) == expected


def test_from_and_to_make_intervals_in_other_languages():
    for top, bottom in (("Von (m)", "Bis (m)"), ("De (m)", "A (m)"), ("Кровля, м", "Подошва, м")):
        keys = link_keys(table([top, bottom], ["100", "200"]))
        assert "100:200" in values(keys, "depth_m"), top


@pytest.mark.parametrize("column", ["Probe", "№ образца", "Muestra", "样品编号", "Monster nr."])
def test_columns_of_samples_in_other_languages(column):
    assert values(link_keys(table([column], ["P-07"])), "sample") == ["P7"]


def test_a_well_is_no_date():
    keys = link_keys(table(["Mud"], ["1.2"], caption="Mud of 30/9-14 and 71/8-19 on 26/2-68"))
    assert values(keys, "well") == ["30/9-14", "71/8-19"]
    assert values(keys, "date") == ["1968-02-26"]


def test_an_age_also_ties_a_table_to_what_it_lies_within_but_for_eras():
    keys = link_keys(table(["Age", "Top m"], ["Danian", "900"]))
    assert values(keys, "formation") == ["danian", "paleocene", "paleogene", "tertiary"]


def test_ends_of_different_references_make_no_interval():
    apart = link_keys(table(["From m MD", "To m TVDSS"], ["3100", "3200"]))
    assert values(apart, "depth_m") == ["3100:3100 MD", "3200:3200 TVDSS"]
    together = link_keys(table(["From m TVD", "To m TVD"], ["3100", "3200"]))
    assert "3100:3200 TVD" in values(together, "depth_m")


def test_thickness_and_water_depth_are_no_depths():
    grid = table(["Unit", "Thickness m"], ["A", "300 m"])
    form = table(["", ""], ["Water depth", "78 m"], kind="key_value")
    assert values(link_keys(grid), "depth_m") == values(link_keys(form), "depth_m") == []


def test_identifier_columns_tie_a_lab_table_to_a_job_table():
    lab = link_keys(table(["Slurry ID", "Density"], ["CMT-07", "1.90"]))
    job = link_keys(table(["Stage", "Remark"], ["lead", "pumped slurry CMT07"]))
    assert [(a.kind, a.value) for a, _ in shared_keys(lab, job)] == [("slurry", "CMT7")]


def test_a_form_is_read_label_by_label():
    keys = link_keys(
        table(
            ["", "", "", ""],
            ["Well no", "Nereus 2", "Permit no", "359"],
            ["Spud date", "82.12.29", "Total depth", "4927 m"],
            kind="key_value",
        )
    )
    assert values(keys, "well") == ["NEREUS-2"]
    assert values(keys, "permit") == ["359"]
    assert values(keys, "date") == ["1982-12-29"]
    assert values(keys, "depth_m") == ["4927:4927"]


def test_keys_are_read_from_what_ditto_marks_and_misread_figures_stand_for():
    read = table(["Casing dia. inch", "Set at, m"], ["20", "457"], ['"', "3O12"])
    meant = {(2, 0): "20", (2, 1): "3012"}
    cells = (replace(c, stands_for=meant.get((c.row, c.column))) for c in read.cells)
    keys = link_keys(replace(read, cells=tuple(cells)))
    assert values(keys, "depth_m") == ["457:457", "3012:3012"]
    assert values(keys, "casing_size") == ["20"]


def test_a_form_repeats_a_value_by_a_ditto_mark():
    form = table(["", ""], ["Spud date", "82.12.29"], ["Re-entry date", '"'], kind="key_value")
    cells = (replace(c, stands_for="82.12.29" if c.text == '"' else None) for c in form.cells)
    form = replace(form, cells=tuple(cells))
    assert [entry.value for entry in form.fields()] == ["82.12.29", '"']
    assert [entry.value for entry in form.fields(resolved=True)] == ["82.12.29", "82.12.29"]


def test_formation_columns_name_units_but_not_rocks_and_sums():
    keys = link_keys(table(["Formation", "Top m"], ["Heron", "900"], ["Shale", ""], ["Total", ""]))
    assert values(keys, "formation") == ["heron"]
    for column in ("Formación", "Formasjon", "Свита", "地层"):
        assert values(link_keys(table([column], ["Heron"])), "formation") == ["heron"]


def test_the_surroundings_give_keys_without_a_column():
    context = Context(
        headings=("DST 3",), identities=(Identity("well", "31/5-4", "31/5-4X", "page"),)
    )
    keys = link_keys(table(["Pressure"], ["5000"], context=context, caption="Heron field"))
    assert {(key.kind, key.value) for key in keys} == {
        ("test", "3"),
        ("well", "31/5-4"),
        ("field", "HERON"),
    }
    assert {key.column for key in keys} == {None}


def test_numbers_in_columns_without_meaning_give_no_keys():
    assert link_keys(table(["Viscosity", "PV"], ["40", "10"], ["60", "20"])) == ()


def test_an_empty_table_has_no_keys():
    assert link_keys(table([])) == ()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('LOT at the 9 5/8" shoe of 31/5-4?', {("well", "31/5-4"), ("casing_size", "9.625")}),
        ("the 8 1/2 section", {("hole_size", "8.5")}),
        ("3/4 inch choke", {("size", "0.75")}),
        ("mud below 10,300 ft", {("depth_m", "3139:3139")}),
        ("DST 2 of the Heron discovery", {("test", "2"), ("field", "HERON")}),
        ("how deep is it", set()),
    ],
)
def test_keys_of_a_question(query, expected):
    assert {(key.kind, key.value) for key in query_keys(query)} == expected


def test_a_casing_pairs_with_the_hole_out_of_its_shoe():
    casing, hole = LinkKey("casing_size", "9.625", 0, ""), LinkKey("hole_size", "8.5", 0, "")
    assert shared_keys([casing], [hole]) == ((casing, hole),)
    assert shared_keys([hole], [casing]) == ((hole, casing),)


def test_a_depth_pairs_with_the_shortest_interval_around_it():
    depth = LinkKey("depth_m", "150:150", 0, "")
    wide, narrow = LinkKey("depth_m", "0:4000", 0, ""), LinkKey("depth_m", "100:200", 0, "")
    assert shared_keys([depth], [wide, narrow]) == ((depth, narrow),)


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        ("150:150", "100:200", True),
        ("150:150 TVDSS", "100:200", True),
        ("150:150 MD", "100:200", True),
        ("150:150 TVDSS", "100:200 TVDSS", True),
        ("150:150 TVDSS", "100:200 MD", False),
        ("150:150 TVD", "100:200 TVDSS", False),
        ("150:150 MD", "100:200 TVD", False),
    ],
)
def test_depths_of_different_references_do_not_pair(one, other, met):
    left, right = LinkKey("depth_m", one, 0, ""), LinkKey("depth_m", other, 0, "")
    assert bool(shared_keys([left], [right])) == bool(shared_keys([right], [left])) == met


def test_different_kinds_never_pair():
    assert shared_keys([LinkKey("test", "1", 0, "")], [LinkKey("core", "1", 0, "")]) == ()


def test_a_profile_covers_what_lies_between_its_rows():
    rows = [["1400"], ["1540"], ["1645"], ["3100"], ["3170"]]
    mud = link_keys(table(["Depth m"], *rows))
    shoe = [LinkKey("depth_m", "2000:2000", 0, "")]
    assert [b.value for _, b in shared_keys(shoe, mud)] == ["1400:3170"]
    assert shared_keys(shoe, link_keys(table(["Depth m"], *rows[::-1]))) == ()
    assert shared_keys(shoe, link_keys(table(["Depth m"], *rows[-2:]))) == ()


def test_features_of_one_well_are_not_those_of_another():
    first, second = (
        link_features([LinkKey("well", well, None, ""), LinkKey("test", "1", 0, "")])
        for well in ("31/5-4", "31/5-6")
    )
    assert first == {"well:31/5-4", "test:1 of 31/5-4"}
    assert not first & second


def test_a_short_name_meets_the_full_one():
    full, short = (
        link_features([LinkKey("well", well, None, "")]) for well in ("XYZ-GT-4", "GT-4")
    )
    assert full & short == {"well:GT-4"}


def test_features_stand_alone_where_no_well_is_named():
    assert link_features([LinkKey("test", "1", 0, "")]) == {"test:1"}


def test_overlapping_depths_share_a_stretch_and_distant_ones_do_not():
    core, test, other = (
        link_features([LinkKey("depth_m", value, 0, "")])
        for value in ("3031:3040", "3027:3106", "3300:3400")
    )
    assert core & test == {"depth:3000-3050 m"}
    assert not core & other


def test_only_depths_along_the_hole_and_untold_ones_share_features():
    along, untold, vertical, subsea = (
        link_features([LinkKey("depth_m", f"3031:3031{reference}", 0, "")])
        for reference in (" MD", "", " TVD", " TVDSS")
    )
    assert along == untold == {"depth:3031 m", "depth:3000-3050 m"}
    assert subsea == {"depth:3031 m TVDSS", "depth:3000-3050 m TVDSS"}
    assert len(along | vertical | subsea) == len(along) + len(vertical) + len(subsea)


def test_a_casing_has_the_features_of_its_holes():
    casing = link_features([LinkKey("casing_size", "9.625", 0, "")])
    assert {"casing_size:9.625", "hole_size:12.25", "hole_size:8.5"} == casing


def test_only_depth_keys_have_a_depth():
    with pytest.raises(ValueError, match="test key"):
        depth_interval(LinkKey("test", "1", 0, ""))


def well_sources(found):
    return [(identity.value, identity.source) for identity in found if identity.kind == "well"]


def test_the_page_beats_the_folder():
    context = Context(page_facts=("Well 31/5-4X DST 3",))
    found = identities(table(["a"], ["1"], context=context), "share/31_5_9_core_lab.pdf")
    assert well_sources(found) == [("31/5-4", "page")]


def test_the_nearest_heading_beats_the_outer_one_and_the_title():
    context = Context(title="Wells 31/5-9", headings=("Well 31/5-7", "Well 31/5-4"))
    found = identities(table(["a"], ["1"], context=context), "x.pdf")
    assert well_sources(found) == [("31/5-4", "heading")]


def test_the_file_name_beats_the_folder_and_either_is_better_than_nothing():
    plain = table(["a"], ["1"])
    assert well_sources(identities(plain, "/s/31_5_9/31_5_4.pdf")) == [("31/5-4", "path")]
    assert well_sources(identities(plain, "C:\\s\\31_5_9\\scan.pdf")) == [("31/5-9", "path")]
    assert identities(plain, "/s/scan.pdf") == ()


@pytest.mark.parametrize(
    "own",
    [
        table(["a"], ["1"], caption="Mud of 31/5-4"),
        table(["31/5-4 / RKB"], ["1"]),
        table(["", ""], ["Well", "31/5-4"], kind="key_value"),
    ],
)
def test_what_the_table_itself_names_ends_the_search(own):
    assert [value for value, _ in well_sources(identities(own, "31_5_9.pdf"))] == ["31/5-4"]


def test_a_well_mentioned_in_a_cell_stands_beside_the_inherited_one():
    found = identities(table(["Remark"], ["as in 31/5-4"]), "31_5_9.pdf")
    assert well_sources(found) == [("31/5-9", "path"), ("31/5-4", "cell")]


def test_fields_are_inherited_too():
    context = Context(title="Heron field, annual report")
    found = identities(table(["a"], ["1"], context=context), "x.pdf")
    assert [(i.kind, i.value, i.source) for i in found] == [("field", "HERON", "title")]


@pytest.mark.parametrize("title", ["Oil field chemicals", "magnetic field", "The field"])
def test_general_words_are_no_field_names(title):
    assert identities(table(["a"], ["1"], context=Context(title=title)), "x.pdf") == ()
