"""Shared parts of the jobs of both clients."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias
from urllib.parse import quote

from ._http import Call
from .tables import table_lines

JobFile: TypeAlias = "str | os.PathLike[str] | bytes | Iterable[bytes]"
"""The path of a file, or its bytes. Iterators of bytes are sent only once."""
JobFormat: TypeAlias = Literal["jsonl", "json", "csv", "xlsx", "parquet"]
FileEncoding: TypeAlias = Literal["utf-8", "utf-16", "windows-1252"]
Options: TypeAlias = Mapping[str, "str | Sequence[str] | None"]
ResultFormat: TypeAlias = Literal["jsonl", "csv"]
RowKind: TypeAlias = Literal["claims", "answers"]
Parts: TypeAlias = "Iterable[bytes] | AsyncIterable[bytes]"

_TYPES = {"jsonl": "application/x-ndjson", "json": "application/json", "csv": "text/csv"}
_PART_BYTES = 65_536
# The service may not have noticed yet that the attempt before was broken off.
_CONFLICT = 409
_NOT_FOUND = 404


def submission(file: JobFile, format: JobFormat | None, options: Options) -> Call:
    """The request that submits a file. Its Idempotency-Key makes all attempts create one job."""
    by_name = _by_name(file) if format is None else {"format": format}
    params: dict[str, Any] = dict(by_name)
    params.update({name: value for name, value in options.items() if value is not None})
    kind = params.pop("format")
    if kind in ("xlsx", "parquet"):
        file, kind = table_lines(file, kind, params), "jsonl"
    headers = {"content-type": _TYPES[kind], "idempotency-key": str(uuid.uuid4())}
    call = Call("POST", "/v1/jobs", params=params, headers=headers, passing=frozenset({_CONFLICT}))
    if isinstance(file, bytes):
        return replace(call, content=lambda: file)
    if isinstance(file, (str, os.PathLike)):
        path = Path(file)
        with path.open("rb"):  # A file that cannot be read is an error before anything is sent.
            return replace(call, content=lambda: _parts(path))
    return replace(call, content=lambda: file, is_repeatable=False)


def for_asyncio(call: Call) -> Call:
    """The same request with a body that httpx takes in an event loop."""
    opened = call.content
    if opened is None:
        return call

    def content() -> bytes | AsyncIterable[bytes]:
        body = opened()
        return body if isinstance(body, bytes) or isinstance(body, AsyncIterable) else _asynchronous(body)

    return replace(call, content=content)


async def _asynchronous(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def _parts(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from _chunks(file)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while part := file.read(_PART_BYTES):
        yield part


def _by_name(file: JobFile) -> dict[str, str]:
    if not isinstance(file, (str, os.PathLike)):
        return {"format": "jsonl"}
    name = Path(file).name
    ending = Path(name.removesuffix(".gz")).suffix.lower()
    if ending == ".tsv":
        return {"format": "csv", "delimiter": "tab", "name": name}
    formats = {".csv": "csv", ".json": "json", ".xlsx": "xlsx", ".parquet": "parquet"}
    return {"format": formats.get(ending, "jsonl"), "name": name}


def job_call(method: str, job_id: str, what: str = "") -> Call:
    return Call(method, f"/v1/jobs/{quote(job_id, safe='')}{what}")


def deletion(job_id: str) -> Call:
    return replace(job_call("DELETE", job_id), done=frozenset({_NOT_FOUND}))


def results_call(
    job_id: str,
    format: ResultFormat,
    *,
    escape_formulas: bool = False,
    output_delimiter: str | None = None,
    bom: bool = False,
) -> Call:
    params: dict[str, str] = {"format": format}
    params.update({name: "true" for name, on in (("escape_formulas", escape_formulas), ("bom", bom)) if on})
    if output_delimiter is not None:
        params["output_delimiter"] = output_delimiter
    return replace(job_call("GET", job_id, "/results"), params=params)


def list_call(status: str | None, count: int, cursor: str | None) -> Call:
    params = {"status": status, "count": str(count), "cursor": cursor}
    return Call("GET", "/v1/jobs", params={name: value for name, value in params.items() if value is not None})


class Lines:
    """Cuts the bytes of JSONL into lines. A line may contain line ends other than the line feed."""

    def __init__(self) -> None:
        self._rest = b""
        self._seen = self._given = 0

    def add(self, part: bytes | None) -> list[bytes]:
        """The lines that end with this part; those from before the file began again (None) are not given twice."""
        if part is None:
            self._rest, self._seen = b"", 0
            return []
        *lines, self._rest = (self._rest + part).split(b"\n")
        new = lines[max(0, self._given - self._seen) :]
        self._seen += len(lines)
        self._given = max(self._given, self._seen)
        return new


@contextmanager
def written(path: str | os.PathLike[str], overwrite: bool) -> Iterator[Callable[[bytes | None], None]]:
    """Takes the parts of a file, which has its name once all are written. None: it begins again."""
    target = Path(path)
    if target.exists() and not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    draft = target.with_name(f"{target.name}.partial")
    try:
        with draft.open("wb") as file:

            def add(part: bytes | None) -> None:
                if part is None:
                    file.seek(0)
                    file.truncate()
                else:
                    file.write(part)

            yield add
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
