"""The OpenAPI document (3.1), made of the table of routes and the schemas."""

from typing import Any

from gplsa.service.bodies import JSON, LINES
from gplsa.service.problems import MEDIA_TYPE
from gplsa.service.routes import ROUTES, Route
from gplsa.service.schemas import COMPONENTS, named
from gplsa.version import VERSION

EVERYWHERE = ("400", "404", "405", "500", "503")
_TOLD = {
    "400": "The request cannot be read.",
    "401": "The token is missing, unknown or expired.",
    "403": "The token is for something else.",
    "404": "There is no such address or model.",
    "405": "The address is asked otherwise.",
    "406": "No such kind of answer.",
    "408": "The body came too slowly.",
    "413": "Too large.",
    "415": "The body is of another kind.",
    "422": "A field is wrong.",
    "429": "The token has used up its minute; Retry-After tells when to go on.",
    "500": "A fault of the service.",
    "503": "Busy, loading or stopping; Retry-After tells when to try again.",
}


def document(with_tokens: bool) -> dict[str, Any]:
    """What the service answers at /openapi.json; security where it asks for tokens."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, with_tokens)
    components: dict[str, Any] = {"schemas": COMPONENTS}
    if with_tokens:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
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
        "components": components,
    }


def _operation(route: Route, with_tokens: bool) -> dict[str, Any]:
    statuses = set(EVERYWHERE)
    operation: dict[str, Any] = {"operationId": route.name, "summary": route.told}
    if route.scope is not None and with_tokens:
        operation["security"] = [{"token": [route.scope]}]
        statuses |= {"401", "403", "429"}
    if parameters := _parameters(route):
        operation["parameters"] = parameters
        statuses.add("422")
    if route.method == "POST":
        operation["requestBody"] = {"required": True, "content": _body(route)}
        statuses |= {"406", "408", "413", "415", "422"}
    operation["responses"] = {"200": _answer(route)} | {
        status: {
            "description": _TOLD[status],
            "content": {MEDIA_TYPE: {"schema": named("Problem")}},
        }
        for status in sorted(statuses)
    }
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    in_path = [
        {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
        for part in route.path.split("/")
        if part.startswith("{")
    ]
    if route.method == "POST" and not route.lines:
        return in_path
    # Of one that takes lines: there they stand in the address, as the body is all documents.
    return in_path + [
        {
            "name": field.name,
            "in": "query",
            "required": field.required and not route.lines,
            "description": field.told,
            "schema": field.schema(),
        }
        for field in route.fields
        if field.kind != "documents"
    ]


def _body(route: Route) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {field.name: field.schema() for field in route.fields},
        "required": [field.name for field in route.fields if field.required],
        "additionalProperties": False,
    }
    lines = {LINES: {"schema": named("DocumentText")}} if route.lines else {}
    return {JSON: {"schema": schema}} | lines


def _answer(route: Route) -> dict[str, Any]:
    if "/" in route.answer:
        content: dict[str, Any] = {route.answer: {"schema": {"type": "string"}}}
    else:
        content = {JSON: {"schema": named(route.answer)}}
    if route.lines:
        content[LINES] = {"schema": named("Document")}
    return {"description": route.told, "content": content}
