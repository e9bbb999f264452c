from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest
from conftest import REPORT

from claim_verifier import AsyncClient, ClaimVerifierError, Client, Source
from claim_verifier._requests import titled


def test_a_claim(client: Client) -> None:
    verification = client.verify("The plant employs 530 people.", REPORT)
    assert verification.detail is None
    detail = client.verify("The plant employs 530 people.", REPORT, detail=True).detail
    assert detail is not None
    assert (detail.outcome, detail.reason_codes) == ("fail", ["number_differs"])
    assert verification.verdict == "UNSUPPORTED"
    assert verification.audit_trail[0].match_type == "contradiction"
    assert 0 <= verification.confidence <= 1


def test_more_claims_than_one_request_takes(client: Client) -> None:
    claims = ["The plant employs 350 people.", "The plant employs 530 people."] * 101
    results = client.verify_many(claims, REPORT)
    assert [(one.verdict, one.outcome) for one in results] == [("SUPPORTED", "pass"), ("UNSUPPORTED", "fail")] * 101
    assert [one.reason_codes for one in results[:2]] == [[], ["number_differs"]]


def test_an_answer_with_offsets_of_python(client: Client) -> None:
    answer = "\N{PARTY POPPER} The plant employs 350 people [report]. The plant employs 530 people [2]."
    checked = client.verify_answer(
        answer, [Source(id="report", text=REPORT, title="Report"), "Demand grew."], citations="brackets"
    )
    assert (checked.outcome, checked.verdict, checked.offsets) == ("fail", "UNSUPPORTED", "code_point")
    assert [one.verdict for one in checked.sentences if one.check_required] == ["SUPPORTED", "UNSUPPORTED"]
    for one in checked.sentences:
        assert answer[one.start : one.end] == one.text
    wrong = checked.sentences[-1]
    assert wrong.citation is not None and wrong.citation.cited == ["2"]
    assert wrong.reasons[0].found is not None and wrong.reasons[0].found.text == "530"


def test_an_answer_checked_against_a_record(client: Client) -> None:
    text = '{"\N{PARTY POPPER}": 1, "deployment": {"status": "failed"}}'
    checked = client.verify_answer("The deployment succeeded.", [Source(id="deploy", text=text, format="json")])
    [evidence] = checked.sentences[0].evidence
    assert (checked.verdict, evidence.pointer) == ("UNSUPPORTED", "/deployment/status")
    assert text[evidence.start : evidence.end] == evidence.text == '"status": "failed"'
    with pytest.raises(ClaimVerifierError, match="sources.0..text must be JSON, got a fault at line 1, column 2."):
        client.verify_answer("It failed.", [{"id": "deploy", "text": "{status}", "format": "json"}])


def test_a_source_of_a_framework_may_have_any_title(client: Client) -> None:
    sources = [titled("a", REPORT, "Annual report. " * 50), titled("b", REPORT, 7)]
    assert client.verify_answer("The plant employs 350 people.", sources).outcome == "pass"
    assert "title" not in sources[1]


def test_a_repaired_answer(client: Client) -> None:
    answer = "\N{PARTY POPPER} The plant employs 350 people. The plant employs 530 people. The plant makes shoes."
    repaired = client.verify_answer(answer, [REPORT], repair="remove").repaired
    assert repaired is not None
    assert repaired.text == "\N{PARTY POPPER} The plant employs 350 people. The plant employs 350 people."
    assert [change.action for change in repaired.changes] == ["corrected", "removed"]
    for change in repaired.changes:
        assert answer[change.start : change.end] == change.text
        assert repaired.text[change.repaired_start : change.repaired_end] == change.replacement
    assert client.verify_answer(answer, [REPORT]).repaired is None


def test_the_same_with_asyncio(service: tuple[str, str]) -> None:
    async def ask() -> None:
        async with AsyncClient(*service) as client:
            claim, answer, many = await asyncio.gather(
                client.verify("The plant employs 350 people.", REPORT),
                client.verify_answer("The plant employs 350 people.", [REPORT]),
                client.verify_many(["The plant employs 350 people."], REPORT),
            )
            assert (claim.verdict, answer.outcome, many[0].verdict) == ("SUPPORTED", "pass", "SUPPORTED")

    asyncio.run(ask())


def test_a_refusal_has_the_code_and_the_sentence_of_the_service(client: Client, service: tuple[str, str]) -> None:
    with pytest.raises(ClaimVerifierError, match="claim must be a string of 1 to 500 characters, got 0.") as refusal:
        client.verify("", REPORT)
    assert (refusal.value.code, refusal.value.status, refusal.value.details["field"]) == ("invalid_request", 400, "claim")
    with Client(service[0], "cvs_wrong") as stranger, pytest.raises(ClaimVerifierError) as refusal:
        stranger.verify("It rose.", "It rose.")
    assert refusal.value.code == "unauthorized"


def test_no_service_and_another_one() -> None:
    with pytest.raises(ClaimVerifierError, match="got no answer") as failure:
        Client("http://127.0.0.1:1", "k", max_retries=0).verify("It rose.", "It rose.")
    assert (failure.value.code, failure.value.status) == ("unreachable", None)
    page = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with pytest.raises(ClaimVerifierError, match="got status 200 and another body") as failure:
        Client("http://127.0.0.1:1", "k", transport=page).verify("It rose.", "It rose.")
    assert failure.value.code == "unexpected_response"


def test_a_client_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIM_VERIFIER_API_KEY", raising=False)
    with pytest.raises(ValueError, match="CLAIM_VERIFIER_API_KEY"):
        Client()


GOOD = {"verdict": "SUPPORTED", "confidence": 0.9, "reasoning": "", "audit_trail": []}
BUSY = {"error": {"code": "service_unavailable", "message": "The service is overloaded.", "details": {}}}


def _answers(*statuses: int, retry_after: str | None = "7") -> tuple[httpx.MockTransport, list[httpx.Request]]:
    seen: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        status = statuses[len(seen)]
        seen.append(request)
        headers = {} if retry_after is None or status == 200 else {"retry-after": retry_after}
        return httpx.Response(status, json=GOOD if status == 200 else BUSY, headers=headers)

    return httpx.MockTransport(handle), seen


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waits: list[float] = []
    monkeypatch.setattr("claim_verifier._http.time.sleep", waits.append)

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("claim_verifier._http.asyncio.sleep", wait)
    return waits


def _sync(transport: httpx.MockTransport, **options: float) -> None:
    Client("http://x", "k", transport=transport, **options).verify("a", "b")  # type: ignore[arg-type]


def _async(transport: httpx.MockTransport, **options: float) -> None:
    asyncio.run(AsyncClient("http://x", "k", transport=transport, **options).verify("a", "b"))  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [_sync, _async])
class TestRetries:
    def test_wait_as_long_as_retry_after_says(self, ask: Callable[..., None], slept: list[float]) -> None:
        transport, seen = _answers(429, 503, 200)
        ask(transport)
        assert (len(seen), slept) == (3, [7.0, 7.0])

    def test_wait_longer_each_time_without_it(self, ask: Callable[..., None], slept: list[float]) -> None:
        transport, _ = _answers(503, 502, 504, 200, retry_after=None)
        ask(transport)
        assert [0.25 * 2**place <= wait <= 0.5 * 2**place for place, wait in enumerate(slept)] == [True] * 3

    def test_end_with_the_last_error(self, ask: Callable[..., None], slept: list[float]) -> None:
        transport, seen = _answers(*[503] * 3)
        with pytest.raises(ClaimVerifierError) as failure:
            ask(transport, max_retries=2)
        assert (failure.value.code, len(seen), len(slept)) == ("service_unavailable", 3, 2)

    def test_do_not_wait_longer_than_asked(self, ask: Callable[..., None], slept: list[float]) -> None:
        transport, seen = _answers(429, 200)
        with pytest.raises(ClaimVerifierError):
            ask(transport, max_wait=6)
        assert (len(seen), slept) == (1, [])

    @pytest.mark.parametrize("status", [400, 401, 403, 500])
    def test_are_not_made_of_other_errors(self, ask: Callable[..., None], slept: list[float], status: int) -> None:
        transport, seen = _answers(status, 200)
        with pytest.raises(ClaimVerifierError):
            ask(transport)
        assert (len(seen), slept) == (1, [])
