"""The name and the colour of a side, the same on every page and in every figure."""

from collections.abc import Sequence
from dataclasses import replace

from gplsa.corpus.corpus import IMAGE, Corpus
from gplsa.html.escaping import markup
from gplsa.language import count, tr, translated
from gplsa.text.languages import language_name

SIDE_COLORS = ("#2278b0", "#b3437c", "#5f8a3a", "#b8812a", "#6a63b5", "#3c8f8a")
"""Mid-tones, which can be read on light ground and on dark."""


def side_color(modalities: Sequence[str], modality: str) -> str:
    """The colour of one side."""
    return SIDE_COLORS[list(modalities).index(modality) % len(SIDE_COLORS)]


def side_look(corpus: Corpus, modality: str) -> str:
    """Attributes of what a side stands in: its colour, and its language, for what reads it aloud
    and for a telephone, where the whole text that somebody reads comes first."""
    language = markup(corpus.languages.get(modality, ""))
    style = f'style="--c:{side_color(corpus.modalities, modality)}"'
    return f'{style} lang="{language}"' if language else style


def side_name(corpus: Corpus, modality: str) -> str:
    """The language of a side in the reader's words; with the side's own name where that says
    more."""
    if modality == IMAGE and corpus.kind(modality) == IMAGE:
        return tr("pictures")
    name = translated(language_name(corpus.languages.get(modality, "")))
    same = [m for m in corpus.modalities if corpus.languages[m] == corpus.languages[modality]]
    if not name:
        return modality
    return name if len(same) == 1 else f"{name} ({modality})"


def with_lengths(corpus: Corpus, rows: Sequence[int]) -> Corpus:
    """The corpus with the lengths of the texts of these documents before them."""
    texts = {m: [*column] for m, column in corpus.texts.items()}
    for column in texts.values():
        for row in rows:
            column[row] = f"[{count(len(column[row]), 'character')}] {column[row]}"
    return replace(corpus, texts=texts)


def nouns(kind: str) -> dict[str, str]:
    """What documents are called of which a side of this kind alone is given, for texts that have a
    place for it."""
    if kind == IMAGE:
        return {"document": tr("picture"), "documents": tr("pictures")}
    return {"document": tr("document"), "documents": tr("documents")}


def nouns_of(corpus: Corpus) -> dict[str, str]:
    """What the documents of a corpus are called: pictures where it has some."""
    return nouns(IMAGE if corpus.pictures else "")


def counted(kind: str, number: int) -> str:
    """So many of them."""
    return count(number, "picture") if kind == IMAGE else count(number, "document")
