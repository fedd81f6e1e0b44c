"""The routes of Annif: a project is a side of a model that headings were learned from."""

from collections.abc import Sequence
from functools import partial

from starlette.responses import Response

from gplsa.answers import annif
from gplsa.answers.headings import HeadingsAsked
from gplsa.corpus.corpus import TEXT
from gplsa.headings.vocabulary import ANY
from gplsa.model.headings import suggester_of_model
from gplsa.service.call import Call, Route, json_response
from gplsa.service.models import Served
from gplsa.service.problems import Problem, shortened
from gplsa.service.reading import FORM, JSON
from gplsa.text.languages import likely_languages
from gplsa.version import VERSION


def _projects(call: Call) -> dict[str, tuple[Served, str]]:
    """The models and sides that may be asked, by the ids of their projects."""
    return {
        f"{one.name}-{side}": (one, side)
        for one in call.allowed()
        if one.model.suggester is not None
        for side in one.model.suggester.sides
        if one.model.corpus.kind(side) == TEXT and one.model.suggester.suggests_from(side)
    }


def _project(call: Call) -> tuple[Served, str]:
    """The one that is named in the address."""
    name, projects = call.request.path_params["project_id"], _projects(call)
    if name not in projects:
        known = ", ".join(projects) or "none"
        raise Problem(404, f"There is no project “{shortened(name)}” here; there is: {known}.")
    served, _ = found = projects[name]
    call.facts["model"] = served.name
    return found


def _vocabulary(served: Served) -> annif.Vocabulary:
    vocabulary = suggester_of_model(served.model).vocabulary
    languages = [language for language in vocabulary.languages if language != ANY]
    return annif.Vocabulary(served.name, languages, len(vocabulary), loaded=True)


def _described(name: str, served: Served, side: str) -> annif.Project:
    language, vocabulary = served.model.corpus.languages.get(side) or side, _vocabulary(served)
    labels = [code for code in (language, *vocabulary.languages) if code in vocabulary.languages]
    return annif.Project(
        project_id=name,
        name=f"{served.model.name} ({side})",
        language=language,
        backend=annif.ProjectBackend("gplsa"),
        vocab=vocabulary,
        vocab_language=labels[0] if labels else None,
        is_trained=True,
        modification_time=served.changed,
    )


async def api_info(_call: Call) -> Response:
    """What answers."""
    return json_response(annif.ApiInfo("gplsa", VERSION))


async def projects(call: Call) -> Response:
    """Annif's projects: each is a side of a model that leads to headings."""
    await call.read()
    found = _projects(call)
    return await call.answer(lambda: annif.ProjectList([_described(n, *found[n]) for n in found]))


async def project(call: Call) -> Response:
    """One project."""
    await call.read()
    name, found = call.request.path_params["project_id"], _project(call)
    return await call.answer(lambda: _described(name, *found))


async def vocabs(call: Call) -> Response:
    """The vocabularies of headings, each under the name of its model."""
    await call.read()
    by_name = {served.name: served for served, _ in _projects(call).values()}
    return await call.answer(lambda: annif.VocabularyList([*map(_vocabulary, by_name.values())]))


async def suggest(call: Call) -> Response:
    project, asked = _project(call), await call.read()
    (found,) = await _suggested(call, [annif.BatchDocument(asked.text, "1")], asked, *project)
    return await call.answer(lambda: annif.SuggestionResultList(found.results))


async def suggest_batch(call: Call) -> Response:
    project, asked = _project(call), await call.read()
    found = await _suggested(call, asked.documents, asked, *project)
    return await call.answer(lambda: found)


async def _suggested(
    call: Call,
    documents: Sequence[annif.BatchDocument],
    asked: annif.SuggestAsked,
    served: Served,
    side: str,
) -> list[annif.BatchSuggestionResult]:
    vocabulary = _vocabulary(served)
    if asked.language is not None and asked.language not in vocabulary.languages:
        known = ", ".join(vocabulary.languages) or "none"
        message = f"No label is of the language “{shortened(asked.language)}”; there is: {known}."
        raise Problem(400, message)
    call.count(len(documents))
    question = HeadingsAsked(
        from_=side, documents=[], limit=asked.limit, threshold=asked.threshold,
        language=asked.language,
    )  # fmt: skip

    pieces = call.in_turns(documents, partial(question.of, served.model))
    return [
        annif.BatchSuggestionResult(one.id, [*map(annif.SuggestionResult.of, one.headings)])
        async for piece in pieces
        for one in piece
    ]


async def learn(call: Call) -> Response:
    """Refused: nothing is learned from what is sent here."""
    _project(call)
    message = "This service learns nothing from requests: train the model anew with these records, "
    raise Problem(403, message + "and put its file in the place of the old one.")


async def detect_language(call: Call) -> Response:
    asked = await call.read()
    found = await call.compute(lambda: likely_languages(asked.text, asked.languages))
    if unknown := set(asked.languages) - {language for language, _ in found}:
        raise Problem(400, f"Languages that are not known here: {', '.join(sorted(unknown))}.")
    if not any(map(str.isalpha, asked.text)):
        found = [(None, 1.0)]
    return json_response(annif.DetectedLanguages([annif.DetectedLanguage(*one) for one in found]))


GET, POST = ("GET",), ("POST",)
PROJECT = "/v1/projects/{project_id}"
# fmt: off
ROUTES = (
    Route("api_info", GET, "/v1/", "models", annif.ApiInfo, api_info),
    Route("projects", GET, "/v1/projects", "models", annif.ProjectList, projects),
    Route("project", GET, PROJECT, "models", annif.Project, project),
    Route("suggest", POST, f"{PROJECT}/suggest", "headings", annif.SuggestionResultList, suggest,
          annif.SuggestTextAsked, {FORM: annif.SuggestTextAsked}),
    Route("suggest_batch", POST, f"{PROJECT}/suggest-batch", "headings",
          list[annif.BatchSuggestionResult], suggest_batch, annif.SuggestBatchAsked,
          {JSON: annif.SuggestBatch}),
    Route("learn", POST, f"{PROJECT}/learn", "headings", None, learn,
          bodies={JSON: list[annif.IndexedDocument]}),
    Route("vocabs", GET, "/v1/vocabs", "models", annif.VocabularyList, vocabs),
    Route("detect_language", POST, "/v1/detect-language", "headings", annif.DetectedLanguages,
          detect_language, annif.DetectLanguageAsked),
)
# fmt: on
