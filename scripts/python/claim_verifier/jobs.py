"""Files too large for a request, sync and async: see the methods of Client."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, TypeAlias

from ._http import AsyncHttp, Http
from ._job_calls import (
    FileEncoding,
    JobFile,
    JobFormat,
    Lines,
    ResultFormat,
    RowKind,
    deletion,
    for_asyncio,
    job_call,
    list_call,
    results_call,
    submission,
    written,
)
from ._requests import body_of, check
from .errors import ClaimVerifierError
from .models import Job, JobList, JobStatus

JobProgress: TypeAlias = Callable[[Job], None]

_INTERVAL_SECONDS = 2.0
_PAGE = 50


class JobMethods:
    """The jobs of Client."""

    _http: Http

    def submit_job(
        self,
        file: JobFile,
        *,
        format: JobFormat | None = None,
        name: str | None = None,
        rows: RowKind = "claims",
        claim_column: str | None = None,
        source_column: str | Sequence[str] | None = None,
        delimiter: str | None = None,
        encoding: FileEncoding | None = None,
    ) -> Job:
        """Submits a file of JSONL, JSON, CSV or TSV, plain or gzipped, or .xlsx or Parquet; returns once the service has stored it.

        `claim_column` and `source_column` name its columns; of several sources the texts are joined. .xlsx and Parquet
        are sent as lines of JSON, and need the extra `files`. `encoding` is that of a text.

        Format and name are by default those of the path. However often it is sent after a lost connection, there is one
        job. While the same customer uploads as many files as it may at a time, this one waits. Bytes that come piece by
        piece are sent once, and then raise `rate_limited` instead.
        """
        columns = {"claim_column": claim_column, "source_column": source_column}
        given = {"rows": rows, "delimiter": delimiter, "encoding": encoding, "name": name}
        call = submission(file, format, {**columns, **given})
        return Job.model_validate(body_of(self._http.request(call)))

    def job(self, job_id: str) -> Job:
        """The job with its progress."""
        return Job.model_validate(body_of(self._http.request(job_call("GET", job_id))))

    def jobs(self, *, status: JobStatus | None = None, count: int = _PAGE, cursor: str | None = None) -> JobList:
        """A page of the jobs of the key, newest first; `cursor` is `next` of the page before."""
        return JobList.model_validate(body_of(self._http.request(list_call(status, count, cursor))))

    def cancel_job(self, job_id: str) -> Job:
        """Cancels a job. Rows that are done keep their results."""
        return Job.model_validate(body_of(self._http.request(job_call("POST", job_id, "/cancel"))))

    def delete_job(self, job_id: str) -> None:
        """Deletes a job with its rows and results."""
        check(self._http.request(deletion(job_id)))

    def wait_for_job(
        self, job_id: str, *, interval: float = _INTERVAL_SECONDS, progress: JobProgress | None = None
    ) -> Job:
        """Returns the job once it is completed or canceled. `progress` is called with it every `interval` seconds.

        Lost connections, restarts of the service and full queues are waited out, however long they last.
        """
        while True:
            try:
                job = self.job(job_id)
            except ClaimVerifierError as error:
                if not error.is_passing:
                    raise
            else:
                if progress is not None:
                    progress(job)
                if job.has_ended:
                    return job
            time.sleep(interval)

    def job_results(self, job_id: str) -> Iterator[dict[str, Any]]:
        """The results of a job that has ended, one for each row of the file in its order.

        After a lost connection they go on with the next row.
        """
        lines = Lines()
        for part in self._http.stream(results_call(job_id, "jsonl")):
            for line in lines.add(part):
                yield json.loads(line)

    def download_results(
        self,
        job_id: str,
        path: str | os.PathLike[str],
        *,
        format: ResultFormat = "jsonl",
        escape_formulas: bool = False,
        output_delimiter: str | None = None,
        bom: bool = False,
        overwrite: bool = False,
    ) -> None:
        """Writes the results of a job that has ended to a file. An existing file is replaced only with `overwrite=True`.

        They begin again after a lost connection. The file has its name once all of them are written.

        `escape_formulas` is for CSV that is opened in a spreadsheet: it puts an apostrophe before each cell that would be
        read as a formula. `bom` begins the file with a byte order mark, which Excel needs for letters such as é and ü.
        `output_delimiter` separates its cells: a comma by default.
        """
        call = results_call(job_id, format, escape_formulas=escape_formulas, output_delimiter=output_delimiter, bom=bom)
        with written(path, overwrite) as write:
            for part in self._http.stream(call):
                write(part)


class AsyncJobMethods:
    """The same as JobMethods for asyncio."""

    _http: AsyncHttp

    async def submit_job(
        self,
        file: JobFile,
        *,
        format: JobFormat | None = None,
        name: str | None = None,
        rows: RowKind = "claims",
        claim_column: str | None = None,
        source_column: str | Sequence[str] | None = None,
        delimiter: str | None = None,
        encoding: FileEncoding | None = None,
    ) -> Job:
        """See Client.submit_job."""
        columns = {"claim_column": claim_column, "source_column": source_column}
        given = {"rows": rows, "delimiter": delimiter, "encoding": encoding, "name": name}
        call = for_asyncio(submission(file, format, {**columns, **given}))
        return Job.model_validate(body_of(await self._http.request(call)))

    async def job(self, job_id: str) -> Job:
        """See Client.job."""
        return Job.model_validate(body_of(await self._http.request(job_call("GET", job_id))))

    async def jobs(self, *, status: JobStatus | None = None, count: int = _PAGE, cursor: str | None = None) -> JobList:
        """See Client.jobs."""
        return JobList.model_validate(body_of(await self._http.request(list_call(status, count, cursor))))

    async def cancel_job(self, job_id: str) -> Job:
        """See Client.cancel_job."""
        return Job.model_validate(body_of(await self._http.request(job_call("POST", job_id, "/cancel"))))

    async def delete_job(self, job_id: str) -> None:
        """See Client.delete_job."""
        check(await self._http.request(deletion(job_id)))

    async def wait_for_job(
        self, job_id: str, *, interval: float = _INTERVAL_SECONDS, progress: JobProgress | None = None
    ) -> Job:
        """See Client.wait_for_job."""
        while True:
            try:
                job = await self.job(job_id)
            except ClaimVerifierError as error:
                if not error.is_passing:
                    raise
            else:
                if progress is not None:
                    progress(job)
                if job.has_ended:
                    return job
            await asyncio.sleep(interval)

    async def job_results(self, job_id: str) -> AsyncIterator[dict[str, Any]]:
        """See Client.job_results."""
        lines = Lines()
        async for part in self._http.stream(results_call(job_id, "jsonl")):
            for line in lines.add(part):
                yield json.loads(line)

    async def download_results(
        self,
        job_id: str,
        path: str | os.PathLike[str],
        *,
        format: ResultFormat = "jsonl",
        escape_formulas: bool = False,
        output_delimiter: str | None = None,
        bom: bool = False,
        overwrite: bool = False,
    ) -> None:
        """See Client.download_results."""
        call = results_call(job_id, format, escape_formulas=escape_formulas, output_delimiter=output_delimiter, bom=bom)
        with written(path, overwrite) as write:
            async for part in self._http.stream(call):
                write(part)
