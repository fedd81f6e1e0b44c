"""The way from texts to keywords in Python, one function for each step.

What a function needs is loaded when it is called: `import gplsa` stays quick.
"""

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from gplsa.errors import InputError, InputWarning
from gplsa.renamed import renamed

if TYPE_CHECKING:
    from gplsa.core.fitting import Callback
    from gplsa.corpus.corpus import Corpus
    from gplsa.headings import HeadingVocabulary
    from gplsa.model.public import Model
    from gplsa.progress import Progress
    from gplsa.reading import Choices, Encoder, Reading
    from gplsa.text import WordOptions


def read(
    *paths: str | os.PathLike[str],
    sides: Sequence[str] | Mapping[str, str | Sequence[str]] | None = None,
    choices: "Choices | None" = None,
    progress: "Progress | None" = None,
) -> "Corpus":
    """Read the pairs in files: a table, files that belong together, a folder, a ZIP, TMX.

    paths    as on the command line and the page Corpus
    sides    what to read and in which order: names of columns or marks in names of files, or
             {side: column, or columns to join}; recognised where None
    choices  what else should not be recognised (`gplsa.reading.Choices`)
    Warns (InputWarning) of what looks doubtful and of every file that is left out.
    Raises InputError in one sentence where there are no two pairs to read.

    Examples
    --------
    >>> import gplsa, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> rows = ["id,deutsch,english", "a,Die Ernte war gut,The harvest was good",
    ...         "b,Das Schiff liegt im Hafen,The ship lies in port"]
    >>> _ = (folder / "letters.csv").write_text(chr(10).join(rows), encoding="utf-8")
    >>> corpus = gplsa.read(folder / "letters.csv", sides={"de": "deutsch", "en": "english"})
    >>> corpus.modalities, corpus.ids
    (['de', 'en'], ['a', 'b'])
    """
    from gplsa.reading import read_paths

    if len(paths) == 1 and isinstance(paths[0], list | tuple):
        raise InputError("Files are named one by one: read(*paths), not read(paths).")
    if not paths:
        raise InputError("Name at least one file or folder to read.")
    if isinstance(sides, str):
        raise InputError("The sides are a list of names, not {sides!r} alone.", sides=sides)
    columns = None
    if sides is not None:
        named = sides if isinstance(sides, Mapping) else {side: side for side in sides}
        columns = {m: (c,) if isinstance(c, str) else tuple(c) for m, c in named.items()}
    return _warned_of(read_paths(paths, columns, choices, progress))


def corpus_of(
    data: Any,
    *,
    sides: Sequence[str] | Mapping[str, str] | None = None,
    ids: Iterable[Any] | str | None = None,
    fields: Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
    features: Mapping[str, Any] | None = None,
    encoders: "Mapping[str, Encoder] | None" = None,
    languages: Mapping[str, str] | None = None,
    name: str = "texts",
) -> "Corpus":
    """A corpus of what is in memory, document d at place d of every side.

    data       {side: list of texts, or a matrix}, or a DataFrame; None and NaN where a document
               lacks a side
    sides      columns that are sides, or {side: column}; a DataFrame has none without being told,
               of a dictionary all that `ids` and `features` do not name
    ids        one for each document, or the column of them; the index of a DataFrame, else numbers
               from 1, where None
    fields     columns kept beside the documents, or {name: values}; those left over where None
    features   {side: matrix (n_documents, n_columns), a DataFrame, a column of vectors, or columns
               of numbers}: a DataFrame with the labels of `data` is put into its order, all else
               is taken as it stands. A column x with values below zero becomes max(x, 0) and
               max(−x, 0); a row of NaN or None lacks the side
    encoders   {side: any object with encode(list of texts or pictures) -> matrix}: what it makes
               of the column is the side
    languages  {side: ISO 639-1 code}; guessed for sides that are not named
    name       of the corpus, and of models trained on it
    Rows without any side are left out. Warns (InputWarning) of what looks doubtful.
    Raises InputError in one sentence where lengths differ or there are no two pairs.

    Examples
    --------
    >>> import gplsa
    >>> corpus = gplsa.corpus_of(
    ...     {"de": ["Die Ernte war gut", "Das Schiff liegt im Hafen"],
    ...      "en": ["The harvest was good", "The ship lies in port"]},
    ...     ids=["a", "b"],
    ... )
    >>> corpus
    <Corpus “texts”: 2 documents, de · en>
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"en": corpus.texts["en"], "year": [1869, 1870]}, index=["a", "b"])
    >>> gplsa.corpus_of(frame, sides=["en"], features={"image": [[0.2, -1.0], [-0.1, 0.5]]})
    <Corpus “texts”: 2 documents, image · en; fields: year>
    """
    from gplsa.reading import Held, reading_of_memory

    held = Held(data, sides, ids, fields, features, encoders)
    return _warned_of(reading_of_memory(held, languages, name))


def clean(corpus: "Corpus") -> "Corpus":
    """The corpus without what no person wrote and without pairs that mislead.

    Tags, codes of characters, heads of e-mails, addresses and lines that a tenth of the documents
    repeat are taken out of the texts; rows whose sides are exchanged are put right; exact copies,
    and rows in a language that is not that of their side, are left out. `corpus.cleaning` of what
    is returned says what was done; what is still doubtful is in `corpus.warnings`.

    Examples
    --------
    >>> import gplsa, warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")  # of the tags
    ...     corpus = gplsa.corpus_of({
    ...         "de": ["Die <b>Ernte</b> war gut", "Das Schiff liegt im Hafen"],
    ...         "en": ["The <b>harvest</b> was good", "The ship lies in port"],
    ...     })
    >>> cleaned = gplsa.clean(corpus)
    >>> cleaned.texts["en"][0], cleaned.cleaning[0].message
    ('The harvest was good', '1 document: tags removed')
    """
    from gplsa.reading import cleaned

    _check_corpus("clean", corpus)
    return cleaned(corpus)


@renamed(topics="n_topics", seed="random_state")
def train(
    corpus: "Corpus",
    n_topics: int | None = None,
    *,
    regularizer: str = "skl",
    lam: float = 1.0,
    random_state: int = 0,
    max_iter: int = 200,
    tol: float = 1e-5,
    init: str = "nmf",
    background: float = 0.5,
    words: Mapping[str, "WordOptions"] | None = None,
    visual_words: int = 1024,
    keep_texts: bool = True,
    check: bool = True,
    weigh_pairs: str = "auto",
    headings: str = "",
    vocabulary: "HeadingVocabulary | str | os.PathLike[str] | None" = None,
    progress: "Progress | None" = None,
    watch: "Callback | None" = None,
) -> "Model":
    """Learn topics and keywords of a corpus.

    n_topics     number of topics K; 1.6·√pairs, from 5 to 100, where None
    regularizer  divergence between the topic mixtures of the sides: "skl", "l2" or "l1"
    lam          agreement λ ≥ 0: 0 leaves each side its own view, large values force a shared one
    random_state  the same corpus, settings and random_state give the same model file
    max_iter     iterations at most;  tol  relative rise of the objective at which fitting stops
    init         start of the fit, "nmf", "nndsvd" or "random"
    background   share of every text that no topic has to explain, as it stands everywhere
    words        {side: WordOptions}, how its text becomes words; options without a language take
                 that of the side, sides that are not named the usual ones of their language
    visual_words  kinds of patches to tell apart in pictures, at most
    keep_texts   whether the model holds the texts, for reading them beside the results
    check        whether some pairs are held out first to measure how well it works, see
                 `model.validation`
    weigh_pairs  whether pairs count less that do not seem to belong together: "always", "never", or
                 "auto", where a look at some of them finds that many do not; `model.pair_weights`
                 then holds the probability that each is a pair
    headings     the column that holds the subject headings of the documents: `model.headings`
    vocabulary   of these headings, or its file (`gplsa.headings.read_vocabulary`); the values of
                 the column where None
    progress     called with the fraction done and the phase;  watch  called with a FitProgress
                 after every iteration of the topics; raising from either stops the work
    Raises InputError naming every setting that is out of range, or what the corpus lacks.

    Examples
    --------
    >>> import gplsa
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Korn und Ernte", "Ernte im Regen", "Schiff im Hafen", "Hafen und Schiff"],
    ...     "en": ["grain and harvest", "harvest in rain", "ship in port", "port and ship"],
    ... }, languages={"de": "de", "en": "en"})
    >>> gplsa.train(corpus, n_topics=2, words={"en": gplsa.WordOptions(base="none")})
    <Model “texts”: 2 topics of 4 documents, de · en; not validated>
    """
    from gplsa.model.settings import TrainSettings
    from gplsa.training.train import train as train_with

    _check_corpus("train", corpus)
    settings = TrainSettings(
        n_topics=n_topics,
        regularizer=regularizer,
        lam=lam,
        seed=random_state,
        max_iter=max_iter,
        tol=tol,
        init=init,
        background=background,
        words=_word_options(corpus, words or {}),
        visual_words=visual_words,
        keep_texts=keep_texts,
        check=check,
        weigh_pairs=weigh_pairs,
        headings=headings,
    )
    if vocabulary is not None and not headings:
        raise InputError("Name the column of headings that the vocabulary is for.")
    if isinstance(vocabulary, str | os.PathLike):
        from gplsa.headings import read_vocabulary

        vocabulary = read_vocabulary(vocabulary, progress)
    return train_with(corpus, settings, progress, watch, vocabulary=vocabulary)


def load(file: str | os.PathLike[str] | BinaryIO) -> "Model":
    """A model from the file that `model.save`, the command line or the app wrote.

    Nothing in a file is executed. Raises InputError in one sentence where it is no model.

    Examples
    --------
    >>> import gplsa, pathlib, tempfile
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Korn und Ernte", "Ernte im Regen", "Schiff im Hafen", "Hafen und Schiff"],
    ...     "en": ["grain and harvest", "harvest in rain", "ship in port", "port and ship"],
    ... }, languages={"de": "de", "en": "en"})
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "harbour.gplsa"
    >>> gplsa.train(corpus, n_topics=2).save(path)
    >>> gplsa.load(path)
    <Model “texts”: 2 topics of 4 documents, de · en; not validated>
    """
    from gplsa.model.public import Model

    if not isinstance(file, str | os.PathLike) and not hasattr(file, "read"):
        raise InputError(
            "A model is loaded from a file or its name, not from {name}.", name=type(file).__name__
        )
    return Model.load(file)


def _check_corpus(asking: str, corpus: Any) -> None:
    from gplsa.corpus.corpus import Corpus

    if not isinstance(corpus, Corpus):
        raise InputError(
            "{asking} takes a corpus, as gplsa.read(path) or gplsa.corpus_of(texts) gives it, not "
            "{name}.",
            asking=asking,
            name=type(corpus).__name__,
        )


def _word_options(corpus: "Corpus", words: "Mapping[str, WordOptions]") -> "dict[str, WordOptions]":
    """Each with the language of its side, where it has none of its own."""
    from gplsa.text import WordOptions

    given = words.values() if isinstance(words, Mapping) else [None]
    if not all(isinstance(options, WordOptions) for options in given):
        raise InputError("Words are set by side, in a dictionary of WordOptions.")
    if unknown := set(words) - set(corpus.texts):
        raise InputError(
            "Words are set for {names}; sides of text: {names2}.",
            names=_names(unknown),
            names2=_names(corpus.texts),
        )
    return {
        side: replace(options, language=options.language or corpus.languages[side])
        for side, options in words.items()
    }


def _names(sides: Iterable[str]) -> str:
    return ", ".join(map(repr, sides))


def _warned_of(reading: "Reading") -> "Corpus":
    """The corpus; what a person should know of it is warned of."""
    for sentence in reading.refused:
        warnings.warn(f"left out: {sentence}", InputWarning, stacklevel=3)
    for warning in reading.warnings:
        warnings.warn(f"look at the pairs: {warning.message}", InputWarning, stacklevel=3)
    return reading.corpus
