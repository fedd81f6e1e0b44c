"""Subject headings that a trained model suggests."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import inverse_document_frequency, normalize
from gplsa.core.types import VisualFeatures
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.errors import InputError
from gplsa.headings.shown import ShownColumn, names_apart
from gplsa.headings.suggesting import Suggester, Suggestion
from gplsa.model.data import ModelData
from gplsa.progress import Progress
from gplsa.retrieval.counterparts import tfidf
from gplsa.setting import check_share, check_whole

MARKING, FEWEST_MARKED = 5, 3


def suggest_headings(
    model: ModelData,
    items: Sequence[Any],
    source: str,
    limit: int,
    threshold: float,
    left_out: Sequence[str],
    progress: Progress | None = None,
) -> list[list[Suggestion]]:
    """As `Model.headings`."""
    check_whole("limit", limit, 0)
    check_share("threshold", threshold)
    suggester = suggester_of_model(model)
    if source not in model.modalities:
        raise InputError("This model has no side {source!r}.", source=source)
    vocabulary, rows = model.vocabularies[source], None
    if vocabulary.kind != TEXT:
        counts, _, features = vocabulary.read(items)
        rows = rows_of_pictures(
            counts, features, model.counts[source], model.visual_features.get(source)
        )
    texts = [*items] if vocabulary.kind == TEXT else [""] * len(items)
    return suggester.suggest(
        texts,
        source,
        rows=rows,
        limit=limit,
        threshold=threshold,
        left_out=left_out,
        progress=progress,
    )


def suggester_of_model(model: ModelData) -> Suggester:
    """Raises InputError where a model has none."""
    if model.suggester is None:
        raise InputError(
            "This model was trained without a column of headings: train it anew with one."
        )
    return model.suggester


def shown_headings(
    model: ModelData, language: str, corpus: Corpus | None = None
) -> ShownColumn | None:
    """The column of headings as a reader of a language sees it; None where none were learned.

    corpus  with the same column, where it is not the model's
    """
    suggester, fields = model.suggester, (corpus or model.corpus).fields
    if suggester is None or suggester.column not in fields:
        return None
    shown = partial(ShownColumn.of, fields[suggester.column], suggester.vocabulary, language)
    if corpus is not None and corpus is not model.corpus:
        return shown()
    return model.once(ShownColumn, (language,), shown)


def shown_fields(
    model: ModelData, language: str, corpus: Corpus | None = None
) -> Mapping[str, Sequence[str]]:
    """What stands beside the documents, headings by their labels."""
    fields, shown = (corpus or model.corpus).fields, shown_headings(model, language, corpus)
    if shown is None or model.suggester is None:
        return fields
    return fields | {model.suggester.column: shown.cells}


def shown_values(model: ModelData, field: str, values: Sequence[str], language: str) -> list[str]:
    """Values of a field as a reader sees them: headings by their labels."""
    shown = shown_headings(model, language)
    if shown is None or model.suggester is None or field != model.suggester.column:
        return [*values]
    return shown.called(values)


def marking_names(model: ModelData, topic: int, language: str) -> list[str]:
    r"""At most five headings, by how far they are more frequent in the topic than elsewhere; those
    of one label told apart.

        s_h = Σ_d θ_dz x_dh · log(p(h|z) / p(h)),  p(h|z) = (Σ_d θ_dz x_dh) / Σ_d θ_dz

    x_dh  1 where document d bears h; headings of fewer than three documents are left out.
    """
    suggester = model.suggester
    if suggester is None or suggester.held.shape[0] != len(model.corpus):
        return []
    weight = model.mixtures[:, topic]
    within = np.asarray(suggester.held.T @ weight).ravel()
    here = within / max(float(weight.sum()), 1e-12)
    everywhere = suggester.used / len(model.corpus)
    known = (suggester.used >= FEWEST_MARKED) & (here > everywhere)
    ratio = np.log(np.maximum(here, 1e-12) / np.maximum(everywhere, 1e-12))
    score = np.where(known, within * ratio, 0.0)
    best = np.argsort(-score, kind="stable")[:MARKING]
    numbers = [int(place) for place in best if score[place] > 0]
    return [*names_apart(suggester.vocabulary, numbers, language).values()]


def rows_of_pictures(
    counts: sparse.csr_matrix,
    features: VisualFeatures | None,
    learned: sparse.csr_matrix,
    learned_seen: VisualFeatures | None,
) -> sparse.csr_matrix:
    """(documents, columns) of length 1: what is counted and seen in each beyond the mean one of
    those `learned` from; empty rows where nothing is counted."""
    idf = inverse_document_frequency(learned)
    centre = _plain(learned, learned_seen, idf)[np.diff(learned.indptr) > 0].mean(axis=0)
    found = normalize(_plain(counts, features, idf) - centre)
    found[np.diff(counts.indptr) == 0] = 0.0
    return sparse.csr_matrix(found, dtype=np.float32)


def _plain(
    counts: sparse.csr_matrix, features: VisualFeatures | None, idf: np.ndarray
) -> np.ndarray:
    parts = [normalize(tfidf(counts, idf)).toarray()]
    if features is not None:
        parts.append(normalize(features))
    return np.hstack(parts)
