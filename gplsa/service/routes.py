"""The one table of routes: what may be asked, by whom, and what comes back."""

from dataclasses import dataclass

from gplsa.names import LINE_SORTS, RULES
from gplsa.service.fields import Field
from gplsa.trained.keywords import MOST_KEYWORDS
from gplsa.trained.topics.shown import RELEVANCE

LINES_MOST = 50


@dataclass(frozen=True)
class Route:
    """One thing to ask.

    name     of the operation and in the metrics;  scope  that a token needs, None for anybody
    fields   of the address of a GET, of the body of a POST;  answer  a schema, or a media type
    lines    whether it also reads and writes JSON lines, its fields then in the address
    """

    name: str
    method: str
    path: str
    scope: str | None
    told: str
    answer: str
    fields: tuple[Field, ...] = ()
    lines: bool = False


MODEL = Field("model", "string", "The name of a model, where several are served.")
FROM = Field("from", "string", "The side that is given.", required=True)
TO = Field("to", "string", "The side that is asked for.", required=True)

KEYWORDS = (
    MODEL,
    FROM,
    TO,
    Field("documents", "documents", "One text or many.", required=True),
    Field("top", "integer", "Keywords at most.", default=15, least=1, most=MOST_KEYWORDS),
    Field("telling", "number", "0: the surest words … 1: the most telling ones."),
    Field("rule", "string", "How keywords are chosen.", choices=RULES),
    Field("evidence", "boolean", "Whether each keyword tells why it was chosen.", default=True),
)
SEARCH = (
    MODEL,
    FROM,
    TO,
    Field("text", "string", "Words, a sentence or a document.", required=True, longest=None),
    Field("top", "integer", "Documents at most.", default=10, least=1, most=1000),
)
CONCORDANCE = (
    MODEL,
    FROM,
    TO,
    Field("word", "string", "A word in any of its forms, or a phrase as it stands.", required=True),
    Field("partner", "string", "Only lines that hold this partner, too.", default=""),
    Field("lines", "integer", "Lines at most.", default=20, least=0, most=LINES_MOST),
    Field("sort", "string", "Order of the lines.", default="corpus", choices=LINE_SORTS),
)
TOPICS = (
    Field("top", "integer", "Words for each side.", default=10, least=1, most=1000),
    Field("relevance", "number", "0: distinctive words … 1: the most probable.", default=RELEVANCE),
)

ROUTES = (
    Route("models", "GET", "/v1/models", "models", "The models that answer.", "Models"),
    Route(
        "topics",
        "GET",
        "/v1/models/{name}/topics",
        "models",
        "The topics of a model, words of all sides beside each other.",
        "Topics",
        TOPICS,
    ),
    Route(
        "keywords",
        "POST",
        "/v1/keywords",
        "keywords",
        "Keywords of one side for texts of another, with the evidence for each.",
        "Keywords",
        KEYWORDS,
        lines=True,
    ),
    Route(
        "search",
        "POST",
        "/v1/search",
        "search",
        "The documents of a model's corpus that go with a text.",
        "Search",
        SEARCH,
    ),
    Route(
        "concordance",
        "GET",
        "/v1/concordance",
        "concordance",
        "How a word is said on the other side, and the lines that show it.",
        "Concordance",
        CONCORDANCE,
    ),
    Route(
        "concordance_posted",
        "POST",
        "/v1/concordance",
        "concordance",
        "The same with the word in the body, which no log of a proxy keeps.",
        "Concordance",
        CONCORDANCE,
    ),
    Route("openapi", "GET", "/openapi.json", None, "This document.", "OpenAPI"),
    Route("healthz", "GET", "/healthz", None, "Whether the process answers.", "State"),
    Route("readyz", "GET", "/readyz", None, "Whether every model is loaded.", "State"),
    Route("metrics", "GET", "/metrics", "metrics", "Counts for Prometheus.", "text/plain"),
)
