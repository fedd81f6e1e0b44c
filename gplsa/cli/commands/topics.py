"""`gplsa topics`: the topics of a model, and how much each takes by a field."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import add_model, given
from gplsa.cli.output import print_json, say
from gplsa.cli.values import count, share
from gplsa.errors import InputError
from gplsa.names import TIME_UNITS

if TYPE_CHECKING:
    from gplsa.answers.topics import Topics


def arguments(parser: Any) -> None:
    add_model(parser)
    add = parser.add_argument
    add("--n-words", "--top", type=count, default=10, metavar="N", help="words per side (10)")
    add(
        "--relevance",
        type=share,
        metavar="λ",
        help="0 distinctive words … 1 the most probable ones",
    )
    add(
        "--by",
        metavar="FIELD",
        help="how much each topic takes by a column of yours: by year, by kind",
    )
    add("--unit", choices=TIME_UNITS, help="of time (default: what gives neither few nor many)")
    add(
        "--where",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="only these documents; of times and numbers also 1841..1850; repeatable",
    )


def run(options: Namespace) -> None:
    import msgspec

    from gplsa.answers.topics import TopicsAsked, TopicsByField
    from gplsa.model.by_field import by_field, rows_where
    from gplsa.model.public import Model

    if options.unit and not options.by:
        raise InputError("--unit is the unit of time of a column: name that with --by.")
    model = Model.load(options.model)
    wanted = [_parted(condition) for condition in options.where]
    rows = rows_where(model, wanted)
    asked = TopicsAsked(n_words=options.n_words, **given(relevance=options.relevance))
    answered = asked.answer(model, rows=rows if wanted else None)
    found = by_field(model, options.by, options.unit or "", rows) if options.by else None
    if options.json:
        by = {"by": TopicsByField.of(found)} if found else {}
        print_json(msgspec.structs.asdict(answered) | by)
        return
    if wanted:
        say(f"{len(rows):,} of {model.n_documents:,} documents")
    if found:
        from gplsa.cli.facts import by_field_lines

        say(*by_field_lines(model, found))
    else:
        _say_topics(answered)


def _say_topics(answered: "Topics") -> None:
    for topic in sorted(answered.topics, key=lambda topic: bool(topic.filler)):
        hidden = ", hidden" if topic.hidden else ""
        if topic.filler:
            hidden += f"; uninformative: {topic.filler}"
        agree = topic.agreement
        agreed = "" if agree is None else f", {10 * agree:.0f} of 10 words translated"
        say(f"Topic {topic.number}: {topic.name} ({topic.share:.1%} of the corpus{agreed}{hidden})")
        if topic.note:
            say("  note: " + " ".join(topic.note.split()))
        for modality, words in topic.words.items():
            say(f"  {modality}: " + ", ".join(word.word for word in words))


def _parted(condition: str) -> tuple[str, str]:
    field, sign, value = condition.partition("=")
    if not sign:
        raise InputError("--where takes FIELD=VALUE, not “{condition}”.", condition=condition)
    return field, value
