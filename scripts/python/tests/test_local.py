"""The service that the client starts by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from conftest import MODEL, REPORT, ROOT

from claim_verifier import ClaimVerifierError, LocalClient

COMMAND = ["node", str(ROOT / "dist" / "src" / "cli" / "claim-verifier.js")]
SETTINGS = {"MODEL_DIR": str(MODEL), "EVIDENCE_MODEL_DIR": str(MODEL)}


def test_verifies_without_a_service_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PORT", "not for this service")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with LocalClient(COMMAND, settings=SETTINGS) as client:
        url = client._http.settings.url
        assert url.startswith("http://127.0.0.1:")
        assert client.verify("The plant employs 350 people.", REPORT).verdict == "SUPPORTED"
        assert client.verify_answer("The plant employs 530 people.", [REPORT]).verdict == "UNSUPPORTED"
        assert client.jobs().total == 0
        assert len(list(tmp_path.iterdir())) == 1
        refused = httpx.post(f"{url}/v1/verify", json={}, headers={"authorization": "Bearer cvs_other"})
        assert refused.status_code == 401
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/health/live")
    assert list(tmp_path.iterdir()) == []
    client.close()


def test_ends_with_its_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from claim_verifier import LocalClient\n"
        f"client = LocalClient({COMMAND!r}, settings={SETTINGS!r})\n"
        "print(client._http.settings.url)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True, check=True)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{done.stdout.strip()}/health/live")


def test_says_why_the_service_did_not_start() -> None:
    with pytest.raises(ClaimVerifierError, match="but it ended(.|\n)*no-such-folder") as refused:
        LocalClient(COMMAND, settings={"MODEL_DIR": "no-such-folder"})
    assert refused.value.code == "unreachable"


def test_says_what_is_missing_without_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimVerifierError, match="Expected the program claim-verifier on the PATH"):
        LocalClient()
    with pytest.raises(ClaimVerifierError, match="Expected a program that starts the service"):
        LocalClient([str(tmp_path / "none")])
    (tmp_path / "node_modules" / ".bin").mkdir(parents=True)
    found = tmp_path / "node_modules" / ".bin" / "claim-verifier"
    found.write_text("#!/bin/sh\necho this one says nothing else\n")
    found.chmod(0o755)
    with pytest.raises(ClaimVerifierError, match="this one says nothing else"):
        LocalClient()
