"""One table in the formats people paste and open: text, Markdown, CSV, HTML, JSON, Excel.

Text, Markdown and CSV have one header line of flattened column names; a cell that spans
several positions gives its text once, at the first, so no value is counted twice. HTML and
Excel keep the header levels and the spans.

Where people read, what relatab adds to a text follows it in square brackets: its footnote marks,
"?" where the recogniser was not sure, and what a ditto mark or a misread figure stands for
("1.O3 [= 1.03]"). CSV holds the printed text alone; Excel has shaded cells and comments.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import floor
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from relatab.errors import RelatabError
from relatab.model import DOUBTFUL, Cell, Table, is_doubtful
from relatab.model_json import table_to_json

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

WIDEST_TEXT_COLUMN = 40
"""Longer cells wrap in the text format; a terminal shows three or four such columns."""
COLUMN_GAP = "  "
FLOAT_ERROR = 1e-9
"""0.29 * 100 is a little less than 29."""
DOUBT_SHADE = "FFF2CC"
"""Of doubtful cells in Excel: a pale yellow that keeps black figures legible in print."""

_CONTROLS = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if chr(code) not in "\t\n"
}
# Python's stand-ins for bytes of a file name that are no valid text.
_BYTES = {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}


def visible(text: str) -> str:
    r"""Text as a terminal can show it and cannot obey it, whatever a document holds.

    Control characters are replaced; bytes of a file name that are no text become `\xe9`.
    """
    return text.translate(_CONTROLS | _BYTES)


def header_names(table: Table) -> list[str]:
    """One name per grid column, with its unit; "" where the table has no header."""
    return [column.label for column in table.columns] or [""] * table.n_columns


def in_hundredths(confidence: float) -> str:
    """A confidence cut to hundredths: one just below `DOUBTFUL` must not read as if at it, nor
    one below certainty as certain.
    """
    return f"{floor(confidence * 100 + FLOAT_ERROR) / 100:.2f}"


def scan_note(
    confidence: float | None, page_confidence: float | None, doubtful_cells: int
) -> tuple[str, bool]:
    """How a table on a scan was read, for people, and whether as a whole it is doubtful.

    confidence, page_confidence: of the table and of its worst page, None where unknown.
    """
    known = {"confidence": confidence, "page": page_confidence}
    figures = ", ".join(
        f"{name} {in_hundredths(value)}" for name, value in known.items() if value is not None
    )
    doubtful = any(map(is_doubtful, known.values()))
    note = "doubtful scan" if doubtful else "scan"
    note += f", {figures}" if figures else ", confidence unknown"
    if doubtful_cells:
        note += f"; {doubtful_cells} doubtful cell{'s' if doubtful_cells > 1 else ''} [?]"
    return note, doubtful


def additions(*, doubtful: bool, stands_for: str | None, marks: Sequence[str] = ()) -> str:
    """What follows a cell's text for people: " [2]", " [?]", " [= Brine]", or nothing.

    doubtful, stands_for: as those of `Cell`; marks: footnote marks that the text lacks.
    """
    added = [",".join(marks)] if marks else []
    if doubtful:
        added.append("?")
    if stands_for is not None:
        added.append(f"= {stands_for}")
    return f" [{', '.join(added)}]" if added else ""


def doubtful_cells(table: Table) -> int:
    """How many cells of a table are doubtful."""
    return sum(cell.doubtful for cell in table.cells)


def scan_note_of(table: Table) -> tuple[str, bool] | None:
    """`scan_note` of a table; None where it was not read on an image."""
    if not table.scanned:
        return None
    page = table.provenance.page_confidence
    return scan_note(table.confidence, page, doubtful_cells(table))


def to_text(table: Table, width: int | None = None) -> str:
    """Columns aligned with spaces, header underlined, long cells and column names wrapped.

    width: what a terminal shows in one line; columns are narrowed to it as far as their
    words allow.
    """
    header, rows = _marked_names(table), _marked_texts(table)
    lines = [header] if any(header) else []
    widths = _column_widths([*lines, *rows], table.n_columns, width)
    out = [*_heading_lines(table)]
    if lines:
        out += _wrapped_row(header, widths)
        out.append(COLUMN_GAP.join("-" * column for column in widths))
    for row in rows:
        out += _wrapped_row(row, widths)
    out += [*table.notes, *_legend(table)]
    return "\n".join(visible(line.rstrip()) for line in out) + "\n"


def to_markdown(table: Table) -> str:
    """A GitHub table with its caption in bold and its place below."""

    def line(row: Iterable[str]) -> str:
        return "| " + " | ".join(_markdown_cell(text) for text in row) + " |"

    out = [f"**{_markdown_cell(table.caption.text)}**", ""] if table.caption else []
    out += [line(_marked_names(table)), line(["---"] * table.n_columns)]
    out += [line(row) for row in _marked_texts(table)]
    out += ["", *(_markdown_cell(note) for note in (*table.notes, *_legend(table)))]
    return "\n".join([*out, f"*{_place_line(table)}*"]) + "\n"


def to_csv(table: Table) -> str:
    """RFC 4180; the first record holds the column names."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(header_names(table))
    writer.writerows(table.body_texts())
    return out.getvalue()


def to_html(table: Table) -> str:
    """A `<table>` with caption, header cells and spans."""
    rows = []
    for row in range(table.n_rows):
        cells = "".join(_html_cell(cell) for cell in table.cells if cell.row == row)
        rows.append(f"<tr>{cells}</tr>")
    caption = f"<caption>{escape(table.caption.text)}</caption>\n" if table.caption else ""
    notes = "".join(f"<p>{escape(note)}</p>\n" for note in (*table.notes, *_legend(table)))
    source = f"<p><small>{escape(_place_line(table))}</small></p>\n"
    return f"<table>\n{caption}" + "\n".join(rows) + f"\n</table>\n{notes}{source}"


def to_json(table: Table) -> str:
    """The table's JSON form (`relatab.model.table_to_json`)."""
    return json.dumps(table_to_json(table), ensure_ascii=False, indent=2) + "\n"


TEXT_FORMATS: dict[str, Callable[[Table], str]] = {
    "text": to_text,
    "md": to_markdown,
    "csv": to_csv,
    "html": to_html,
    "json": to_json,
}


def write_sheet(sheet: Worksheet, table: Table) -> None:
    """Fill an Excel sheet: caption, place, then the grid with header, spans and numbers.

    A cell is written as a number where its whole text is that number, so Excel can
    calculate with it; everything else keeps its printed text. Doubtful cells are shaded, and
    a comment says why.
    """
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill
    from openpyxl.utils import get_column_letter

    top = [table.caption.text if table.caption else "(no caption)", _place_line(table), ""]
    below = len(top) + table.n_rows
    for row, line in enumerate(top, start=1):
        put(sheet, row, 1, line)
    sheet["A1"].font = Font(bold=True)
    for cell in table.cells:
        row, column = len(top) + 1 + cell.row, 1 + cell.column
        put(sheet, row, column, cell.value if is_plain_number(cell) else cell.text)
        if cell.is_header:
            sheet.cell(row, column).font = Font(bold=True)
        if cell.doubtful:
            sheet.cell(row, column).fill = PatternFill("solid", start_color=DOUBT_SHADE)
        if remark := "\n".join(_remarks(cell)):
            sheet.cell(row, column).comment = Comment(visible(remark), "relatab")
        if cell.row_end - cell.row > 1 or cell.column_end - cell.column > 1:
            sheet.merge_cells(
                start_row=row,
                end_row=len(top) + cell.row_end,
                start_column=column,
                end_column=cell.column_end,
            )
    for row, note in enumerate(table.notes, start=below + 1):
        put(sheet, row, 1, note)
    for column, name in enumerate(header_names(table), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = min(40, max(10, len(name) + 2))


def put(sheet: Worksheet, row: int, column: int, value: str | float | None) -> None:
    """Write a value into an Excel cell; text stays text ("=A1" is no formula), and the
    control characters that Excel refuses are left out.
    """
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.cell.cell import Cell as ExcelCell

    target = sheet.cell(row, column)
    assert isinstance(target, ExcelCell)
    if isinstance(value, str):
        target.value = ILLEGAL_CHARACTERS_RE.sub("", value)
        target.data_type = "s"
    else:
        target.value = value


def is_plain_number(cell: Cell) -> bool:
    """True when the printed text is the number itself, without unit, fraction or mark."""
    if cell.value is None or cell.unit is not None:
        return False
    return cell.text.strip().lstrip("+-").replace(".", "").replace(",", "").isdecimal()


def new_workbook() -> Workbook:
    """A workbook without sheets, or a clear error where openpyxl is not installed."""
    try:
        from openpyxl import Workbook
    except ImportError as error:
        raise RelatabError(
            "Excel files need openpyxl: install it with  pip install 'relatab[xlsx]'"
        ) from error
    workbook = Workbook()
    del workbook[workbook.sheetnames[0]]
    return workbook


def _heading_lines(table: Table) -> list[str]:
    caption = [table.caption.text] if table.caption else []
    note = scan_note_of(table)
    return [*caption, table.provenance.place, *([note[0]] if note else []), ""]


def _place_line(table: Table) -> str:
    """Where a table stands, and for a scan how surely it was read."""
    note = scan_note_of(table)
    return table.provenance.place + (f" ({note[0]})" if note else "")


def _legend(table: Table) -> list[str]:
    """What the marks of `_additions` say, where there are such."""
    legend = []
    if doubtful_cells(table):
        legend.append(f"[?] read with doubt (confidence below {DOUBTFUL:g}): check the page")
    if any(cell.stands_for is not None for cell in table.cells):
        legend.append("[= ...] what a ditto mark or a misread figure stands for")
    return legend


def _remarks(cell: Cell) -> list[str]:
    """What is to be said about a cell in full."""
    remarks = [f"stands for: {cell.stands_for}"] if cell.stands_for is not None else []
    if cell.confidence is not None and cell.doubtful:
        remarks.append(f"read with confidence {in_hundredths(cell.confidence)}: check the page")
    return remarks


def _column_widths(rows: Sequence[Sequence[str]], columns: int, total: int | None) -> list[int]:
    """What each column needs, at most `WIDEST_TEXT_COLUMN`; where that is more than `total`,
    the widest columns give way first, down to their longest words.
    """
    texts = [[row[column] for row in rows] for column in range(columns)]
    widths = [min(WIDEST_TEXT_COLUMN, max(map(_width, column), default=0)) for column in texts]
    words = [
        max((_width(word) for text in column for word in text.split()), default=0)
        for column in texts
    ]
    narrowest = [min(width, word) for width, word in zip(widths, words, strict=True)]
    room = None if total is None else total - len(COLUMN_GAP) * (columns - 1)
    while room is not None and sum(widths) > room:
        slack = [width - least for width, least in zip(widths, narrowest, strict=True)]
        if not any(slack):
            break
        widest = max((column for column in range(columns) if slack[column]), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def _width(text: str) -> int:
    """Terminal columns that the longest line of a text takes."""
    return max(map(_line_width, text.splitlines()), default=0)


def _line_width(line: str) -> int:
    wide = sum(east_asian_width(char) in "WF" for char in line)
    return len(line) + wide - sum(combining(char) > 0 for char in line)


def _wrapped_row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    columns = [
        [piece for line in text.splitlines() for piece in _wrapped(line, max(1, width))]
        for text, width in zip(row, widths, strict=True)
    ]
    height = max(map(len, columns), default=0) or 1
    padded = [pieces + [""] * (height - len(pieces)) for pieces in columns]
    return [
        COLUMN_GAP.join(
            piece + " " * (width - _width(piece)) for piece, width in zip(line, widths, strict=True)
        )
        for line in zip(*padded, strict=True)
    ]


def _wrapped(line: str, width: int) -> list[str]:
    """A line broken between words, and inside a word that is wider than the column."""
    pieces = [""]
    for word in line.split():
        joined = f"{pieces[-1]} {word}".lstrip()
        if _width(joined) <= width:
            pieces[-1] = joined
            continue
        pieces.append("")
        for char in word:
            if _width(pieces[-1] + char) > width:
                pieces.append("")
            pieces[-1] += char
    return [piece for piece in pieces if piece] or [""]


def _markdown_cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")


def _html_cell(cell: Cell) -> str:
    tag = "th" if cell.is_header else "td"
    spans = "".join(
        f' {name}="{length}"'
        for name, length in (
            ("rowspan", cell.row_end - cell.row),
            ("colspan", cell.column_end - cell.column),
        )
        if length > 1
    )
    said = f' title="{escape("; ".join(remarks))}"' if (remarks := _remarks(cell)) else ""
    text = escape(cell.text).replace("\n", "<br>")
    marks = "".join(f"<sup>{escape(mark)}</sup>" for mark in _raised_marks(cell))
    added = escape(additions(doubtful=cell.doubtful, stands_for=cell.stands_for))
    return f"<{tag}{spans}{said}>{text}{marks}{added}</{tag}>"


def _raised_marks(cell: Cell) -> list[str]:
    """The footnote marks of a cell that its text does not show."""
    return [
        mark
        for mark in cell.marks
        if not cell.text.endswith(f"{mark})" if mark.isalnum() else mark)
    ]


def _marked_texts(table: Table) -> list[list[str]]:
    """The body's texts, each with what is added to it: "24.91 [2]", "1.O3 [?, = 1.03]"."""
    rows = table.body_texts()
    for cell in table.cells:
        if cell.row >= table.header_rows:
            rows[cell.row - table.header_rows][cell.column] += additions(
                doubtful=cell.doubtful, stands_for=cell.stands_for, marks=_raised_marks(cell)
            )
    return rows


def _marked_names(table: Table) -> list[str]:
    """The column names; those with a doubtful header cell marked."""
    doubtful = {
        column
        for cell in table.cells
        if cell.row < table.header_rows and cell.doubtful
        for column in range(cell.column, cell.column_end)
    }
    return [
        f"{name} [?]" if name and column in doubtful else name
        for column, name in enumerate(header_names(table))
    ]
