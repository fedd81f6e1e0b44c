"""What is answered is what the command line prints, byte for byte, however it is asked for."""

import json

import pytest

from gplsa.cli import main

WAY = {"from": "de", "to": "en"}
LINES = "application/x-ndjson"


def printed(capfdbinary, *arguments: str) -> bytes:
    assert main([*map(str, arguments), "--json"]) == 0
    return capfdbinary.readouterr().out


@pytest.fixture(scope="module")
def folder(tmp_path_factory, letters):
    folder = tmp_path_factory.mktemp("letters")
    for number, text in enumerate(letters):
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def documents(letters):
    return [{"id": f"{number:02}.txt", "text": text} for number, text in enumerate(letters)]


@pytest.mark.parametrize("options", ({}, {"limit": 2, "telling": 0.9}, {"rule": "paper"}), ids=str)
def test_keywords(service, model_file, folder, documents, capfdbinary, options):
    flags = [f"--{name}={value}" for name, value in options.items()]
    told = printed(
        capfdbinary, "keywords", model_file, folder, "--from", "de", "--to", "en", *flags
    )
    answer = service.ask("POST", "/v1/keywords", {**WAY, "documents": documents, **options})
    assert answer.status == 200
    assert answer.body == told


def test_keywords_as_lines_are_the_same_documents(service, documents):
    whole = service.ask("POST", "/v1/keywords", {**WAY, "documents": documents})
    sent = "\n".join(json.dumps(document) for document in documents).encode()
    answer = service.ask(
        "POST", "/v1/keywords?from=de&to=en", sent, Content_Type=LINES, Accept=LINES
    )
    assert answer.headers["content-type"] == LINES
    pieces = answer.body.decode().splitlines()
    head = '{"model": "planted", "from": "de", "to": "en", "documents": ['
    assert whole.body.decode() == head + ", ".join(pieces) + '], "refused": []}\n'


def test_lines_in_and_one_object_out(service, letters):
    sent = "\n".join(map(json.dumps, letters[:3])).encode()
    answer = service.ask("POST", "/v1/keywords?from=de&to=en&top=3", sent, Content_Type=LINES)
    found = answer.json["documents"]
    assert [document["id"] for document in found] == ["1", "2", "3"]
    assert all(len(document["keywords"]) == 3 for document in found)


def test_one_text_alone(service, letters):
    alone = service.ask("POST", "/v1/keywords", {**WAY, "documents": letters[0]})
    listed = service.ask("POST", "/v1/keywords", {**WAY, "documents": [letters[0]]})
    assert alone.body == listed.body


def test_evidence_can_be_left_out(service, letters):
    asked = {**WAY, "documents": letters[:2], "evidence": False}
    found = service.ask("POST", "/v1/keywords", asked).json["documents"]
    assert all("evidence" not in word for document in found for word in document["keywords"])


def test_what_is_told_of_a_document_depends_on_no_other(service, letters):
    """Words that nobody knows, too, of which several stand equally often."""
    strange = " ".join(f"{letter}uq{letter}ix" for letter in "vkzbwyhgx")
    texts = [f"{strange} {text} {strange[::-1]}" for text in letters]
    together = service.ask("POST", "/v1/keywords", {**WAY, "documents": texts}).json["documents"]
    for text, among in list(zip(texts, together, strict=True))[::3]:
        asked = {**WAY, "documents": [{"id": among["id"], "text": text}]}
        assert service.ask("POST", "/v1/keywords", asked).json["documents"] == [among]
        assert len(among["unknown_words"]) > 9


def test_topics(service, model_file, capfdbinary):
    told = printed(capfdbinary, "topics", model_file, "--n-words", "3", "--relevance", "0.2")
    answer = service.ask("GET", "/v1/models/planted/topics?n_words=3&relevance=0.2")
    assert answer.body == told


def test_search(service, model_file, letters, capfdbinary):
    way = ("--from", "de", "--to", "en", "--limit", "4")
    told = printed(capfdbinary, "search", model_file, letters[0], *way)
    asked = {**WAY, "text": letters[0], "limit": 4, "model": "planted"}
    assert service.ask("POST", "/v1/search", asked).body == told


def test_concordance(service, model_file, letters, capfdbinary):
    word = letters[0].split()[0]
    way = ("--from", "de", "--to", "en", "--limit", "5", "--sort", "after")
    told = printed(capfdbinary, "concordance", model_file, word, *way)
    address = f"/v1/concordance?word={word}&from=de&to=en&limit=5&sort=after"
    assert service.ask("GET", address).body == told
    posted = {**WAY, "word": word, "limit": 5, "sort": "after"}
    assert service.ask("POST", "/v1/concordance", posted).body == told
    assert json.loads(told)["lines"]


def test_old_names_of_fields_are_taken(service, letters):
    word = letters[0].split()[0]
    for route, asked, old, new in (
        ("keywords", {"documents": letters[:1]}, "top", "limit"),
        ("search", {"text": letters[0]}, "top", "limit"),
        ("concordance", {"word": word}, "lines", "limit"),
    ):
        answers = [
            service.ask("POST", f"/v1/{route}", {**WAY, **asked, name: 2}) for name in (old, new)
        ]
        assert answers[0].status == 200
        assert answers[0].body == answers[1].body
    addresses = [f"/v1/models/planted/topics?{name}=2" for name in ("top", "n_words")]
    assert len({service.ask("GET", address).body for address in addresses}) == 1
    schemas = service.ask("GET", "/openapi.json").json["components"]["schemas"]
    assert schemas["KeywordsAsked"]["properties"]["top"]["deprecated"]


def test_models(service):
    (model,) = service.ask("GET", "/v1/models").json["models"]
    assert (model["name"], model["documents"], model["topics"]) == ("planted", 60, 5)
    assert {"from": "de", "to": "en"} in model["directions"]


def test_health_and_head(service):
    assert service.ask("GET", "/healthz").json == {"status": "ok"}
    assert service.ask("GET", "/readyz").json == {"status": "ready"}
    head = service.ask("HEAD", "/healthz")
    assert (head.status, head.body) == (200, b"")


def test_the_log_holds_no_text(start, letters):
    running = start()
    word = letters[0].split()[0]
    running.ask("POST", "/v1/keywords", {**WAY, "documents": letters[:2]})
    running.ask("GET", f"/v1/concordance?word={word}&from=de&to=en")
    running.ask("GET", f"/{word}?{word}={word}")
    running.ask("POST", "/v1/keywords", {**WAY, "documents": [], word: word})
    running.stop()
    lines = running.told("request")
    assert [line["status"] for line in lines if line["route"] != "readyz"] == [200, 200, 404, 422]
    (told,) = [line for line in lines if "documents" in line]
    assert (told["route"], told["documents"], told["model"]) == ("keywords", 2, "planted")
    assert word not in running.log.getvalue()
