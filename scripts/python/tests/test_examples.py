from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from threading import Thread
from typing import Any

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "scripts" / "examples"


def run(url: str, key: str, *call: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CLAIM_VERIFIER_URL": url, "CLAIM_VERIFIER_API_KEY": key, **more}
    name, *args = call or ("verify.py",)
    command = [sys.executable, str(EXAMPLES / name), *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=250)


def test_the_program_to_copy_prints_its_verdicts(service: tuple[str, str]) -> None:
    lines = run(*service).stdout.splitlines()
    assert [line.split(" ")[-1] for line in lines if "[1]" in line] == ["[1].", "[1]."]
    assert lines[0] in ("SUPPORTED", "UNSUPPORTED", "UNCERTAIN")
    assert len(lines) == 4 and lines[-1] in ("pass", "review", "fail")


def test_it_ends_with_the_sentence_of_the_service(service: tuple[str, str]) -> None:
    refused = run(service[0], "cvs_wrong")
    assert refused.returncode == 1
    assert refused.stderr.startswith("unauthorized: ")


@pytest.fixture
def collector() -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    """The address of a server that accepts everything, and the path and JSON body of each request."""
    received: list[tuple[str, Any]] = []

    class Accept(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            is_json = "json" in self.headers.get("content-type", "")
            parsed = json.loads(body) if is_json else None
            received.append((self.path, parsed))
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"data": []}')

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Accept) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", received
        server.shutdown()


@pytest.mark.skipif(find_spec("langfuse") is None, reason="langfuse is not installed")
def test_langfuse_gets_the_outcome_and_the_score_of_a_trace(
    service: tuple[str, str], collector: tuple[str, list[tuple[str, Any]]]
) -> None:
    url, received = collector
    keys = {"LANGFUSE_PUBLIC_KEY": "pk-lf-1", "LANGFUSE_SECRET_KEY": "sk-lf-1"}
    done = run(*service, "langfuse_scores.py", LANGFUSE_HOST=url, LANGFUSE_BASE_URL=url, **keys)
    assert (done.returncode, done.stdout) == (0, "fail\n"), done.stderr
    scores = [score for path, body in received if path == "/api/public/scores" for score in body]
    assert [(one["name"], one["value"]) for one in scores] == [("groundedness", "fail"), ("grounding_score", 0.5)]
    assert len({one["traceId"] for one in scores}) == 1
    assert "number_differs" in scores[0]["comment"]


@pytest.mark.skipif(find_spec("phoenix") is None, reason="arize-phoenix-client is not installed")
def test_phoenix_gets_an_annotation_of_the_span(
    service: tuple[str, str], collector: tuple[str, list[tuple[str, Any]]]
) -> None:
    url, received = collector
    done = run(*service, "phoenix_annotations.py", "67f6740bbe1ddc3f", PHOENIX_BASE_URL=url)
    assert (done.returncode, done.stdout) == (0, "fail\n"), done.stderr
    [annotation] = next(body for path, body in received if path.startswith("/v1/span_annotations"))["data"]
    assert (annotation["span_id"], annotation["annotator_kind"]) == ("67f6740bbe1ddc3f", "CODE")
    assert (annotation["result"]["label"], annotation["result"]["score"]) == ("fail", 0.5)
    assert "number_differs" in annotation["result"]["explanation"]
