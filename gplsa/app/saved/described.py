"""What a saved corpus or model is, in two lines."""

from gplsa.app.desk.desk import current_desk
from gplsa.app.library.library import Listed
from gplsa.app.show import cards
from gplsa.app.show.controls import moment
from gplsa.app.show.header import set_by
from gplsa.app.show.style import VERDICT_COLORS
from gplsa.corpus.corpus import IMAGE
from gplsa.html.escaping import markup, one_line
from gplsa.language import count, later, tr, translated
from gplsa.text.languages import language_name

CLEANED = {
    "tags": later("tags"),
    "entities": later("codes of characters"),
    "mail headers": later("heads of mails"),
    "addresses": later("addresses"),
    "repeated lines": later("repeated lines"),
    "exchanged": later("exchanged sides"),
    "foreign": later("other languages"),
    "duplicates": later("copies"),
    "near copies": later("near copies"),
}


def corpus_in_short(entry: Listed) -> str:
    """What was done to it, from which columns it is, and how much it is."""
    facts = entry.facts
    codes = (one_line(code, 40) for code in facts.languages)
    names = (tr("pictures") if code == IMAGE else translated(language_name(code)) for code in codes)
    title = tr("as it was read")
    if facts.cleaned:
        title = tr("cleaned: {what}", what=", ".join(tr(CLEANED.get(k, k)) for k in facts.cleaned))
    documents = count(facts.documents, "document")
    if entry.read.units:
        documents = tr(
            "{units} in {documents}", units=count(entry.read.units, "unit"), documents=documents
        )
    columns = " | ".join(" + ".join(of_side) for of_side in entry.read.columns.values())
    return _lines(entry, title, "", [documents, " + ".join(names), one_line(columns, 120)])


def model_in_short(entry: Listed, title: str, *, alike: bool) -> str:
    """What tells it from the others of its project; alike: all have the same settings."""
    facts, verdict = entry.facts, entry.facts.verdict
    topics = count(facts.topics or 0, "topic")
    parts = [*([topics] if title else []), *([] if alike else [", ".join(set_by(facts))])]
    dot = ""
    if verdict in VERDICT_COLORS:
        checked = tr("validation: {verdict}", verdict=tr(verdict))
        dot = f'<span class="dot" style="--c:{VERDICT_COLORS[verdict]}"></span>{checked} · '
    return _lines(entry, title or topics, dot, [*parts, count(facts.documents, "document")])


def _lines(entry: Listed, title: str, dot: str, parts: list[str]) -> str:
    at_hand = {current_desk().corpus_state.id, current_desk().model_state.id}
    here_now = f' <span class="soft small">{tr("(open)")}</span>' if entry.id in at_hand else ""
    if entry.unsaved:
        parts = [*parts, tr("not saved, in memory only")]
    facts = markup(" · ".join(part for part in [*parts, moment(entry.kept)] if part))
    return cards.block(
        f'<p><b>{markup(title)}</b>{here_now}</p><p class="small soft">{dot}{facts}</p>'
    )
