from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import REPORT

from claim_verifier import AsyncClient, ClaimVerifierError, Client, Job

CLAIMS = ["The plant employs 350 people.", "The plant employs 530 people."]
ROWS = [{"id": str(place), "claim": CLAIMS[place % 2], "grounding_source": REPORT} for place in range(60)]
JSONL = "".join(json.dumps(row) + "\n" for row in ROWS).encode()


def test_a_file_from_its_submission_to_its_results(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_bytes(JSONL)
    seen: list[Job] = []
    submitted = client.submit_job(path)
    assert (submitted.status, submitted.rows, submitted.name) == ("queued", 60, "claims.jsonl")
    job = client.wait_for_job(submitted.id, interval=0.1, progress=seen.append)
    assert (job.status, job.rows_done, job.errors, seen[-1]) == ("completed", 60, {}, job)
    results = list(client.job_results(job.id))
    assert [row["id"] for row in results] == [row["id"] for row in ROWS]
    assert [row["verdict"] for row in results] == ["SUPPORTED", "UNSUPPORTED"] * 30
    client.download_results(job.id, tmp_path / "verdicts.csv", format="csv")
    assert (tmp_path / "verdicts.csv").read_bytes().startswith(b"id,")
    with pytest.raises(FileExistsError):
        client.download_results(job.id, tmp_path / "verdicts.csv", format="csv")
    client.delete_job(job.id)
    with pytest.raises(ClaimVerifierError) as refusal:
        client.job(job.id)
    assert refusal.value.status == 404


def test_files_of_every_kind(client: Client, tmp_path: Path) -> None:
    packed = tmp_path / "claims.tsv.gz"
    packed.write_bytes(gzip.compress(b"claim\tgrounding_source\nIt rose.\tIt rose.\n"))

    def parts() -> Iterator[bytes]:
        yield JSONL[:100]
        yield JSONL[100:]

    jobs = [client.submit_job(packed), client.submit_job(JSONL, name="bytes"), client.submit_job(parts())]
    assert [job.rows for job in jobs] == [1, 60, 60]
    listed = client.jobs(count=2)
    rest = client.jobs(count=2, cursor=listed.next)
    assert {job.id for job in jobs} <= {job.id for job in [*listed.jobs, *rest.jobs]}
    for job in jobs:
        client.delete_job(job.id)


def test_the_same_with_asyncio(service: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_bytes(JSONL)

    async def ask() -> None:
        async with AsyncClient(*service) as client:
            job = await client.wait_for_job((await client.submit_job(path)).id, interval=0.1)
            results = [row async for row in client.job_results(job.id)]
            assert [row["id"] for row in results] == [row["id"] for row in ROWS]
            await client.download_results(job.id, tmp_path / "verdicts.csv", format="csv")
            canceled = await client.cancel_job((await client.submit_job(JSONL)).id)
            assert canceled.status in ("canceled", "running", "completed")
            assert (await client.jobs(status="completed")).total >= 1
            await client.delete_job(job.id)

    asyncio.run(ask())
    assert (tmp_path / "verdicts.csv").read_text().startswith("id,claim,verdict,")


def test_a_refusal(client: Client) -> None:
    with pytest.raises(ClaimVerifierError, match="The file has no rows. Send at least one."):
        client.submit_job(b"")
    with pytest.raises(FileNotFoundError):
        client.submit_job("nowhere.jsonl")


JOB: dict[str, Any] = {
    **{"id": "job_1", "name": None, "kind": "claims", "status": "running", "rows": 3, "rows_done": 1, "errors": {}},
    **{"rows_per_second": None, "estimated_end": None, "created_at": "2030-01-01T00:00:00.000Z", "started_at": None},
    **{"finished_at": None, "expires_at": "2030-01-08T00:00:00.000Z"},
}


class Breaking(httpx.SyncByteStream):
    """A body that ends in the middle of a row."""

    def __iter__(self) -> Iterator[bytes]:
        yield b'{"id":"1"}\n{"id":"2"}\n{"i'
        raise httpx.RemoteProtocolError("peer closed connection without sending complete message body")


def scripted(*answers: Callable[[httpx.Request], httpx.Response]) -> tuple[Client, list[httpx.Request]]:
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        requests.append(request)
        return answers[min(len(requests), len(answers)) - 1](request)

    return Client("http://service", "cvs_x", transport=httpx.MockTransport(answer)), requests


def lost(_: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused")


def status(code: int) -> Callable[[httpx.Request], httpx.Response]:
    return lambda _: httpx.Response(code, headers={"retry-after": "0"}, json=JOB)


@pytest.fixture
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)


@pytest.mark.usefixtures("no_waits")
def test_a_file_is_sent_again_with_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "claims.csv"
    path.write_bytes(b"claim,grounding_source\nIt rose.,It rose.\n")
    client, requests = scripted(lost, status(409), status(202))
    assert client.submit_job(path).id == "job_1"
    assert len({request.headers["idempotency-key"] for request in requests}) == 1
    assert [request.read() for request in requests] == [path.read_bytes()] * 3
    assert requests[0].headers["content-type"] == "text/csv"


TOO_MANY = {"code": "rate_limited", "message": "One more.", "details": {"window": "concurrent"}}


def busy(_: httpx.Request) -> httpx.Response:
    return httpx.Response(429, headers={"retry-after": "5"}, json={"error": TOO_MANY})


def test_pieces_are_sent_once() -> None:
    for answer, code in ((lost, "unreachable"), (busy, "rate_limited")):
        client, requests = scripted(answer, status(202))
        with pytest.raises(ClaimVerifierError) as refusal:
            client.submit_job(iter([JSONL]))
        assert refusal.value.code == code
        assert len(requests) == 1


@pytest.mark.usefixtures("no_waits")
def test_files_wait_for_other_uploads_of_the_same_customer(monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = scripted(*[busy] * 20, status(202))
    assert client.submit_job(JSONL).id == "job_1"

    async def at_once(_: float) -> None:
        pass

    async def submit() -> int:
        answers = iter([busy, busy, status(202)])
        asked = 0

        def answer(request: httpx.Request) -> httpx.Response:
            nonlocal asked
            asked += 1
            return next(answers)(request)

        async with AsyncClient("http://service", "cvs_x", transport=httpx.MockTransport(answer)) as asynchronous:
            await asynchronous.submit_job(JSONL)
        return asked

    monkeypatch.setattr("asyncio.sleep", at_once)
    assert asyncio.run(submit()) == 3


@pytest.mark.usefixtures("no_waits")
def test_a_job_is_deleted_though_the_first_answer_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    client, requests = scripted(lost, status(404))
    client.delete_job("job_1")
    assert [request.method for request in requests] == ["DELETE", "DELETE"]
    client, _ = scripted(status(404))
    with pytest.raises(ClaimVerifierError) as refusal:
        client.delete_job("job_1")
    assert refusal.value.status == 404

    async def at_once(_: float) -> None:
        pass

    async def ask(*statuses: int) -> None:
        answers = iter(statuses)
        transport = httpx.MockTransport(lambda request: status(next(answers))(request))
        async with AsyncClient("http://service", "cvs_x", transport=transport) as asynchronous:
            await asynchronous.delete_job("job_1")

    monkeypatch.setattr("asyncio.sleep", at_once)
    asyncio.run(ask(503, 404))
    with pytest.raises(ClaimVerifierError):
        asyncio.run(ask(404))


@pytest.mark.usefixtures("no_waits")
def test_waiting_outlasts_a_service_that_is_away() -> None:
    ended = httpx.Response(200, json={**JOB, "status": "completed", "rows_done": 3})
    client, requests = scripted(*[lost] * 20, status(503), status(200), lambda _: ended)
    assert client.wait_for_job("job_1").status == "completed"
    assert len(requests) == 23
    client, _ = scripted(status(404))
    with pytest.raises(ClaimVerifierError):
        client.wait_for_job("job_1")


@pytest.mark.usefixtures("no_waits")
def test_results_go_on_after_a_lost_connection() -> None:
    whole = b'{"id":"1"}\n{"id":"2"}\n{"id":"\xe2\x80\xa8"}\n'
    client, requests = scripted(
        lambda _: httpx.Response(200, stream=Breaking()), lost, lambda _: httpx.Response(200, content=whole)
    )
    assert [row["id"] for row in client.job_results("job_1")] == ["1", "2", "\u2028"]
    assert len(requests) == 3


@pytest.mark.usefixtures("no_waits")
def test_a_file_of_results_is_whole_or_not_there(tmp_path: Path) -> None:
    def broken(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Breaking())

    path = tmp_path / "verdicts.jsonl"
    client, requests = scripted(busy, broken, lost, lambda _: httpx.Response(200, content=b'{"id":"1"}\n'))
    client.download_results("../job 1", path)
    assert path.read_bytes() == b'{"id":"1"}\n'
    assert {request.url.raw_path for request in requests} == {b"/v1/jobs/..%2Fjob%201/results?format=jsonl"}
    for answer, code in ((lost, "unreachable"), (broken, "unreachable"), (status(404), "unexpected_response")):
        with pytest.raises(ClaimVerifierError) as refusal:
            scripted(answer)[0].download_results("job_1", path, overwrite=True)
        assert refusal.value.code == code
    assert path.read_bytes() == b'{"id":"1"}\n'
    assert list(tmp_path.iterdir()) == [path]

    async def ask(answer: Callable[[httpx.Request], httpx.Response]) -> None:
        async with AsyncClient("http://service", "cvs_x", max_retries=0, transport=httpx.MockTransport(answer)) as one:
            await one.download_results("job_1", tmp_path / "b.jsonl")

    with pytest.raises(ClaimVerifierError):
        asyncio.run(ask(lost))
    assert list(tmp_path.iterdir()) == [path]


def test_csv_for_a_spreadsheet(tmp_path: Path) -> None:
    client, requests = scripted(*[lambda _: httpx.Response(200, content=b"id\n'=1\n")] * 2)
    client.download_results("job_1", tmp_path / "a.csv", format="csv", escape_formulas=True)
    client.download_results("job_1", tmp_path / "b.csv", format="csv")
    asked = [request.url.query for request in requests]
    assert asked == [b"format=csv&escape_formulas=true", b"format=csv"]
    assert (tmp_path / "a.csv").read_bytes() == b"id\n'=1\n"
