"""What is answered, as JSON Schema: the components of the OpenAPI document."""

from typing import Any

from gplsa.service.fields import LONGEST_NAME

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
SHARE: Schema = {"type": "number", "minimum": 0}
TEXTS: Schema = {"type": "array", "items": TEXT}
MAYBE: Schema = {"type": ["number", "null"]}


def listed(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def facts(told: str = "", optional: tuple[str, ...] = (), **fields: Schema) -> Schema:
    """An object of exactly these fields; `from_` stands for `from`, which Python keeps."""
    own = {name.removesuffix("_"): schema for name, schema in fields.items()}
    schema: Schema = {
        "type": "object",
        "properties": own,
        "required": [name for name in own if name not in optional],
        "additionalProperties": False,
    }
    return {"description": told} | schema if told else schema


TOPIC_SHARE = facts(number=WHOLE, share=SHARE)

COMPONENTS: dict[str, Schema] = {
    "Documents": {
        "description": "Texts, each alone or with a name; the others are numbered from 1.",
        "oneOf": [
            TEXT,
            {
                "type": "array",
                "minItems": 1,
                "items": {"oneOf": [TEXT, named("DocumentText")]},
            },
        ],
    },
    "DocumentText": facts(
        "A document to be told about.",
        optional=("id",),
        id={"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
        text=TEXT,
    ),
    "Models": facts(models=listed(named("Model"))),
    "Model": facts(
        "A model that answers.",
        name=TEXT,
        title=TEXT,
        documents=WHOLE,
        topics=WHOLE,
        sides=listed(facts(name=TEXT, kind=TEXT, language=TEXT)),
        directions=listed(facts(from_=TEXT, to=TEXT)),
        check={"type": ["string", "null"]},
        digest=TEXT,
    ),
    "Topics": facts(model=TEXT, documents=WHOLE, topics=listed(named("Topic"))),
    "Topic": facts(
        "A topic with the words that tell it, by side.",
        number=WHOLE,
        name=TEXT,
        hidden={"type": "boolean"},
        filler=TEXT,
        share=SHARE,
        agreement=SHARE,
        words={
            "type": "object",
            "additionalProperties": listed(facts(word=TEXT, probability=SHARE)),
        },
    ),
    "Keywords": facts(
        "What `gplsa summarize --json` prints for the same texts.",
        model=TEXT,
        from_=TEXT,
        to=TEXT,
        documents=listed(named("Document")),
        refused=TEXTS,
    ),
    "Document": facts(
        "What a document is about.",
        id=TEXT,
        keywords=listed(named("Keyword")),
        confidence=SHARE,
        held_back=WHOLE,
        unknown_share=SHARE,
        unknown_words=TEXTS,
        names=TEXTS,
        numbers=TEXTS,
        topics=listed(TOPIC_SHARE),
        nearest=listed(facts(id=TEXT, title=TEXT, similarity=NUMBER)),
    ),
    "Keyword": facts(
        "A keyword, how probable it is in a translation, and what speaks for it.",
        optional=("evidence",),
        word=TEXT,
        probability=SHARE,
        score=NUMBER,
        evidence=facts(
            source_words=listed(facts(word=TEXT, share=SHARE)),
            topics=listed(TOPIC_SHARE),
            witness=facts(word=TEXT, n_both=WHOLE, n_source=WHOLE),
            pairs=TEXTS,
        ),
    ),
    "Search": facts(
        "What `gplsa search --json` prints for the same text.",
        searched=WHOLE,
        unknown_words=TEXTS,
        hits=listed(
            facts(
                id=TEXT,
                score=NUMBER,
                title=TEXT,
                text=TEXT,
                words=listed(facts(asked=TEXT, found=TEXT)),
                topics=listed(TOPIC_SHARE),
            )
        ),
    ),
    "Concordance": facts(
        "What `gplsa concordance --json` prints for the same word.",
        word=TEXT,
        from_=TEXT,
        to=TEXT,
        pairs=WHOLE,
        all_known={"type": "boolean"},
        partners=listed(
            facts(
                word=TEXT,
                probability=MAYBE,
                line_share=SHARE,
                strength=NUMBER,
                pairs_both=WHOLE,
                pairs=WHOLE,
            )
        ),
        lines=listed(
            facts(
                id=TEXT,
                source=TEXT,
                source_places=listed({"type": "array", "items": WHOLE}),
                target=TEXT,
                target_places=listed({"type": "array", "items": WHOLE}),
                partner=TEXT,
            )
        ),
        known=TEXTS,
    ),
    "State": facts(status=TEXT),
    "OpenAPI": {"type": "object", "required": ["openapi", "paths"]},
    "Problem": facts(
        "Why there is no answer, in one sentence (RFC 9457).",
        title=TEXT,
        status=WHOLE,
        detail=TEXT,
    ),
}
