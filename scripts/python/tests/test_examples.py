from __future__ import annotations

import os
import subprocess
import sys

from conftest import ROOT

EXAMPLE = ROOT / "scripts" / "examples" / "verify.py"


def run(url: str, key: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CLAIM_VERIFIER_URL": url, "CLAIM_VERIFIER_API_KEY": key}
    return subprocess.run([sys.executable, str(EXAMPLE)], env=environment, capture_output=True, text=True, timeout=250)


def test_the_program_to_copy_prints_its_verdicts(service: tuple[str, str]) -> None:
    lines = run(*service).stdout.splitlines()
    assert [line.split(" ")[-1] for line in lines if "[1]" in line] == ["[1].", "[1]."]
    assert lines[0] in ("SUPPORTED", "UNSUPPORTED", "UNCERTAIN")
    assert len(lines) == 4 and lines[-1] in ("pass", "review", "fail")


def test_it_ends_with_the_sentence_of_the_service(service: tuple[str, str]) -> None:
    refused = run(service[0], "cvs_wrong")
    assert refused.returncode == 1
    assert refused.stderr.startswith("unauthorized: ")
