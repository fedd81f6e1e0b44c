"""What is said where the settings leave no word of some texts."""

from collections import Counter

from gplsa.message import Message
from gplsa.text.analysis import MAX_LETTERS
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions


def most_documents(n_documents: int, options: WordOptions) -> float:
    """Documents a term may occur in; 0.29 · 100 is a little below 29 in binary."""
    return options.max_df * n_documents + 1e-9


def nothing_left(
    n_dropped: Counter[str], n_documents: int, options: WordOptions, everywhere: bool = False
) -> str:
    """Why no word is left of some texts, and what to do.

    everywhere  whether the words that `max_df` took are in all documents
    """
    language = language_name(options.language)
    texts = Message("the {language} texts", language=language) if language else Message("the texts")
    # Stop words are in every text: what took the other words is to be told.
    by_bounds = Counter({name: n_dropped[name] for name in ("min_df", "max_df")})
    dropped = (+by_bounds or n_dropped).most_common(1)
    if not dropped:
        return Message(
            "No words in {texts}: they are empty or hold only digits and signs.", texts=texts
        )
    if everywhere and not by_bounds["min_df"]:
        return Message(
            "No word of {texts} is left: all {n_documents} documents hold the same words, and "
            "topics are of what tells documents apart.",
            texts=texts,
            n_documents=n_documents,
        )
    between = options.min_df > most_documents(n_documents, options) or len(+by_bounds) == 2
    if between and dropped[0][0] in ("min_df", "max_df"):
        return Message(
            "No word of {texts} is left: it would have to occur in at least {min_df} (min_df) and "
            "in at most {max_df:.0%} (max_df) of the {n_documents} documents; add documents or "
            "widen the bounds under “Words” on the page Corpus.",
            texts=texts,
            min_df=options.min_df,
            max_df=options.max_df,
            n_documents=n_documents,
        )
    return _by_setting(dropped[0][0], texts, n_documents, options)


def _by_setting(setting: str, texts: Message, n_documents: int, options: WordOptions) -> str:
    """Where one setting has dropped most of the words."""
    return {
        "stop_words": Message(
            "No word of {texts} is left: all of them are stop words (stop_words); leave fewer out "
            "under “Words” on the page Corpus.",
            texts=texts,
        ),
        "min_length": Message(
            "No word of {texts} is left: all are shorter than {min_length} letters (min_length); "
            "allow shorter words under “Words” on the page Corpus.",
            texts=texts,
            min_length=options.min_length,
        ),
        "too_long": Message(
            "No word of {texts} is left: all have more than {max_letters} letters; check that the "
            "column holds texts.",
            texts=texts,
            max_letters=MAX_LETTERS,
        ),
        "min_df": Message(
            "No word of {texts} is left: none occurs in {min_df} of the {n_documents} documents "
            "(min_df); add documents or ask for fewer under “Words” on the page Corpus.",
            texts=texts,
            min_df=options.min_df,
            n_documents=n_documents,
        ),
        "max_df": Message(
            "No word of {texts} is left: all occur in more than {max_df:.0%} of the {n_documents} "
            "documents (max_df); allow a larger share under “Words” on the page Corpus.",
            texts=texts,
            max_df=options.max_df,
            n_documents=n_documents,
        ),
        "no_spaces": Message("No word of {texts} is left.", texts=texts),
    }[setting]
