"""What a model is for and when not to trust it, and how to cite what made it."""

import numpy as np

from gplsa.html.elements import Html, html, tag
from gplsa.language import tr, translated
from gplsa.model.misaligned import misaligned_message
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import COMPARED_AT_ONCE, fits_of, verdicts
from gplsa.model.topics.shown import LOW_AGREEMENT
from gplsa.report.pieces import Section, fact, listing, paragraphs
from gplsa.retrieval.mismatch import WRONG
from gplsa.version import VERSION

FEW_PAIRS, FEW_WORDS = 200, 30
MANY_MISALIGNED, SOME_MISALIGNED = 0.05, 0.01

TITLE = "gplsa: topics and keywords of paired collections by multi-modal graph-regularised PLSA"
AUTHORS = "the gplsa authors"
REFERENCES = (
    "Wang, Chang, Lyu: Efficient algorithms for graph regularized PLSA for probabilistic topic "
    "modeling",
    "Hofmann, Thomas (1999): Probabilistic latent semantic indexing",
)


def model_card(model: TrainedModel) -> Section:
    """Purpose, making, limits, and reasons for doubt that are found in this very model."""
    doubts = reasons_for_doubt(model)
    limits = [
        tr(
            "Keywords are words of this corpus: what a new document says that the corpus never "
            "did cannot be found."
        ),
        tr(
            "Topics and their number are a choice of reading, not a discovery: another number, "
            "another seed, other topics."
        ),
        tr(
            "What the texts say of people and things, their errors and prejudices, is in the "
            "topics and keywords too."
        ),
        tr(
            "A probability is right on average over documents like those of the corpus, and not "
            "for documents of another kind or time."
        ),
    ]
    content = html(
        fact(
            tr("What it is for"),
            tr(
                "To see what a paired collection is about, with both sides beside each other, and "
                "to find keywords in one side's language for documents of the other. It helps "
                "people who read; it does not translate, and it decides nothing."
            ),
        ),
        fact(
            tr("How it was made"),
            tr(
                "Probabilistic latent semantic analysis of all sides together, their mixtures of "
                "topics pulled towards each other, and on top a lexicon learned from aligned "
                "lines. It was trained on nothing but this corpus, on one computer."
            ),
        ),
        fact(tr("Its limits"), listing(limits)),
        fact(
            tr("When not to trust this model"),
            listing(doubts) if doubts else tr("No reason for doubt was found in the model itself."),
        ),
    )
    return Section("card", tr("Model card"), content)


def reasons_for_doubt(model: TrainedModel) -> list[str]:
    """What in this model should make a reader careful, a sentence each."""
    found = []
    if model.validation is None:
        found.append(
            tr("It was not validated on held-out pairs: look at its keywords before using them.")
        )
    elif not model.validation.beats_frequent_words:
        found.append(
            tr("Its keywords are no better than a list of frequent words: do not use them.")
        )
    elif model.validation.verdict != "good":
        verdict, cause = tr(model.validation.verdict), translated(model.validation.cause)
        found.append(tr("The validation calls it {verdict}: {cause}", verdict=verdict, cause=cause))
    if model.is_judged_by_texts and model.validation and model.validation.remedy:
        found.append(translated(model.validation.remedy))
    found += _misaligned_pairs(model)
    # What makes keywords poor in general is told where they are not known to be good.
    good = model.validation is not None and model.validation.verdict == "good"
    if not good and model.n_documents < FEW_PAIRS:
        found.append(
            tr("It has seen {n:,} pairs only; rare words are guesses.", n=model.n_documents)
        )
    for modality in model.corpus.texts if not good else ():
        length = float(np.mean(model.counts[modality].sum(axis=1)))
        if length < FEW_WORDS:
            found.append(
                tr(
                    "The texts of side {side} are short ({length:.0f} counted words on average): "
                    "few keywords of one can be right.",
                    side=modality,
                    length=length,
                )
            )
    agreement = model.topic_agreement()
    low = 0 if agreement is None else int((agreement < LOW_AGREEMENT).sum())
    if 2 * low > model.n_topics:
        told = tr(
            "In {low} of {n_topics} topics few of the words shown translate each other: they may "
            "hold several subjects.",
            low=low,
            n_topics=model.n_topics,
        )
        found.append(told)
    return found


def _misaligned_pairs(model: TrainedModel) -> list[str]:
    """How many pairs do not fit, where they are some: as the training weighed them, else compared
    here, where they are few enough."""
    if model.misaligned_share >= MANY_MISALIGNED:
        return [translated(misaligned_message(model.counts, model.pair_weights))]
    n_all = model.n_documents
    fits = fits_of(model, None) if n_all <= COMPARED_AT_ONCE else {}
    wrong = int((verdicts(fits) == WRONG).sum()) if fits else 0
    if wrong < max(1, SOME_MISALIGNED * n_all):
        return []
    said = tr(
        "{n:,} of its {n_all:,} pairs look as if their sides do not belong together: the page "
        "Documents lists them.",
        n=wrong,
        n_all=n_all,
    )
    return [said]


def citing() -> Section:
    """As CITATION.cff says."""
    citation = tr(
        "{authors}: {title}. Version {version}. Licence MIT.",
        authors=f"{AUTHORS[0].upper()}{AUTHORS[1:]}",
        title=TITLE,
        version=VERSION,
    )
    references: list[Html] = [tag("li", reference) for reference in REFERENCES]
    content = html(
        paragraphs(
            tr("If it helped your work, cite gplsa and the paper of the method it builds on:")
        ),
        tag("p", citation, class_="cite"),
        tag("ul", *references),
    )
    return Section("cite", tr("How to cite"), content)
