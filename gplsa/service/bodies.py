"""Bodies of requests: as many bytes, and as slowly, as the settings allow; then JSON or lines."""

import asyncio
import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from gplsa.service.fields import Bounds, Text, read_document
from gplsa.service.problems import Problem
from gplsa.wording import MEBIBYTE

JSON = "application/json"
LINES = "application/x-ndjson"


def content_type(request: Request) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


async def read_bytes(request: Request, most: int, seconds: float) -> bytes:
    """The whole body; Problem where it is larger, slower, or of a kind nobody reads here."""
    # Also what keeps pages of other addresses out: a browser sends neither without asking first.
    if content_type(request) not in (JSON, LINES):
        raise Problem(415, f"Send the body as Content-Type: {JSON} or {LINES}.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Problem(415, "Send the body uncompressed.")
    too_large = Problem(
        413, f"The body has more than {most / MEBIBYTE:g} MB: send its documents in several."
    )
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > most:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise too_large
    except TimeoutError as error:
        raise Problem(408, f"The body did not arrive within {seconds:g} seconds.") from error
    except ClientDisconnect as error:
        raise Problem(400, "The body ended early.") from error
    return bytes(body)


def parsed(body: bytes, where: str = "The body") -> Any:
    """The JSON value of some bytes; Problem in one sentence for anything else."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Problem(400, f"{where} is not UTF-8 (at byte {error.start}).") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Problem(400, f"{where} is not JSON: {error.msg} ({place}).") from error
    except RecursionError as error:
        raise Problem(400, f"{where} is nested too deeply.") from error
    except ValueError as error:  # of numbers with thousands of digits, and of NaN
        raise Problem(400, f"{where} holds a number that is none.") from error


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def parsed_lines(body: bytes, bounds: Bounds) -> list[Text]:
    """Documents, one JSON value a line."""
    lines = [line for line in body.split(b"\n") if line.strip()]
    if not lines:
        raise Problem(422, "There is no line in the body: send a document on each.")
    if len(lines) > bounds.documents:
        raise Problem(
            413,
            f"{len(lines):,} documents are more than the {bounds.documents:,} that one request "
            "may hold: send them in several.",
        )
    return [
        read_document(parsed(line, f"Line {number}"), number, bounds)
        for number, line in enumerate(lines, 1)
    ]


def wants_lines(request: Request) -> bool:
    """Whether the answer is to come as JSON lines; Problem where no kind of ours is accepted."""
    accepted = [
        kind.split(";")[0].strip().lower()
        for kind in request.headers.get("accept", "*/*").split(",")
    ]
    for kind in accepted:
        if kind == LINES:
            return True
        if kind in (JSON, "application/*", "*/*", ""):
            return False
    raise Problem(406, f"Answers come as {JSON} or {LINES}: accept one of them.")
