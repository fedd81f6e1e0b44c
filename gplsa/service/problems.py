"""What is answered where there is no answer: one sentence, as RFC 9457 (problem+json) writes it."""

import math
from collections.abc import Mapping
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.responses import Response

from gplsa.errors import InputError
from gplsa.facts import json_of

MEDIA_TYPE = "application/problem+json"


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
        # `type` is left out, which means about:blank: the status says all that a program needs.
        facts = {"title": HTTPStatus(status).phrase, "status": status, "detail": sentence}
        self.body = (json_of(facts) + "\n").encode("utf-8", "replace")

    def response(self) -> Response:
        return Response(self.body, self.status, self.headers, MEDIA_TYPE)


def problem_of(error: Exception, method: str, seconds: float) -> Problem | None:
    """What is answered in the place of what failed after so many seconds; None: a fault of ours."""
    match error:
        case Problem():
            return error
        case InputError():
            return Problem(422, " ".join(str(error).split()))
        case MemoryError():
            return Problem(503, "This is more than the memory holds now.", retry_after=30)
        case TimeoutError():
            told = f"This took longer than {seconds:g} seconds: send fewer documents at once."
            return Problem(503, told, retry_after=5)
        case HTTPException(status_code=405):
            told = f"This address is not asked by {shortened(method)}."
            return Problem(405, told, headers=error.headers)
        case HTTPException():
            told = "There is nothing at this address; /openapi.json tells what there is."
            return Problem(404, told)
    return None


def shortened(text: str, longest: int = 60) -> str:
    """Something of a request, fit to be named in a sentence."""
    shown = "".join(character if character.isprintable() else "�" for character in text[:longest])
    return shown if len(text) <= longest else shown + "…"
