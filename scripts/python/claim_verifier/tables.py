"""Spreadsheets and Parquet as lines of JSON: the service reads neither."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any

Row = tuple[int, dict[str, Any]]
"""A row and its number in a spreadsheet, of which the header is row 1."""

_DIGITS = 15


def table_lines(file: Any, kind: str, options: Mapping[str, Any]) -> bytes:
    """The lines of a file, each on the line of its row. Raises ValueError for a file that lacks a column."""
    opened = file if isinstance(file, (str, os.PathLike)) else BytesIO(file if isinstance(file, bytes) else b"".join(file))
    names, rows = _sheet(opened) if kind == "xlsx" else _parquet(opened)
    needed = _needed(options)
    missing = [name for name in needed if name not in names]
    if missing:
        raise ValueError(
            f"Expected the columns {', '.join(needed)}; missing: {', '.join(missing)}; got {', '.join(names) or 'no columns'}."
        )
    lines: list[str] = []
    line = 1
    for row, columns in rows:
        texts = {name: "" for name in needed if columns[name] is None}
        lines.append("\n" * (row - line) + json.dumps({**columns, **texts}, ensure_ascii=False, default=str) + "\n")
        line = row + 1
    return "".join(lines).encode()


def _needed(options: Mapping[str, Any]) -> list[str]:
    if options.get("rows") == "answers":
        return ["answer", "sources"]
    source = options.get("source_column", "grounding_source")
    return [options.get("claim_column", "claim"), *([source] if isinstance(source, str) else source)]


def _sheet(file: Any) -> tuple[list[str], Iterator[Row]]:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise ImportError("Expected openpyxl for .xlsx: pip install 'claim-verifier[files]'.") from error
    # The values that were stored, not the formulas.
    cells = load_workbook(file, read_only=True, data_only=True).worksheets[0].iter_rows(values_only=True)
    written = ((at, [_text(cell) for cell in row]) for at, row in enumerate(cells, 1))
    filled = ((at, row) for at, row in written if any(row))
    _, header = next(filled, (0, []))
    names = [name.strip() for name in header]
    return [name for name in names if name], (
        (at, {name: cell for name, cell in zip(names, row) if name}) for at, row in filled
    )


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, (int, float)):
        return format(cell, f".{_DIGITS}g") if isinstance(cell, float) else str(cell)
    return _date(cell) if isinstance(cell, (date, time)) else str(cell)


def _date(value: date | time) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat()
    return value.isoformat()


def _parquet(file: Any) -> tuple[Sequence[str], Iterator[Row]]:
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise ImportError("Expected pyarrow for Parquet: pip install 'claim-verifier[files]'.") from error
    opened = ParquetFile(file)
    return opened.schema_arrow.names, enumerate(_rows(opened.iter_batches()), 2)


def _rows(batches: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for batch in batches:
        for row in batch.to_pylist():
            yield {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (date, time)):
        return _date(value)
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, (float, Decimal)):
        return float(value) if math.isfinite(value) else None  # JSON has neither NaN nor infinity.
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value
