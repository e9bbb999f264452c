"""Client of the claim verification service."""

from .batch import print_progress, verify_frame, verify_jsonl, verify_rows
from .client import AsyncClient, Client
from .errors import ClaimVerifierError
from .local import LocalClient
from .models import (
    Answer,
    AuditTrailEntry,
    Citation,
    ClaimResult,
    Counts,
    Detail,
    Evidence,
    Job,
    JobList,
    JobWebhook,
    Place,
    Quotation,
    Reason,
    Receipt,
    RepairChange,
    Repaired,
    Sentence,
    Source,
    SourcePlace,
    Verification,
)

__all__ = [
    "Answer",
    "AsyncClient",
    "AuditTrailEntry",
    "Citation",
    "ClaimResult",
    "ClaimVerifierError",
    "Client",
    "Counts",
    "Detail",
    "Evidence",
    "Job",
    "JobList",
    "JobWebhook",
    "LocalClient",
    "Place",
    "Quotation",
    "Reason",
    "Receipt",
    "RepairChange",
    "Repaired",
    "Sentence",
    "Source",
    "SourcePlace",
    "Verification",
    "print_progress",
    "verify_frame",
    "verify_jsonl",
    "verify_rows",
]
