from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import REPORT

from claim_verifier import ClaimVerifierError, Client, print_progress, verify_frame, verify_jsonl, verify_rows

CLAIMS = ["The plant employs 350 people.", "The plant employs 530 people.", "", "The boss is called Mary."]
VERDICTS = ["SUPPORTED", "UNSUPPORTED", None, "UNCERTAIN"]


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_rows_keep_their_order_and_report_progress(client: Client) -> None:
    seen: list[tuple[int, int | None]] = []
    rows = [(f"Line {place}.", f"Line {place}.") for place in range(50)]
    results = list(verify_rows(client, rows, concurrency=3, total=50, progress=lambda *step: seen.append(step)))
    assert [one.audit_trail[0].claim_span for one in results if not isinstance(one, ClaimVerifierError)] == [
        claim for claim, _ in rows
    ]
    assert seen == [(done, 50) for done in range(1, 51)]


def test_a_jsonl_file(client: Client, tmp_path: Path) -> None:
    rows = [{"id": place, "claim": claim, "grounding_source": REPORT} for place, claim in enumerate(CLAIMS)]
    source, target = tmp_path / "claims.jsonl", tmp_path / "verdicts.jsonl"
    source.write_text("\ufeff" + "\n\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    assert verify_jsonl(client, source, target) == {"SUPPORTED": 1, "UNSUPPORTED": 1, "error": 1, "UNCERTAIN": 1}
    written = _lines(target)
    assert [(row["id"], row.get("verdict")) for row in written] == list(enumerate(VERDICTS))
    assert [row.get("outcome") for row in written] == ["pass", "fail", None, "review"]
    assert (written[1]["reason_codes"], "detail" in written[1]) == (["number_differs"], False)
    assert written[2]["error"] == {
        "code": "invalid_request",
        "message": "claim must be a string of 1 to 500 characters, got 0.",
    }
    with pytest.raises(FileExistsError):
        verify_jsonl(client, source, target)
    assert verify_jsonl(client, source, target, overwrite=True)["error"] == 1


def test_a_line_without_a_claim_is_named(client: Client, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"claim": "a"}\n')
    with pytest.raises(ValueError, match="in line 1"):
        verify_jsonl(client, tmp_path / "in.jsonl", tmp_path / "out.jsonl")


def test_a_data_frame(client: Client) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": [*CLAIMS, None], "source": REPORT, "kept": range(5)}, index=list("abcde"))
    verified = verify_frame(client, frame, claim_column="text", source_column="source")
    assert list(verified.index) == list("abcde")
    assert [None if pandas.isna(one) else one for one in verified["verdict"]] == [*VERDICTS, None]
    assert verified["error"].iloc[4]["code"] == "invalid_request"
    assert list(frame.columns) == ["text", "source", "kept"]


def test_a_key_without_access_ends_the_run(service: tuple[str, str]) -> None:
    with Client(service[0], "cvs_wrong") as stranger, pytest.raises(ClaimVerifierError) as failure:
        list(verify_rows(stranger, [("a", "b")] * 100))
    assert failure.value.code == "unauthorized"


def test_printed_progress(capsys: pytest.CaptureFixture[str]) -> None:
    for done in range(1, 151):
        print_progress(done, 150)
    assert capsys.readouterr().err == "100 of 150 rows verified\n150 of 150 rows verified\n"
