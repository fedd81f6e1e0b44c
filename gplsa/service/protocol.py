"""HTTP/1.1 of uvicorn, with what it leaves open: time to send a head, to take an answer, to end.

Without these a client that sends a byte a minute, or reads none, keeps a connection for ever.
"""

import asyncio
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gplsa.facts import json_of
from gplsa.service.problems import MEDIA_TYPE, problem_facts

HEAD = 10.0  # seconds for the head of a request
REST = 5.0  # seconds to read on after a request was refused, so that the refusal is read, too
TAKING = 120.0  # seconds for a client to read what it is sent
MOST_HEAD = 16 * 1024  # bytes
MOST_CONNECTIONS = 400


class Protocol(H11Protocol):
    """Closes connections whose client does not go on."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._phase = ""
        self._timer: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(503, "Too many connections: try again.")
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(self._timer, self._taking)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop(self._taking)
        self._taking = self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop(self._taking)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "This is no HTTP request that can be read, or its head is too large.")

    def _refuse(self, status: int, sentence: str) -> None:
        """Says so where no answer has begun, and ends the connection."""
        body = json_of(problem_facts(status, sentence)).encode() + b"\n"
        headers = [
            ("Content-Type", MEDIA_TYPE),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            *([("Retry-After", "5")] if status == 503 else []),
        ]
        # Where an answer has begun nothing more can be said.
        with suppress(h11.LocalProtocolError):
            self.transport.write(
                self.conn.send(h11.Response(status_code=status, headers=headers))
                + self.conn.send(h11.Data(data=body))
                + self.conn.send(h11.EndOfMessage())
            )
        self.transport.close()

    def _watch(self) -> None:
        """Start the clock of the phase that the connection is in, where it has one."""
        phase, seconds = "", 0.0
        if self.conn.their_state is h11.IDLE:
            phase, seconds = "head", HEAD
        elif self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.DONE:
            phase, seconds = "rest", REST
        if phase == self._phase:
            return
        self._stop(self._timer)
        self._phase = phase
        if phase:
            self._timer = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        if self._phase == "head" and self.conn.trailing_data[0]:
            self._refuse(408, f"The head of the request did not arrive within {HEAD:g} seconds.")
        else:
            self.transport.abort()

    @staticmethod
    def _stop(*timers: asyncio.TimerHandle | None) -> None:
        for timer in timers:
            if timer is not None:
                timer.cancel()
