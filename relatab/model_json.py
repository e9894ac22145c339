"""The JSON form of a table, of `relatab show --json` and `relatab extract --json`.

`table_from_json` reads what `table_to_json` writes back to an equal table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relatab.model import (
    Caption,
    Cell,
    Column,
    Context,
    Identity,
    Issue,
    Provenance,
    Region,
    RowGroup,
    Table,
)

SCHEMA_VERSION = 1

Json = dict[str, Any]


def cell_to_json(cell: Cell) -> Json:
    """A cell; what comes after is_header appears only where it is known."""
    out: Json = {
        "row": cell.row,
        "col": cell.column,
        "rowspan": cell.row_end - cell.row,
        "colspan": cell.column_end - cell.column,
        "text": cell.text,
        "is_header": cell.is_header,
    }
    for name in ("value", "unit", "confidence", "stands_for"):
        if (known := getattr(cell, name)) is not None:
            out[name] = known
    for name in ("marks", "notes"):
        if listed := getattr(cell, name):
            out[name] = list(listed)
    return out


def cell_from_json(data: Mapping[str, Any]) -> Cell:
    """Inverse of `cell_to_json`."""
    return Cell(
        text=data["text"],
        row=data["row"],
        row_end=data["row"] + data["rowspan"],
        column=data["col"],
        column_end=data["col"] + data["colspan"],
        is_header=data["is_header"],
        value=data.get("value"),
        unit=data.get("unit"),
        confidence=data.get("confidence"),
        marks=tuple(data.get("marks", ())),
        notes=tuple(data.get("notes", ())),
        stands_for=data.get("stands_for"),
    )


def table_to_json(table: Table) -> Json:
    """The JSON form of a table, a superset of the usual table benchmarks' form.

    "page" and "bbox" give the first region and are null for Word files, which have no
    fixed layout; "pages" are the viewer's page numbers for every kind of document. The region
    on a page that lies on its side or its head has "turn" (`Region`).
    "scanned" tells a table that was read on an image. "confidence" is the mean of its cells'
    confidences, "page_confidence" that of the worst of its pages, null for other tables.
    """
    place = table.provenance
    first = place.regions[0] if place.regions else None
    return {
        "schema": SCHEMA_VERSION,
        "table_id": table.id,
        "document": place.path,
        "document_hash": place.document_hash,
        "position": place.position,
        "page": first.page if first else None,
        "bbox": _box(first) if first else None,
        "pages": list(place.pages),
        "page_label": place.page_label,
        "page_exact": place.page_exact,
        "page_confidence": place.page_confidence,
        "regions": [_region_to_json(region) for region in place.regions],
        "kind": table.kind,
        "caption": table.caption.text if table.caption else None,
        "caption_source": table.caption.source if table.caption else None,
        "n_rows": table.n_rows,
        "n_cols": table.n_columns,
        "header_rows": table.header_rows,
        "columns": [{"name": column.name, "unit": column.unit} for column in table.columns],
        "fields": [
            {"label": entry.label, "value": entry.value, "row": entry.row, "col": entry.column}
            for entry in table.fields()
        ],
        "row_groups": [
            {"label": group.label, "row": group.row, "row_end": group.row_end}
            for group in table.row_groups
        ],
        "notes": list(table.notes),
        "context": {
            "title": table.context.title,
            "headings": list(table.context.headings),
            "page_facts": list(table.context.page_facts),
            "identities": [
                {
                    "kind": identity.kind,
                    "value": identity.value,
                    "printed": identity.printed,
                    "source": identity.source,
                }
                for identity in table.context.identities
            ],
        },
        "extractor": table.extractor,
        "scanned": table.scanned,
        "confidence": table.confidence,
        "parent": table.parent,
        "cells": [cell_to_json(cell) for cell in table.cells],
    }


def table_from_json(data: Mapping[str, Any]) -> Table:
    """Inverse of `table_to_json`; ValueError for another schema version."""
    if data["schema"] != SCHEMA_VERSION:
        raise ValueError(f"table schema {data['schema']}, this program reads {SCHEMA_VERSION}")
    context = data["context"]
    return Table(
        id=data["table_id"],
        cells=tuple(cell_from_json(cell) for cell in data["cells"]),
        n_rows=data["n_rows"],
        n_columns=data["n_cols"],
        provenance=Provenance(
            path=data["document"],
            document_hash=data["document_hash"],
            position=data["position"],
            pages=tuple(data["pages"]),
            page_label=data["page_label"],
            page_exact=data["page_exact"],
            regions=tuple(map(_region_from_json, data["regions"])),
            page_confidence=data.get("page_confidence"),
        ),
        header_rows=data["header_rows"],
        caption=Caption(data["caption"], data["caption_source"]) if data["caption"] else None,
        columns=tuple(Column(column["name"], column["unit"]) for column in data["columns"]),
        row_groups=tuple(RowGroup(**group) for group in data["row_groups"]),
        notes=tuple(data["notes"]),
        kind=data["kind"],
        context=Context(
            title=context["title"],
            headings=tuple(context["headings"]),
            page_facts=tuple(context["page_facts"]),
            identities=tuple(Identity(**identity) for identity in context["identities"]),
        ),
        extractor=data["extractor"],
        confidence=data["confidence"],
        parent=data["parent"],
    )


def issue_to_json(issue: Issue) -> Json:
    """An issue, for `status`, `extract` and the store."""
    return {
        "kind": issue.kind,
        "message": issue.message,
        "page": issue.page,
        "action": issue.action,
    }


def _region_to_json(region: Region) -> Json:
    turn = {"turn": region.turn} if region.turn else {}
    return {"page": region.page, "bbox": _box(region)} | turn


def _region_from_json(data: Mapping[str, Any]) -> Region:
    x0, top, x1, bottom = data["bbox"]
    return Region(data["page"], x0, top, x1, bottom, data.get("turn", 0))


def _box(region: Region) -> list[float]:
    return [region.x0, region.top, region.x1, region.bottom]
