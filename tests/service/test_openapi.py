"""The OpenAPI document against the routes, and every answer against the document."""

from urllib.parse import urlencode

import jsonschema
import pytest

from gplsa.service.openapi import document
from gplsa.service.reading import FORM, JSON
from gplsa.service.routes import ROUTES
from gplsa.service.tokens import add_token

WAY = {"from": "de", "to": "en"}
TYPES = {"application/json", "application/problem+json", "application/x-ndjson", "text/plain"}


def check(content, schema, described):
    """ValidationError where the content is not as the document says."""
    whole = {**schema, "components": described["components"]}
    jsonschema.Draft202012Validator(whole).validate(content)


def test_every_route_is_described_and_answered(service):
    described = service.ask("GET", "/openapi.json").json
    assert described == document(ROUTES, with_tokens=False)
    operations = {
        (path, method.upper())
        for path, by_method in described["paths"].items()
        for method in by_method
    }
    assert operations == {(route.path, method) for route in ROUTES for method in route.methods}


def test_all_schemas_are_schemas_and_all_references_lead_somewhere():
    described = document(ROUTES, with_tokens=True)
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    pending, seen = [described], 0
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if "$ref" in value:
                name = value["$ref"].removeprefix("#/components/schemas/")
                assert name in described["components"]["schemas"]
                seen += 1
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    assert seen > 20


def asked_of(route, method, word):
    """A request of a route that is answered: path, and content of the body."""
    path = route.path.replace("{name}", "planted").replace("{project_id}", "planted-de")
    if (route.name, method) == ("concordance", "GET"):
        return f"{path}?word={word}&from=de&to=en", None
    contents = {
        "keywords": {**WAY, "documents": [word, {"id": "b", "text": word}]},
        "search": {**WAY, "text": word},
        "concordance": {**WAY, "word": word},
        "suggest": {"text": word},
        "suggest_batch": {"documents": [{"text": word, "document_id": "a"}]},
        "learn": [{"text": word, "subjects": [{"uri": "1"}]}],
        "detect_language": {"text": word, "languages": ["de", "en"]},
    }
    return path, contents.get(route.name)


@pytest.mark.parametrize(
    ("route", "method"),
    [(route, method) for route in ROUTES for method in route.methods],
    ids=lambda value: getattr(value, "name", value),
)
def test_answers_are_as_described(service, letters, route, method):
    described = service.ask("GET", "/openapi.json").json
    path, content = asked_of(route, method, letters[0].split()[0])
    sent, headers = content, {}
    if FORM in route.takes:
        sent, headers = urlencode(content).encode(), {"Content_Type": FORM}
    answer = service.ask(method, path, sent, **headers)
    status = 403 if route.answer is None else 200
    assert answer.status == status
    operation = described["paths"][route.path][method.lower()]
    answers = operation["responses"][str(status)]["content"]
    media_type = answer.headers["content-type"].split(";")[0]
    assert media_type in answers and media_type in TYPES
    if media_type != "text/plain":
        check(answer.json, answers[media_type]["schema"], described)
    if content is not None:
        schema = operation["requestBody"]["content"][FORM if headers else JSON]["schema"]
        check(content, schema, described)
        wrong = {**content, "form": "de"} if isinstance(content, dict) else "de"
        with pytest.raises(jsonschema.ValidationError):
            check(wrong, schema, described)


def test_a_wrong_answer_is_noticed(service):
    described = service.ask("GET", "/openapi.json").json
    answer = service.ask("GET", "/v1/models").json
    answer["models"][0]["topics"] = "five"
    with pytest.raises(jsonschema.ValidationError):
        check(answer, {"$ref": "#/components/schemas/Models"}, described)


def test_lines_and_problems_are_as_described(service, letters):
    described = service.ask("GET", "/openapi.json").json
    answer = service.ask(
        "POST",
        "/v1/keywords",
        {**WAY, "documents": letters[:2]},
        Accept="application/x-ndjson",
    )
    for line in answer.lines:
        check(line, {"$ref": "#/components/schemas/Document"}, described)
    problem = service.ask("POST", "/v1/keywords", {})
    assert problem.headers["content-type"] == "application/problem+json"
    check(problem.json, {"$ref": "#/components/schemas/Problem"}, described)
    responses = described["paths"]["/v1/keywords"]["post"]["responses"]
    assert str(problem.status) in responses


def test_parameters_of_lines_stand_in_the_address(service):
    described = service.ask("GET", "/openapi.json").json
    named = {p["name"] for p in described["paths"]["/v1/keywords"]["post"]["parameters"]}
    asked = described["components"]["schemas"]["KeywordsAsked"]["properties"]
    assert named == asked.keys() - {"documents"} and len(named) > 6


def test_tokens_are_described_where_they_are_asked_for(start, tmp_path):
    add_token(tmp_path / "tokens", "one")
    described = start(tokens=tmp_path / "tokens").ask("GET", "/openapi.json").json
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for route in ROUTES:
        for operation in described["paths"][route.path].values():
            assert ("security" in operation) == (route.scope is not None)
