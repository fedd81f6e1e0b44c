"""What to do about a warning: a corpus put right, or choices that read it right."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from gplsa.corpus.cleaning.applying import clean
from gplsa.corpus.cleaning.finding import RECOMMENDED
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import DataWarning
from gplsa.names import unique_name
from gplsa.reading.choices import Choices
from gplsa.reading.data_warnings import OF_READERS, find_warnings, with_warnings
from gplsa.text.languages import guess_side


def cleaned(corpus: Corpus) -> Corpus:
    """The corpus with all put right that is recommended by its warnings, and looked at again."""
    found = corpus.warnings or find_warnings(corpus)
    chosen = [warning for warning in found if warning.kind in RECOMMENDED]
    if not chosen:
        return corpus
    others = [one for one in corpus.warnings if one.kind in OF_READERS and not one.rows]
    return with_warnings(replace(clean(corpus, chosen), warnings=others))


def without_rows(corpus: Corpus, rows: Iterable[int]) -> Corpus:
    left_out = set(rows)
    return corpus.subset([row for row in range(len(corpus)) if row not in left_out])


def moved_back(corpus: Corpus, warning: DataWarning) -> Corpus:
    """The rows of a "shifted" warning with the texts of its side moved to where they fit.

    The text that nothing is left to stand beside becomes a document of its own, behind the others,
    and the row at the other end is left without one.
    """
    start, stop = min(warning.rows), max(warning.rows) + 1
    texts = {modality: list(column) for modality, column in corpus.texts.items()}
    column = texts[warning.side]
    ids, titles = list(corpus.ids), list(corpus.titles)
    fields = {name: list(cells) for name, cells in corpus.fields.items()}
    alone = start if warning.offset > 0 else stop - 1
    text = column[alone]
    if warning.offset > 0:
        column[start:stop] = [*column[start + 1 : stop], ""]
    else:
        column[start:stop] = ["", *column[start : stop - 1]]
    if text:
        for modality, side in texts.items():
            side.append(text if modality == warning.side else "")
        ids.append(unique_name(f"{corpus.ids[alone]} ({warning.side})", dict.fromkeys(ids, 1)))
        titles.append(corpus.titles[alone])
        for cells in fields.values():
            cells.append("")
    added = len(ids) - len(corpus)
    moved = replace(
        corpus,
        ids=ids,
        texts=texts,
        titles=titles,
        fields=fields,
        pictures={m: [*column, *[b""] * added] for m, column in corpus.pictures.items()},
        features={m: side.extended(added) for m, side in corpus.features.items()},
    )
    filled = np.any([moved.has(modality) for modality in moved.modalities], axis=0)
    return moved if filled.all() else moved.subset(np.flatnonzero(filled))


def exchanged(recognised: Choices, corpus: Corpus) -> Choices | None:
    """Choices in which every side takes its text from where its language stands.

    None where the languages of the texts are not those of the sides in another order.
    """
    columns = recognised.columns or {}
    side_in = {code: modality for modality, code in corpus.languages.items() if code}
    read_as = {modality: guess_side(texts) for modality, texts in corpus.texts.items()}
    if not columns or len(side_in) < len(columns) or sorted(read_as.values()) != sorted(side_in):
        return None
    taken = {side_in[read_as[modality]]: names for modality, names in columns.items()}
    return replace(recognised, columns={modality: taken[modality] for modality in columns})
