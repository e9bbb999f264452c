"""Responses of the service. Fields have the names of the HTTP API; fields of later versions are kept."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

Verdict = Literal["SUPPORTED", "UNSUPPORTED", "UNCERTAIN"]
Outcome = Literal["pass", "review", "fail"]
SourceFormat = Literal["text", "json", "jsonl", "csv"]
MatchType = Literal["exact_match", "paraphrase_match", "contradiction", "insufficient_evidence"]
OffsetUnit = Literal["utf16", "code_point", "utf8"]
Repair = Literal["remove", "mark"]
JobStatus = Literal["receiving", "queued", "running", "completed", "canceled"]


class _Body(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)


class AuditTrailEntry(_Body):
    """One part of a claim and the part of the source that decided it."""

    claim_span: str
    source_span: str
    match_type: MatchType


class Detail(_Body):
    """Details of a verdict: the other fields of `POST /v1/verify?detail=full` are kept unchanged."""

    outcome: Outcome
    reason_codes: list[str]
    scores: dict[Verdict, float]


class Verification(_Body):
    """The verdict of one claim. `confidence` is the calibrated probability that the verdict is right, 0 to 1.

    `detail` is None unless it was asked for.
    """

    verdict: Verdict
    confidence: float
    reasoning: str
    audit_trail: list[AuditTrailEntry]
    detail: Detail | None = None


class ClaimResult(Verification):
    """The verdict of one claim of several, with its outcome and why parts of it are not supported."""

    outcome: Outcome
    reason_codes: list[str]


class Source(BaseModel):
    """A passage or records that an answer is checked against."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    title: str | None = None
    format: SourceFormat | None = None


class Place(_Body):
    """A place in the answer: `answer[start:end]` is the text, as the client asks for offsets in code points."""

    start: int
    end: int
    text: str


class SourcePlace(Place):
    """A place in a source, with the JSON Pointer of its value where the source has a format other than text."""

    source_id: str
    pointer: str | None = None


class Evidence(SourcePlace):
    """A place of a source that decided a sentence."""

    match_type: MatchType
    entailment: float
    contradiction: float


class Reason(_Body):
    """Why a sentence is not SUPPORTED, with what the source says and what the answer says where a rule knows them."""

    code: str
    expected: SourcePlace | None
    found: Place | None


class Operand(_Body):
    """A number of a source that a calculation used."""

    value: str
    source: str
    start: int
    end: int


class Derivation(_Body):
    """How the number of a sentence follows from numbers of the sources, or that another one follows."""

    operation: str
    operands: list[Operand]
    result: str


class Citation(_Body):
    """The checked citation of a sentence."""

    status: str
    cited: list[str]
    source_id: str | None


class Quotation(Place):
    """Text in quotation marks, looked up in the sources."""

    status: str
    places: list[SourcePlace]


class Sentence(Place):
    """One sentence of an answer. Verdict, confidence and outcome are None where nothing is to be checked."""

    check_required: bool
    skipped: str | None = None
    """`reasoning` for a block in which the model reasons, which is left out."""
    verdict: Verdict | None
    confidence: float | None
    outcome: Outcome | None
    reasons: list[Reason]
    evidence: list[Evidence]
    derivation: Derivation | None = None
    """Only where a calculation decided."""
    citation: Citation | None
    quotations: list[Quotation]


class Counts(_Body):
    """Number of sentences by verdict."""

    sentences: int
    checked: int
    supported: int
    unsupported: int
    uncertain: int
    passed: int


class RepairChange(Place):
    """A change of the answer: `text` there became `replacement`, which is `repaired.text[repaired_start:repaired_end]`."""

    replacement: str
    repaired_start: int
    repaired_end: int
    sentence: int
    action: str
    cause: str


class Repaired(_Body):
    """The answer without the sentences that do not pass, or with marks after them."""

    text: str
    changes: list[RepairChange]


class Risk(_Body):
    """At most `max_wrong` of the answers that pass is wrong, with 95 % certainty, for texts like the rows it was measured on."""

    max_wrong: float
    coverage: float
    rows: int


class Receipt(_Body):
    """Hashes by which an answer can be compared later."""

    report_sha256: str
    request_sha256: str
    models: dict[str, str | None]
    calibration_sha256: str
    version: str


class Answer(_Body):
    """A whole answer, checked. `grounding_score`: the share of its checked sentences that pass, None without any."""

    outcome: Outcome
    verdict: Verdict
    offsets: OffsetUnit
    min_confidence: float
    risk: Risk | None = None
    counts: Counts
    grounding_score: float | None
    sentences: list[Sentence]
    repaired: Repaired | None = None
    receipt: Receipt


class Job(_Body):
    """A file of rows that the service verifies in the background. `errors`: number of error rows by their code."""

    id: str
    name: str | None
    kind: str
    status: JobStatus
    rows: int
    rows_done: int
    errors: dict[str, int]
    rows_per_second: float | None
    estimated_end: datetime | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    expires_at: datetime

    @property
    def has_ended(self) -> bool:
        """Completed or canceled."""
        return self.status in ("completed", "canceled")


class JobList(_Body):
    """A page of jobs, newest first. `next` is the cursor of the next page, None on the last."""

    jobs: list[Job]
    total: int
    next: str | None
