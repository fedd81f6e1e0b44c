"""Programs written for Annif, by its own client: what they ask is answered, in its shapes."""

import json
from datetime import datetime

import pytest
import requests
from annif_client import AnnifClient

import gplsa
from gplsa.cli import main
from gplsa.service.reading import FORM
from gplsa.service.tokens import add_token

PROJECT = "planted-de"


def client_of(running) -> AnnifClient:
    return AnnifClient(f"http://127.0.0.1:{running.port}/v1/")


@pytest.fixture
def annif(service):
    return client_of(service)


def refused(asking, *arguments, **more):
    """Status and sentence of what the client raises."""
    with pytest.raises(requests.HTTPError) as raised:
        asking(*arguments, **more)
    answer = raised.value.response
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["detail"]


def test_what_there_is(annif):
    assert annif.api_info["title"] == "gplsa"
    assert [one["project_id"] for one in annif.projects] == [PROJECT, "planted-en"]
    project = annif.get_project(PROJECT)
    assert project in annif.projects
    assert (project["language"], project["is_trained"]) == ("de", True)
    assert project["backend"] == {"backend_id": "gplsa"}
    assert (project["vocab"]["vocab_id"], project["vocab"]["size"]) == ("planted", 5)
    assert datetime.fromisoformat(project["modification_time"]).tzinfo is not None
    with pytest.raises(ValueError, match="no project “nothing” here; there is: planted-de"):
        annif.get_project("nothing")


def test_vocabularies(service, annif):
    answer = service.ask("GET", "/v1/vocabs").json
    assert answer == {"vocabs": [annif.get_project(PROJECT)["vocab"]]}


def test_suggestions_are_those_of_the_command_line(annif, model_file, letters, tmp_path, capsys):
    """With score and probability alike, and the evidence."""
    (tmp_path / "letter.txt").write_text(letters[1], "utf-8")
    arguments = ["headings", str(model_file), str(tmp_path / "letter.txt"), "--from", "de"]
    assert main([*arguments, "--limit", "3", "--json"]) == 0
    (printed,) = json.loads(capsys.readouterr().out)["documents"]
    found = annif.suggest(PROJECT, letters[1], limit=3)
    same = ("uri", "label", "probability", "evidence")
    told = [{name: one[name] for name in same} for one in printed["headings"]]
    assert [{name: one[name] for name in same} for one in found] == told and told
    best = found[0]
    assert best["label"] == "1" and best["notation"] is None
    assert best["score"] == best["probability"] > 0.5
    assert best["evidence"]["used"] == 12 and best["evidence"]["records"]


def test_limit_and_threshold(annif, letters):
    usual = annif.suggest(PROJECT, letters[0])
    assert 1 <= len(usual) <= 5
    assert annif.suggest(PROJECT, letters[0], threshold=0.5) == usual[:1]
    assert annif.suggest(PROJECT, letters[0], limit=0) == []
    status, told = refused(annif.suggest, PROJECT, letters[0], limit="many")
    assert (status, "Expected `int`" in told) == (422, True)


def test_a_batch_is_the_same_one_by_one(annif, letters):
    documents = [{"text": text, "document_id": f"n{n}"} for n, text in enumerate(letters[:10])]
    documents[3]["metadata"] = {"title": "nothing"}
    found = annif.suggest_batch(PROJECT, documents, limit=2, threshold=0.1)
    assert [one["document_id"] for one in found] == [one["document_id"] for one in documents]
    for document, one in zip(documents, found, strict=True):
        alone = annif.suggest(PROJECT, document["text"], limit=2, threshold=0.1)
        assert [each["uri"] for each in alone] == [each["uri"] for each in one["results"]]
    status, told = refused(annif.suggest_batch, PROJECT, [{"text": "a"}] * 33)
    assert (status, "length <= 32" in told) == (413, True)
    with pytest.raises(ValueError, match="no project"):
        annif.suggest_batch("nothing", documents)


def test_labels_are_of_a_language_that_there_is(service, letters):
    sent = f"language=fi&text={letters[0].split()[0]}".encode()
    answer = service.ask("POST", f"/v1/projects/{PROJECT}/suggest", sent, Content_Type=FORM)
    assert answer.status == 400
    assert answer.json["detail"].startswith("No label is of the language “fi”; there is: ")
    more = b"&metadata_title=a" + sent.removeprefix(b"language=fi")
    answer = service.ask("POST", f"/v1/projects/{PROJECT}/suggest", more, Content_Type=FORM)
    assert answer.status == 200


def test_forms_that_are_wrong_are_refused(service):
    def refusal(sent, **headers):
        path = f"/v1/projects/{PROJECT}/suggest"
        answer = service.ask("POST", path, sent, Content_Type=FORM, **headers)
        return answer.status, answer.json["detail"]

    assert refusal(b"a=b&" * 1_000_000) == (413, "The form has more than 100 fields.")
    assert refusal(b"text=a\xff")[0] == 400
    assert refusal(b"text=a&text=b")[0] == refusal(b"text=a&limit=1_0")[0] == 422
    assert refusal(b"text=%00")[1].startswith("“text” holds the character NUL")
    # A browser sends forms of pages of others without asking first.
    assert refusal(b"text=a", Origin="http://evil.example")[0] == 403


def test_learning_is_refused_and_said(annif):
    documents = [{"text": "a", "subjects": [{"uri": "1"}]}]
    status, told = refused(annif.learn, PROJECT, documents)
    assert (status, "learns nothing from requests: train the model anew" in told) == (403, True)
    with pytest.raises(ValueError, match="no project"):
        annif.learn("nothing", documents)


def test_languages(annif):
    text = "Das Schiff liegt seit gestern im Hafen und wartet auf die Flut."
    found = annif.detect_language(text, ["en", "de", "fi"])["results"]
    assert found[0]["language"] == "de" and found[0]["score"] > 0.9
    assert sum(one["score"] for one in found) == pytest.approx(1)
    assert annif.detect_language("1984", ["en", "de"])["results"] == [
        {"language": None, "score": 1.0}
    ]
    status, told = refused(annif.detect_language, text, ["de", "xx"])
    assert (status, told) == (400, "Languages that are not known here: xx.")


def test_a_side_taught_by_pairs_alone_is_a_project_too(start, model_file, tmp_path, letters):
    model = gplsa.load(model_file)
    german = model.suggester.calibrated.pop("de")
    model.suggester.pair_calibrators["de"] = german.calibrator
    model.save(tmp_path / "planted.gplsa")
    annif = client_of(start(models=(tmp_path / "planted.gplsa",)))
    assert [one["project_id"] for one in annif.projects] == [PROJECT, "planted-en"]
    assert annif.suggest(PROJECT, letters[0])


def test_a_token_has_its_scope_and_its_models(start, tmp_path, letters):
    file = tmp_path / "tokens"
    values = {
        "all": add_token(file, "all"),
        "keywords": add_token(file, "keywords", scopes=("keywords", "models")),
        "others": add_token(file, "others", models=("letters",)),
    }
    running = start(tokens=file)

    def annif(name):
        client = client_of(running)
        client._headers["Authorization"] = f"Bearer {values[name]}"
        return client

    assert refused(client_of(running).suggest, PROJECT, letters[0])[0] == 401
    assert annif("all").suggest(PROJECT, letters[0])
    assert refused(annif("keywords").suggest, PROJECT, letters[0])[0] == 403
    assert annif("keywords").projects and annif("others").projects == []
    with pytest.raises(ValueError, match="there is: none"):
        annif("others").suggest(PROJECT, letters[0])
