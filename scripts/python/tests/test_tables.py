from __future__ import annotations

import io
import json
import math
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from conftest import REPORT

from claim_verifier import Client
from claim_verifier.tables import table_lines

CLAIM = "The plant employs 350 people."


def sheet(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parquet(columns: dict[str, list[Any]]) -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), file)
    return file.getvalue()


def rows_of(lines: bytes) -> list[tuple[int, dict[str, Any]]]:
    """Each row with the number of its line."""
    return [(at, json.loads(line)) for at, line in enumerate(lines.decode().split("\n"), 1) if line]


def test_rows_of_a_sheet_stand_on_their_own_lines_with_texts_as_they_are_shown() -> None:
    file = sheet(
        ["claim", "grounding_source", "when", "count"],
        ["Grüße, \"Zoë\"\nzwei", REPORT, datetime(2026, 3, 2), 12.5],
        [None, None, None, None],
        ["=1+1", REPORT, date(2026, 3, 4), True],
    )
    assert rows_of(table_lines(file, "xlsx", {})) == [
        (2, {"claim": "Grüße, \"Zoë\"\nzwei", "grounding_source": REPORT, "when": "2026-03-02", "count": "12.5"}),
        # A formula that was never computed has no stored value.
        (4, {"claim": "", "grounding_source": REPORT, "when": "2026-03-04", "count": "true"}),
    ]


def test_values_of_parquet_are_those_of_json() -> None:
    file = parquet({"claim": [CLAIM, None], "grounding_source": [REPORT, REPORT], "price": [Decimal("1.5"), None], "on": [date(2026, 3, 2), None]})
    assert rows_of(table_lines(file, "parquet", {})) == [
        (2, {"claim": CLAIM, "grounding_source": REPORT, "price": 1.5, "on": "2026-03-02"}),
        (3, {"claim": "", "grounding_source": REPORT, "price": None, "on": None}),
    ]


def test_values_that_json_does_not_have_do_not_break_their_rows() -> None:
    odd = {"rate": [math.nan], "most": [[math.inf]], "took": [timedelta(seconds=90)]}
    lines = table_lines(parquet({"claim": [CLAIM], "grounding_source": [REPORT], **odd}), "parquet", {})
    assert b"NaN" not in lines and b"Infinity" not in lines
    [(_, row)] = rows_of(lines)
    assert {name: row[name] for name in odd} == {"rate": None, "most": [None], "took": "0:01:30"}


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
def test_a_file_without_a_column_is_refused_with_the_columns_it_has(kind: str) -> None:
    file = sheet(["statement", "source"], ["x", "y"]) if kind == "xlsx" else parquet({"statement": ["x"], "source": ["y"]})
    with pytest.raises(ValueError, match="Expected the columns claim, source; missing: claim; got statement, source."):
        table_lines(file, kind, {"source_column": "source"})


def test_a_sheet_is_a_job_by_the_names_of_its_columns(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "claims.xlsx"
    path.write_bytes(sheet(["statement", "text"], [CLAIM, REPORT], ["The plant employs 530 people.", REPORT]))
    job = client.wait_for_job(client.submit_job(path, claim_column="statement", source_column="text").id, interval=0.1)
    results = list(client.job_results(job.id))
    assert [(row["verdict"], row["row"]) for row in results] == [("SUPPORTED", 2), ("UNSUPPORTED", 3)]
