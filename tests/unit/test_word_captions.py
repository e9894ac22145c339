"""What names a Word table, and what stands around it."""

from pathlib import Path

from word_files import bold, casing_table, paragraph, read_body, row, run, table

from relatab.model import Caption

STYLES = (
    '<w:style w:type="paragraph" w:styleId="Bildetekst"><w:name w:val="caption"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Our table text"/>'
    '<w:basedOn w:val="Bildetekst"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Overskrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Overskrift2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Avsnitt"><w:name w:val="Section title"/>'
    '<w:basedOn w:val="Overskrift2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Tittel"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="F"><w:name w:val="table of figures"/></w:style>'
)

PROSE = paragraph("The casing was run without trouble, and cemented to the sea bed as planned.")


def captions(folder: Path, body: str) -> list[Caption | None]:
    return [found.caption for found in read_body(folder, body, styles=STYLES).tables]


def sequence(label: str, number: str, title: str) -> str:
    return (
        f'<w:p>{run(label + " ")}<w:fldSimple w:instr=" SEQ {label} ">{run(number)}</w:fldSimple>'
        f"{run(title)}</w:p>"
    )


def test_a_sequence_field_marks_the_caption(tmp_path: Path) -> None:
    body = sequence("Tabell", "3", ": Foringsrør") + casing_table()
    assert captions(tmp_path, body) == [Caption("Tabell 3: Foringsrør", "sequence_field")]


def test_a_caption_style_is_known_by_its_built_in_name_and_through_inheritance(
    tmp_path: Path,
) -> None:
    body = (
        paragraph("Casing data", "Bildetekst")
        + casing_table()
        + PROSE
        + paragraph("Liner data", "Mine")
        + casing_table()
    )
    assert captions(tmp_path, body) == [
        Caption("Casing data", "style"),
        Caption("Liner data", "style"),
    ]


def test_plain_numbered_text_above_or_below_is_a_caption(tmp_path: Path) -> None:
    above = paragraph("Table 3.1 – Casing") + paragraph("") + casing_table()
    below = PROSE + casing_table() + paragraph("Table 3.2 – Liner") + PROSE
    assert captions(tmp_path, above + PROSE + below) == [
        Caption("Table 3.1 – Casing", "numbered"),
        Caption("Table 3.2 – Liner", "numbered"),
    ]


def test_captions_between_tables_follow_the_habit_of_the_document(tmp_path: Path) -> None:
    above = "".join(paragraph(f"Table {n}: casing") + casing_table() for n in (1, 2, 3))
    below = "".join(casing_table() + paragraph(f"Table {n}: casing") for n in (1, 2, 3))
    expected = [Caption(f"Table {n}: casing", "numbered") for n in (1, 2, 3)]
    assert captions(tmp_path, above) == expected
    assert captions(tmp_path, below + PROSE) == expected


def test_a_bold_title_or_a_heading_right_above_names_a_table(tmp_path: Path) -> None:
    body = bold("CASING RECORD") + casing_table() + PROSE
    body += paragraph("Liner", "Overskrift2") + casing_table()
    assert captions(tmp_path, body) == [
        Caption("CASING RECORD", "box_title"),
        Caption("Liner", "heading"),
    ]


def test_a_title_in_a_frame_of_its_own_names_the_table_below(tmp_path: Path) -> None:
    frame = table(row("CASING RECORD"))
    found = read_body(tmp_path, frame + paragraph("") + casing_table()).tables
    assert [(one.kind, one.caption) for one in found] == [
        ("layout", None),
        ("grid", Caption("CASING RECORD", "box_title")),
    ]


def test_an_underlined_line_is_set_off_as_on_a_typewriter(tmp_path: Path) -> None:
    underline = '<w:u w:val="single"/>'
    title = f"<w:p>{run('Mud properties', underline)}</w:p>"
    assert captions(tmp_path, title + casing_table()) == [Caption("Mud properties", "box_title")]


def test_prose_a_footnote_or_a_figure_caption_above_names_nothing(tmp_path: Path) -> None:
    figure = sequence("Figure", "2", ": Pore pressure")
    for line in (PROSE, paragraph("Note: depths from rig floor"), figure):
        assert captions(tmp_path, line + casing_table()) == [None]


def test_a_list_of_tables_names_nothing(tmp_path: Path) -> None:
    body = paragraph("Table 1: Casing\t4", "F") + casing_table()
    assert captions(tmp_path, body) == [None]


def test_the_property_of_the_table_is_the_last_resort(tmp_path: Path) -> None:
    named = table(row("a", "b"), row("1", "2"), properties='<w:tblCaption w:val="Mud data"/>')
    body = named + PROSE + paragraph("Table 2: Mud") + named
    assert captions(tmp_path, body) == [
        Caption("Mud data", "property"),
        Caption("Table 2: Mud", "numbered"),
    ]


def test_a_caption_in_a_text_box_above_the_table_counts(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph('Table 4: Liner', 'Bildetekst')}</w:txbxContent>"
    body = f"<w:p><w:r><w:pict>{box}</w:pict></w:r></w:p>{casing_table()}"
    assert captions(tmp_path, body) == [Caption("Table 4: Liner", "style")]


def test_notes_below_a_table_stay_with_it(tmp_path: Path) -> None:
    body = (
        casing_table() + paragraph("* from drillers' log") + paragraph("Source: mud logs") + PROSE
    )
    (found,) = read_body(tmp_path, body).tables
    assert found.notes == ("* from drillers' log", "Source: mud logs")


def test_headings_above_a_table_are_its_context_outermost_first(tmp_path: Path) -> None:
    body = (
        paragraph("Drilling", "Overskrift1")
        + paragraph("Mud", "Overskrift2")
        + paragraph("Casing", "Avsnitt")
        + PROSE
        + casing_table()
        + paragraph("Testing", "Overskrift1")
        + PROSE
        + casing_table()
    )
    found = read_body(tmp_path, body, styles=STYLES).tables
    assert [one.context.headings for one in found] == [("Drilling", "Casing"), ("Testing",)]


def test_bold_numbered_lines_serve_as_headings_where_styles_are_missing(tmp_path: Path) -> None:
    body = bold("3 Drilling") + PROSE + bold("3.2 Casing") + PROSE + casing_table()
    assert read_body(tmp_path, body).tables[0].context.headings == ("3 Drilling", "3.2 Casing")


def test_the_title_comes_from_its_style_or_the_properties_or_the_only_top_heading(
    tmp_path: Path,
) -> None:
    styled = paragraph("Well 7/11-1", "Tittel") + casing_table()
    heading = paragraph("Well report", "Overskrift1") + casing_table()
    assert read_body(tmp_path, styled, styles=STYLES, title="Template").title == "Well 7/11-1"
    assert read_body(tmp_path, casing_table(), title="Final report").title == "Final report"
    assert read_body(tmp_path, casing_table(), title="Word Document").title is None
    found = read_body(tmp_path, heading, styles=STYLES)
    assert (found.title, found.tables[0].caption) == ("Well report", None)


def test_a_title_of_several_lines_is_one(tmp_path: Path) -> None:
    body = paragraph("Final well report", "Tittel") + paragraph("") + paragraph("7/11-7", "Tittel")
    body += PROSE + paragraph("Appendix", "Tittel") + casing_table()
    assert read_body(tmp_path, body, styles=STYLES).title == "Final well report 7/11-7"


def test_a_cover_without_styles_gives_the_title_but_not_the_caption(tmp_path: Path) -> None:
    cover = bold("Phillips Petroleum") + bold("Well 7/11-1") + PROSE + casing_table()
    assert read_body(tmp_path, cover).title == "Phillips Petroleum Well 7/11-1"
    bare = bold("CASING RECORD") + casing_table()
    assert read_body(tmp_path, bare).title is None
    assert read_body(tmp_path, cover, title="Final report").title == "Final report"


def test_page_headers_and_footers_are_facts_of_the_sections_they_serve(tmp_path: Path) -> None:
    def section(*references: str) -> str:
        kinds = "".join(
            f'<w:{name.rstrip("12")}Reference w:type="default" r:id="{name}"/>'
            for name in references
        )
        return f"<w:sectPr>{kinds}</w:sectPr>"

    body = casing_table() + f"<w:p><w:pPr>{section('header1', 'footer1')}</w:pPr></w:p>"
    body += casing_table() + section("header2")
    found = read_body(
        tmp_path,
        body,
        header1=table(row("Well A-3 H", "Rev. 1")),
        header2=paragraph("Well A-7"),
        footer1=paragraph("Skarvholm Energi") + paragraph("3"),
    ).tables
    assert found[0].context.page_facts == ("Well A-3 H", "Rev. 1", "Skarvholm Energi")
    assert found[1].context.page_facts == ("Well A-7", "Skarvholm Energi")
