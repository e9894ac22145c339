"""What of a table is embedded and searched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from relatab.domain.keys import link_keys
from relatab.domain.terms import search_terms
from relatab.domain.text import squeezed
from relatab.embedding.base import Encoder
from relatab.index.records import ColumnFeatures, SearchText, TableFeatures, printable
from relatab.model import Table

FEATURES_VERSION = 11
"""Part of the fingerprint: raised when the texts below are put together or embedded differently,
or keys are read differently.
"""

# Dense texts: an encoder reads about 256 tokens, which is about four characters each. What
# stands last is cut off first. Rows are left out: measured, they draw a table towards any
# question with like numbers, and the values are matched one by one anyway.
_COLUMNS_CHARACTERS = 500
_CONTEXT_CHARACTERS = 240

# Cells that are embedded: the first rows show what a column holds; all cells are searched
# by their words anyway. Long cells are prose, whose beginning says what it is about.
VALUE_ROWS = 32
_VALUE_CHARACTERS = 200


def index_fingerprint(encoder: Encoder) -> str:
    """What must be equal for two indexes' vectors to be comparable."""
    return f"{encoder.fingerprint}; features {FEATURES_VERSION}"


def table_features(table: Table, path: str) -> TableFeatures | None:
    """Features of a table, whose context holds its identities; None for a page layout.

    path: of the document, whose file and folder names are context like its title.
    """
    if table.kind == "layout":
        return None
    return TableFeatures(
        caption=caption_text(table),
        dense=dense_text(table, path),
        columns=column_features(table),
        search=search_text(table, path),
        keys=link_keys(table),
    )


def caption_text(table: Table) -> str:
    """The caption, else the innermost heading, which then says what the table is; else ""."""
    if table.caption:
        return squeezed(table.caption.text)
    return squeezed(table.context.headings[-1]) if table.context.headings else ""


def dense_text(table: Table, path: str) -> str:
    """The table as one text of about 256 tokens: caption, columns, context."""
    columns = _joined(map(_named, column_names(table), column_units(table)), " | ")
    wells = (each.printed for each in table.context.identities)
    titles = [table.context.title or "", *table.context.headings, *wells, *file_names(path)[:1]]
    context = _joined(titles, "; ")
    parts = [caption_text(table), columns[:_COLUMNS_CHARACTERS], context[:_CONTEXT_CHARACTERS]]
    return "\n".join(part for part in parts if part)


def column_names(table: Table) -> list[str]:
    """Column names, "" where a column has none; of a form the labels of its entries."""
    if table.kind == "key_value":
        return [label for label, _, _ in entries(table)]
    if not table.columns:
        return [""] * table.n_columns
    return [squeezed(column.name) for column in table.columns]


def column_units(table: Table) -> list[str]:
    """Units of the columns, "" where there is none."""
    if table.kind == "key_value" or not table.columns:
        return [""] * len(column_names(table))
    return [squeezed(column.unit or "") for column in table.columns]


def entries(table: Table) -> list[tuple[str, int, str]]:
    """(label, row, value) of a form's entries."""
    return [
        (squeezed(each.label), each.row, squeezed(each.value))
        for each in table.fields(resolved=True)
    ]


def column_features(table: Table) -> tuple[ColumnFeatures, ...]:
    """Name and first body texts of each column; each entry of a form is a column of its own."""
    if table.kind == "key_value":
        return tuple(
            ColumnFeatures(label, ((number, value[:_VALUE_CHARACTERS]),) if value else ())
            for label, number, value in entries(table)
        )
    rows = table.body_texts(resolved=True)[:VALUE_ROWS]
    return tuple(
        ColumnFeatures(
            name,
            tuple(
                (number, text)
                for number, row in enumerate(rows)
                if (text := squeezed(row[position])[:_VALUE_CHARACTERS])
            ),
        )
        for position, name in enumerate(column_names(table))
    )


def file_names(path: str) -> list[str]:
    """What people named the document: the file without suffix, then its nearest two folders.

    Folders further up name the share, which tells no document from another.
    """
    place = PurePath(printable(path))
    names = [place.stem, *(folder.name for folder in place.parents)][:3]
    return [name.replace("_", " ") for name in names if name]


def search_text(table: Table, path: str) -> SearchText:
    """The words of a table by field, from all of its cells."""
    context = table.context
    identities = (text for each in context.identities for text in (each.printed, each.value))
    groups = (group.label for group in table.row_groups)
    return SearchText(
        caption=_terms([table.caption.text] if table.caption else []),
        columns=_terms(map(_named, column_names(table), column_units(table))),
        cells=_terms(
            (cell for row in table.body_texts(resolved=True) for cell in row), groups, table.notes
        ),
        context=_terms(
            [context.title or "", *context.headings, *context.page_facts],
            dict.fromkeys(identities),
            file_names(path),
        ),
    )


def _named(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit and unit not in name else name


def _terms(*groups: Iterable[str]) -> str:
    return " ".join(term for texts in groups for text in texts for term in search_terms(text))


def _joined(texts: Iterable[str], mark: str) -> str:
    """The distinct texts that are not blank, in order."""
    return mark.join(dict.fromkeys(text for text in map(squeezed, texts) if text))
