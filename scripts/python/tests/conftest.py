"""A real service, started once, with the compact model in both places."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from claim_verifier import Client

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "models" / "claim-nli-compact"
os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
os.environ["NEMO_GUARDRAILS_NO_USAGE_STATS"] = "1"

REPORT = "Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves."


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Address and key."""
    environment = {
        "PATH": os.environ["PATH"],
        "PORT": "0",
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "MODEL_DIR": str(MODEL),
        "EVIDENCE_MODEL_DIR": str(MODEL),
        "RATE_LIMIT_PER_MINUTE": "1000",
    }
    command = ["node", str(ROOT / "dist" / "src" / "cli" / "claim-verifier.js"), "serve"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    key = url = ""
    for line in process.stdout:
        key = key or "".join(re.findall(r"^ {2}(cvs_\w+)$", line))
        url = url or "".join(re.findall(r'Server listening at (http:[^"]+)"', line))
        if '"msg":"ready"' in line:
            break
    assert key and url, "the service ended before it was ready; was it built?"
    yield url, key
    process.terminate()
    process.wait(timeout=250)


@pytest.fixture
def client(service: tuple[str, str]) -> Iterator[Client]:
    with Client(*service) as one:
        yield one
