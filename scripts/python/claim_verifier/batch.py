"""Many claims, each with a source of its own: rows, JSONL files, data frames."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeAlias

from .client import Client
from .errors import ClaimVerifierError
from .models import Verification

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped, unused-ignore]

Progress: TypeAlias = Callable[[int, "int | None"], None]
"""Called with the rows done and the total, which is None while unknown."""

_AT_A_TIME = 8
_RESULTS = ("verdict", "confidence", "reasoning", "audit_trail", "outcome", "reason_codes", "error")


def verify_rows(
    client: Client,
    rows: Iterable[tuple[str, str]],
    *,
    concurrency: int = _AT_A_TIME,
    progress: Progress | None = None,
    total: int | None = None,
) -> Iterator[Verification | ClaimVerifierError]:
    """Verifies pairs of claim and source and yields the results in their order, `concurrency` of them at a time.

    A row that the service refuses (`invalid_request`) yields the error; every other error is raised.
    """
    with ThreadPoolExecutor(concurrency) as threads:
        waiting: deque[Future[Verification | ClaimVerifierError]] = deque()
        done = 0
        try:
            for claim, source in rows:
                waiting.append(threads.submit(_verify_row, client, claim, source))
                # More than are verified at a time, so that a slow row does not leave the others idle.
                if len(waiting) < 4 * concurrency:
                    continue
                yield waiting.popleft().result()
                done = _report(progress, done, total)
            while waiting:
                yield waiting.popleft().result()
                done = _report(progress, done, total)
        finally:
            for future in waiting:
                future.cancel()


def _verify_row(client: Client, claim: str, source: str) -> Verification | ClaimVerifierError:
    for name, value in (("claim", claim), ("grounding_source", source)):
        if not isinstance(value, str):  # An empty cell of a frame is a float.
            kind = type(value).__name__
            return ClaimVerifierError(f"{name} must be a string, got {kind}.", code="invalid_request")
    try:
        return client.verify(claim, source, detail=True)
    except ClaimVerifierError as error:
        if error.code == "invalid_request":
            return error
        raise


def _report(progress: Progress | None, done: int, total: int | None) -> int:
    if progress is not None:
        progress(done + 1, total)
    return done + 1


def print_progress(done: int, total: int | None) -> None:
    """Progress on standard error: one line that changes on a terminal, else a line for every hundred rows."""
    text = f"{done} rows verified" if total is None else f"{done} of {total} rows verified"
    if sys.stderr.isatty():
        print(f"\r{text}", end="\n" if done == total else "", file=sys.stderr, flush=True)
    elif done % 100 == 0 or done == total:
        print(text, file=sys.stderr, flush=True)


def _result(result: Verification | ClaimVerifierError) -> dict[str, object]:
    if isinstance(result, ClaimVerifierError):
        return {"error": {"code": result.code, "message": str(result)}}
    row = result.model_dump(exclude={"detail"})
    if result.detail is not None:
        row.update(outcome=result.detail.outcome, reason_codes=result.detail.reason_codes)
    return row


def verify_jsonl(
    client: Client,
    input_path: str | os.PathLike[str],
    output_path: str | os.PathLike[str],
    *,
    concurrency: int = _AT_A_TIME,
    progress: Progress | None = None,
    overwrite: bool = False,
) -> dict[str, int]:
    """Verifies the lines of a JSONL file with the members `claim` and `grounding_source`.

    Every line is written with its other members and the result, in the order of the input. Returns how many lines have
    which verdict, and `error`. An existing output is replaced with `overwrite=True` only.
    """
    counts: dict[str, int] = {}
    with open(input_path, encoding="utf-8-sig") as lines, open(
        output_path, "w" if overwrite else "x", encoding="utf-8"
    ) as output:
        kept: deque[dict[str, Any]] = deque()
        for result in verify_rows(client, _pairs(lines, kept), concurrency=concurrency, progress=progress):
            row = {**kept.popleft(), **_result(result)}
            output.write(json.dumps(row, ensure_ascii=False) + "\n")
            name = result.verdict if isinstance(result, Verification) else "error"
            counts[name] = counts.get(name, 0) + 1
    return counts


def _pairs(lines: Iterable[str], kept: deque[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row = json.loads(line)
        if not isinstance(row, dict) or not {"claim", "grounding_source"} <= row.keys():
            raise ValueError(f"Expected an object with claim and grounding_source in line {number}, got another value.")
        kept.append({name: value for name, value in row.items() if name != "grounding_source"})
        yield row["claim"], row["grounding_source"]


def verify_frame(
    client: Client,
    frame: pandas.DataFrame,
    *,
    claim_column: str = "claim",
    source_column: str = "grounding_source",
    concurrency: int = _AT_A_TIME,
    progress: Progress | None = None,
) -> pandas.DataFrame:
    """A copy of the frame with the columns of the results and `error` added; needs pandas."""
    pairs = zip(frame[claim_column], frame[source_column], strict=True)
    verified = verify_rows(client, pairs, concurrency=concurrency, progress=progress, total=len(frame))
    results: list[Mapping[str, object]] = [_result(result) for result in verified]
    return frame.assign(**{name: [result.get(name) for result in results] for name in _RESULTS})
