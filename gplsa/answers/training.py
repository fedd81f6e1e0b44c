"""What a training came to."""

from msgspec import UNSET, UnsetType

from gplsa.answers.written import Answer, Share
from gplsa.headings import Suggester
from gplsa.headings.measured import HeadingMeasures
from gplsa.model.misaligned import n_misaligned
from gplsa.model.public import Model
from gplsa.model.verdict import DirectionValidation, Validation


class Cleaned(Answer):
    kind: str
    message: str
    documents: int


class MisalignedPairs(Answer):
    """Pairs that counted less: their share of all, and how many taught keywords nothing."""

    share: Share
    not_trusted: int


class Checked(Answer):
    word: str
    right: bool


class CheckedDocument(Answer):
    id: str
    keywords: list[Checked]


class Check(Answer):
    """By direction, "de>en"."""

    hidden: int
    verdict: str
    beats_frequent_words: bool
    cause: str
    remedy: str
    directions: dict[str, DirectionValidation]
    example: CheckedDocument

    @classmethod
    def of(cls, model: Model, check: Validation) -> "Check":
        keywords = [Checked(word, right) for word, right in check.example.keywords]
        return cls(
            hidden=check.n_held_out,
            verdict=check.verdict,
            beats_frequent_words=check.beats_frequent_words,
            cause=str(check.cause),
            remedy=str(check.remedy),
            directions={f"{a}>{b}": found for (a, b), found in check.directions.items()},
            example=CheckedDocument(model.corpus.ids[check.example.row], keywords),
        )


class HeadingsLearned(Answer):
    """What was learned of headings, and how well they are predicted, by side."""

    column: str
    vocabulary: int
    used: int
    unknown: dict[str, int]
    sides: dict[str, HeadingMeasures]

    @classmethod
    def of(cls, suggester: Suggester) -> "HeadingsLearned":
        return cls(
            column=suggester.column,
            vocabulary=len(suggester.vocabulary),
            used=int((suggester.used > 0).sum()),
            unknown=dict(suggester.unknown.most_common()),
            sides={side: one.figures.measures() for side, one in suggester.calibrated.items()},
        )


class Training(Answer, kw_only=True):
    """whole  of a corpus in parts;  doubted_pairs  where pairs were weighed"""

    file: str
    documents: int
    whole: dict[str, str | int] | UnsetType = UNSET
    cleaning: list[Cleaned]
    topics: int
    doubted_pairs: MisalignedPairs | UnsetType = UNSET
    filler_topics: int
    words: dict[str, int]
    sweeps: int
    converged: bool
    objective: float
    check: Check | None
    headings: HeadingsLearned | UnsetType = UNSET

    @classmethod
    def of(cls, model: Model, file: str) -> "Training":
        weights = model.pair_weights
        return cls(
            file=file,
            documents=model.n_documents,
            whole=model.whole._asdict() if model.whole else UNSET,
            cleaning=[
                Cleaned(d.kind, str(d.message), d.n_documents) for d in model.corpus.cleaning
            ],
            topics=model.n_topics,
            doubted_pairs=UNSET
            if weights is None
            else MisalignedPairs(model.misaligned_share, n_misaligned(weights)),
            filler_topics=len(model.uninformative),
            words={m: len(model.vocabularies[m].terms) for m in model.modalities},
            sweeps=len(model.objective_history) - 1,
            converged=model.converged,
            objective=float(model.objective_history[-1]),
            check=Check.of(model, model.validation) if model.validation else None,
            headings=HeadingsLearned.of(model.suggester) if model.suggester else UNSET,
        )
