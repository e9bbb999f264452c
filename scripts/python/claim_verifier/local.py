"""A client that starts its own service."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from .client import _MAX_RETRIES, _MAX_WAIT_SECONDS, _TIMEOUT_SECONDS, Client
from .errors import ClaimVerifierError

_PROGRAM = "claim-verifier"
_INHERITED = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH")
"""Variables passed to the service. Settings of another service in the environment do not apply to this one."""
_END_SECONDS = 15.0
_KEPT_LINES = 20


class LocalClient(Client):
    """Starts the packaged service for this program alone, and ends it.

    The service listens on a free port of the loopback address, with a key of its own and a data folder that is deleted
    with it. `command` starts it: by default `claim-verifier` on the PATH, or in node_modules of this folder or one
    above it. `settings` are settings of the service, such as {"MIN_CONFIDENCE": "0.8"}; those in the environment do not
    count. Opening takes some seconds and 0.6 GB: open one and share it, by threads too. It is ended by `close`, at the
    end of `with`, or with the program.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        start_timeout: float = 120.0,
        timeout: float = _TIMEOUT_SECONDS,
        max_retries: int = _MAX_RETRIES,
        max_wait: float = _MAX_WAIT_SECONDS,
    ) -> None:
        self._service = _Service(command or _installed(), settings or {})
        atexit.register(self._service.end)
        try:
            url, key = self._service.wait_until_ready(start_timeout)
        except BaseException:
            self._service.end()
            raise
        super().__init__(url, key, timeout=timeout, max_retries=max_retries, max_wait=max_wait)

    def close(self) -> None:
        super().close()
        self._service.end()


class _Service:
    """A process of `claim-verifier serve`."""

    def __init__(self, command: Sequence[str], settings: Mapping[str, str]) -> None:
        self._folder = tempfile.mkdtemp(prefix="claim-verifier-")
        own = {
            "HOST": "127.0.0.1",
            "PORT": "0",
            "DATA_DIR": self._folder,
            "RATE_LIMIT_PER_MINUTE": "1000000",
        }
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        self._ready = threading.Event()
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._url = self._key = ""
        try:
            self._process = subprocess.Popen(
                [*command, "serve"],
                env={**inherited, **settings, **own},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise _failure(f"Expected a program that starts the service, got {' '.join(command)}: {error}") from error
        # Read to the end: a service whose log nobody reads would block.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_until_ready(self, timeout: float) -> tuple[str, str]:
        """Address and key."""
        if not self._ready.wait(timeout):
            raise _failure(f"Expected the service to be ready within {timeout:g} seconds, it is not.{self._said()}")
        if not (self._url and self._key):
            raise _failure(f"Expected a service that is ready, but it ended.{self._said()}")
        return self._url, self._key

    def end(self) -> None:
        """Ends the process and deletes its data; further calls do nothing."""
        atexit.unregister(self.end)
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join(_END_SECONDS)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self) -> None:
        assert self._process.stdout is not None
        url = key = ""
        with self._process.stdout as log:
            for line in log:
                if self._ready.is_set():
                    continue
                self._lines.append(line.rstrip())
                key = key or "".join(re.findall(r"^ {2}(cvs_\w+)$", line))
                url = url or "".join(re.findall(r"Server listening at (http:[^\"]+)\"", line))
                if '"msg":"ready"' in line:
                    self._url, self._key = url, key
                    self._lines.clear()
                    self._ready.set()
        self._ready.set()

    def _said(self) -> str:
        """The end of its output, without the key."""
        lines = [_sentence(line) for line in self._lines if "cvs_" not in line and line.strip()]
        return "".join(f"\n  {line}" for line in lines)


def _sentence(line: str) -> str:
    """A line of the log as text."""
    try:
        entry = json.loads(line)
    except ValueError:
        return line
    return str(entry.get("msg", line)) if isinstance(entry, dict) else line


def _installed() -> Sequence[str]:
    here = Path.cwd()
    folders = [folder / "node_modules" / ".bin" for folder in (here, *here.parents)]
    found = [shutil.which(_PROGRAM), *(shutil.which(_PROGRAM, path=str(folder)) for folder in folders)]
    program = next((one for one in found if one is not None), None)
    if program is None:
        raise _failure(
            f"Expected the program {_PROGRAM} on the PATH or in node_modules of this folder or one above it, got none. "
            "Install the package (src/library/README.md of the service), or give LocalClient its command."
        )
    return [program]


def _failure(message: str) -> ClaimVerifierError:
    return ClaimVerifierError(message, code="unreachable")
