"""The OpenAPI document (3.1), made of the table of routes and the types of `gplsa.answers`."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from gplsa.answers.documents import Document
from gplsa.service.call import Route
from gplsa.service.problems import MEDIA_TYPE, PROBLEM
from gplsa.service.reading import LINES
from gplsa.version import VERSION


def document(routes: Sequence[Route], with_tokens: bool) -> dict[str, Any]:
    """What the service answers at /openapi.json; security where it asks for tokens."""
    kinds = dict.fromkeys((Document, PROBLEM))
    for route in routes:
        kinds |= dict.fromkeys((route.asked, route.answer, *route.takes.values()))
    template = "#/components/schemas/{name}"
    schemas, components = msgspec.json.schema_components(kinds, ref_template=template)
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in routes:
        fields = components[route.asked.__name__]
        secured = with_tokens and route.scope is not None
        paths[route.path] = {
            method.lower(): _operation(route, method, schema_of, fields, secured)
            for method in route.methods
        }
    security = {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}
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
        "components": {"schemas": components} | (security if with_tokens else {}),
    }


def _operation(
    route: Route,
    method: str,
    schema_of: Mapping[Any, Any],
    fields: Mapping[str, Any],
    secured: bool,
) -> dict[str, Any]:
    def of(kinds: Mapping[str, Any]) -> dict[str, Any]:
        return {media: {"schema": schema_of[kind]} for media, kind in kinds.items()}

    posted = method == "POST"
    name = route.name if method == route.methods[0] else f"{route.name}_{method.lower()}"
    operation: dict[str, Any] = {"operationId": name, "summary": route.summary}
    statuses = {400, 404, 405, 500, 503}
    if secured:
        operation["security"] = [{"token": [route.scope]}]
        statuses |= {401, 403, 429}
    if posted:
        operation["requestBody"] = {"required": True, "content": of(route.takes)}
        statuses |= {406, 408, 415}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall("{([^{}]+)}", route.path)
    ]
    bodies = list(route.takes.values()) if posted else []
    if any(kind is not route.asked for kind in bodies) or not posted:
        # Where the body is all documents, the other fields stand in the address.
        needed = set(fields["required"]) if route.asked not in bodies else set()
        parameters += [
            {"name": name, "in": "query", "schema": schema, "required": name in needed}
            for name, schema in fields["properties"].items() if name != "documents"
        ]  # fmt: skip
    if parameters:
        operation["parameters"] = parameters
    if parameters or posted:
        statuses |= {413, 422}
    responses, problem = {}, of({MEDIA_TYPE: PROBLEM})
    if route.answer is None:
        statuses.add(403)
    else:
        answers = {route.media: route.answer} | ({LINES: Document} if LINES in route.takes else {})
        responses["200"] = {"description": route.summary, "content": of(answers)}
    for status in sorted(statuses):
        responses[str(status)] = {"description": HTTPStatus(status).phrase, "content": problem}
    return operation | {"responses": responses}
