"""What is answered where there is no answer: one sentence, as RFC 9457 (problem+json) writes it."""

import math
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.responses import Response

from gplsa.answers.written import json_of

MEDIA_TYPE = "application/problem+json"
# `type` is left out, which means about:blank: the status says all that a program needs.
PROBLEM = msgspec.defstruct("Problem", [("title", str), ("status", int), ("detail", str)])


class Problem(Exception):
    """Ends a request with a status and one sentence that says what to do.

    retry_after  seconds, where the same request may do later
    """

    def __init__(
        self,
        status: int,
        sentence: str,
        *,
        retry_after: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status, self.headers = status, dict(headers or {})
        if retry_after is not None:
            self.headers["Retry-After"] = str(max(1, math.ceil(retry_after)))
        content = PROBLEM(HTTPStatus(status).phrase, status, sentence)
        self.body = (json_of(content) + "\n").encode("utf-8", "replace")

    def response(self) -> Response:
        return Response(self.body, self.status, self.headers, MEDIA_TYPE)


def shortened(text: str, longest: int = 60) -> str:
    """Something of a request, fit to be named in a sentence."""
    shown = "".join(character if character.isprintable() else "�" for character in text[:longest])
    return shown if len(text) <= longest else shown + "…"
