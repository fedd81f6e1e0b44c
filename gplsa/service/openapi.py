"""The OpenAPI document (3.1), made of the table of routes and the types of what is asked."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from gplsa.service.asked import DocumentText
from gplsa.service.problems import MEDIA_TYPE
from gplsa.version import VERSION

if TYPE_CHECKING:
    from gplsa.service.routes import Route

JSON = "application/json"
LINES = "application/x-ndjson"
_TOKEN = {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}
_REF = "#/components/schemas/{name}"
_SHARE = Annotated[float, msgspec.Meta(ge=0)]
_WAY = {"from": str, "to": str}
_SHARES = [{"number": int, "share": _SHARE}]
_PLACES = [list[int]]

# What is answered: of each field its type, another shape, or its name; [ ] are lists. Those with ?
# may be missing.
# fmt: off
SHAPES: dict[str, Any] = {
    "Models": {"models": ["Model"]},
    "Model": {"name": str, "title": str, "documents": int, "topics": int, "directions": [_WAY],
              "sides": [{"name": str, "kind": str, "language": str}], "check": str | None,
              "digest": str},
    "Topics": {"model": str, "documents": int, "topics": ["Topic"]},
    "Topic": {"number": int, "name": str, "hidden": bool, "filler": str, "share": _SHARE,
              "agreement": _SHARE | None, "words": "Words"},
    "Word": {"word": str, "probability": _SHARE},
    "Keywords": {"model": str, **_WAY, "documents": ["Document"], "refused": [str]},
    "Document": {"id": str, "keywords": ["Keyword"], "confidence": _SHARE, "held_back": int,
                 "unknown_share": _SHARE, "unknown_words": [str], "names": [str],
                 "numbers": [str], "topics": _SHARES,
                 "nearest": [{"id": str, "title": str, "similarity": float}]},
    "Keyword": {"word": str, "probability": _SHARE, "score": float, "evidence?": "Evidence"},
    "Evidence": {"source_words": [{"word": str, "share": _SHARE}], "topics": _SHARES,
                 "witness": {"word": str, "n_both": int, "n_source": int}, "pairs": [str]},
    "Search": {"searched": int, "unknown_words": [str], "hits": ["Hit"]},
    "Hit": {"id": str, "score": float, "title": str, "text": str, "topics": _SHARES,
            "words": [{"asked": str, "found": str}]},
    "Concordance": {"word": str, **_WAY, "pairs": int, "all_known": bool,
                    "partners": ["Partner"], "lines": ["Line"], "known": [str]},
    "Partner": {"word": str, "lines": int, "of": int, "doubtful": bool},
    "Line": {"id": str, "source": str, "source_places": _PLACES, "target": str,
             "target_places": _PLACES, "partner": str},
    "State": {"status": str}, "OpenAPI": dict[str, Any],
    "Problem": {"title": str, "status": int, "detail": str},
}
# fmt: on


def document(routes: Sequence["Route"], with_tokens: bool) -> dict[str, Any]:
    """What the service answers at /openapi.json; security where it asks for tokens."""
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, with_tokens)
    kinds = {DocumentText, *(route.fields for route in routes)}
    asked = msgspec.json.schema_components(kinds, ref_template=_REF)[1]
    words = {"type": "object", "additionalProperties": schema(["Word"])}
    shapes = {name: schema(shape) for name, shape in SHAPES.items()} | {"Words": words}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "gplsa",
            "version": VERSION,
            "description": "Topics and keywords of paired collections, for programs that ask.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Beside this document, under whatever path a proxy puts it.
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {"schemas": asked | shapes} | (_TOKEN if with_tokens else {}),
    }


def schema(shape: Any) -> dict[str, Any]:
    """A shape as JSON Schema."""
    if isinstance(shape, str):
        return {"$ref": _REF.format(name=shape)}
    if isinstance(shape, list):
        return {"type": "array", "items": schema(shape[0])}
    if not isinstance(shape, dict):
        return msgspec.json.schema(shape)
    return {
        "type": "object",
        "properties": {name.rstrip("?"): schema(one) for name, one in shape.items()},
        "required": [name for name in shape if not name.endswith("?")],
        "additionalProperties": False,
    }


def _operation(route: "Route", with_tokens: bool) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": route.name, "summary": route.told}
    statuses = {400, 404, 405, 500, 503}
    if route.scope is not None and with_tokens:
        operation["security"] = [{"token": [route.scope]}]
        statuses |= {401, 403, 429}
    fields = msgspec.json.schema(route.fields)["$defs"][route.fields.__name__]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall("{([^{}]+)}", route.path)
    ]
    answer: dict[str, Any] = {JSON: {"schema": schema(route.answer)}}
    if "/" in route.answer:
        answer = {route.answer: {"schema": {"type": "string"}}}
    if route.method == "POST":
        body = {JSON: {"schema": schema(route.fields.__name__)}}
        statuses |= {406, 408, 413, 415, 422}
        if route.lines:
            # The other fields then stand in the address, as the body is all documents.
            body[LINES] = {"schema": schema("DocumentText")}
            answer[LINES] = {"schema": schema("Document")}
        operation["requestBody"] = {"required": True, "content": body}
    if route.method != "POST" or route.lines:
        parameters += [
            {"name": name, "in": "query", "schema": kind,
             "required": name in fields["required"] and not route.lines}
            for name, kind in fields["properties"].items() if name != "documents"
        ]  # fmt: skip
    if parameters:
        operation["parameters"] = parameters
        statuses |= {413, 422}
    problem = {MEDIA_TYPE: {"schema": schema("Problem")}}
    operation["responses"] = {"200": {"description": route.told, "content": answer}} | {
        str(status): {"description": HTTPStatus(status).phrase, "content": problem}
        for status in sorted(statuses)
    }
    return operation
