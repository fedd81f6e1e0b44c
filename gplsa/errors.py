"""The ways in which work ends early, and what a person should look at, shared by every layer."""

from gplsa.message import Message


class InputError(ValueError):
    """Input that cannot be used: the message says in one sentence what is wrong and what to do.

    It is given as a template and its values, as `gplsa.message.Message` takes them.

    Examples
    --------
    >>> import gplsa
    >>> gplsa.corpus_of({"de": ["Die Ernte war gut"], "en": []})
    Traceback (most recent call last):
    ...
    gplsa.errors.InputError: Every side needs an entry for every document, None where it is missing,
    but the entries are “de” 1, “en” 0.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(Message(template, **values))

    @property
    def message(self) -> Message:
        """What `str` gives in English, for the reader's language."""
        return Message(self.args[0])


class InputWarning(UserWarning):
    """Input that was used and looks doubtful: the message says what to look at.

    Examples
    --------
    >>> import gplsa, warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     corpus = gplsa.corpus_of({
    ...         "de": ["Die Ernte war gut", "Das Schiff liegt im Hafen", "Es regnet"],
    ...         "en": ["The harvest was good", "The ship lies in port", None],
    ...     })
    >>> told[0].category.__name__
    'InputWarning'
    """


class Cancelled(Exception):
    """The person asked for the work to stop; raised from inside a progress callback."""
