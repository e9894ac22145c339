"""Raw tables from lists of rows, for tests of what is made of them."""

from extractors.base import RawCell, RawTable

Text = str | tuple[str, int] | tuple[str, int, int]


def raw_table(*rows: list[Text | None], bold_rows: int = 0, **facts: object) -> RawTable:
    """A raw table; ("text", 2) spans two columns, ("text", 1, 3) three rows, None no cell."""
    cells: list[RawCell] = []
    taken: set[tuple[int, int]] = set()
    for row, texts in enumerate(rows):
        column = 0
        for entry in texts:
            while (row, column) in taken:
                column += 1
            if entry is None:
                column += 1
                continue
            text, width, height = (*((entry,) if isinstance(entry, str) else entry), 1, 1)[:3]
            cells.append(
                RawCell(text, row, row + height, column, column + width, bold=row < bold_rows)
            )
            taken |= {
                (r, c) for r in range(row, row + height) for c in range(column, column + width)
            }
            column += width
    n_columns = max(cell.column_end for cell in cells)
    return RawTable(tuple(cells), len(rows), n_columns, **facts)
