"""HTTP/1.1 of uvicorn, with what it leaves open: time to send a head, to take an answer, to end.

Without these a client that sends a byte a minute, or reads none, keeps a connection for ever.
"""

import asyncio
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gplsa.service.problems import MEDIA_TYPE, Problem

HEAD = 10.0  # seconds for the head of a request, and to read on after one was refused
TAKING = 120.0  # seconds for a client to read what it is sent
MOST_HEAD = 16 * 1024  # bytes
AT_ONCE = 2**15  # bytes read at once, so that others are answered between
LEAST_CHUNK = 32  # bytes of a chunk with its frame, on average: each takes time, however small
MOST_CONNECTIONS = 400


class Protocol(H11Protocol):
    """Closes connections whose client does not go on."""

    _phase = ""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = AT_ONCE  # type: ignore[attr-defined]
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(Problem(503, "Too many connections: try again.", retry_after=5))
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        chunked = any(name == b"transfer-encoding" for name, _ in self.headers or ())
        if chunked and data.count(b"\r\n") * LEAST_CHUNK // 2 > len(data) + 1024:
            self._refuse(Problem(413, "The body comes in tiny chunks: send larger ones."))
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start("taking", TAKING)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._start("", 0)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        message = "This is no HTTP request that can be read, or its head is too large."
        self._refuse(Problem(400, message))

    def _refuse(self, problem: Problem) -> None:
        """Says so where no answer has begun, and ends the connection."""
        headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(problem.body))}
        headers |= problem.headers | {"Connection": "close"}
        sent = (
            h11.Response(status_code=problem.status, headers=list(headers.items())),
            h11.Data(data=problem.body),
            h11.EndOfMessage(),
        )
        # Where an answer has begun nothing more can be said.
        with suppress(h11.LocalProtocolError):
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in sent))
        self.transport.close()

    def _watch(self) -> None:
        """Start the clock of the phase that the connection is in, where it has one."""
        waits = self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE
        self._start("head" if waits else "", HEAD)

    def _start(self, phase: str, seconds: float) -> None:
        if phase != self._phase:
            self._phase = phase
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(seconds, self._too_slow) if phase else None

    def _too_slow(self) -> None:
        if self._phase == "head" and self.conn.trailing_data[0]:
            message = f"The head of the request did not arrive within {HEAD:g} seconds."
            self._refuse(Problem(408, message))
        else:
            self.transport.abort()
