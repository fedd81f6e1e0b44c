from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from gplsa.errors import InputError
from gplsa.language import later
from gplsa.message import Message
from gplsa.names import BASES, STOP_WORD_SOURCES
from gplsa.setting import REAL, Setting, check, choice, number, switch, within

MAX_NGRAMS = 3
COMPOUND_LANGUAGES = ("de",)
_MAX_LIST = 100_000


def _is_word_list(value: Any) -> bool:
    listed = isinstance(value, tuple) and len(value) <= _MAX_LIST
    return listed and all(isinstance(word, str) for word in value)


WORDS = {
    "language": Setting(
        later("language"),
        lambda value: (
            isinstance(value, str) and (not value or (len(value) == 2 and value.islower()))
        ),
        lambda value: Message(
            "The language must be a code of two small letters such as 'de', or '' where it is "
            "unknown, not {language!r}",
            language=value,
        ),
    ),
    "stop_words": choice(
        later("stop words"),
        STOP_WORD_SOURCES,
        Message("The stop words must be one of {among}, not {value!r}"),
    ),
    "base": choice(
        later("forms of a word count as"),
        BASES,
        Message("The base of words must be one of {among}, not {value!r}"),
    ),
    "add_stop_words": Setting(
        later("left out too"),
        _is_word_list,
        lambda _: Message("The words to leave out must be a list of words"),
    ),
    "keep_words": Setting(
        later("never left out"),
        _is_word_list,
        lambda _: Message("The words to keep must be a list of words"),
    ),
    "min_length": number(
        later("letters at least"),
        (int, 1, 20),
        Message("The shortest word must have 1 to 20 letters, not {value}"),
    ),
    "min_df": number(
        later("documents at least"),
        (int, 1, 10**9),
        Message(
            "The least number of documents a word must occur in must be a whole number from 1 up, "
            "not {value}"
        ),
    ),
    "max_df": Setting(
        later("share of the documents at most"),
        lambda value: within(value, REAL, 0, 1) and value > 0,
        lambda value: Message(
            "The largest share of documents a word may occur in must be above 0 and at most 1, not "
            "{max_df}",
            max_df=value,
        ),
    ),
    "ngrams": number(
        later("words in a row that topics count as one, at most"),
        (int, 1, MAX_NGRAMS),
        Message("Phrases can have 1 to {most} words, not {value}"),
    ),
    "join_line_end_hyphens": switch(
        later("words are joined across lines"), "join_line_end_hyphens"
    ),
    "replace_long_s": switch(later("ſ is s"), "replace_long_s"),
    "split_compounds": switch(later("parts of compounds count"), "split_compounds", None),
}
"""By their names in Python and in files, which `WordOptions` gives their defaults."""


@dataclass(frozen=True)
class WordOptions:
    """How the texts of one modality become words.

    language        ISO 639-1 code, "" where unknown: it chooses stop words, base forms, apostrophes
    stop_words      "builtin": this project's function words (de, en, fr, es, it); "none"; "nltk":
                    NLTK's lists and plain runs of letters, the setting of published figures
    add_stop_words  left out too, in every inflected form
    keep_words      never left out, neither as stop words nor for their document frequency
    base            inflected forms count as one word by their "lemma" (simplemma's dictionaries; in
                    languages without one, Snowball's stems), by their "stem", or not: "none";
                    None, the default: by their lemma, but with NLTK's lists by their stem
    min_length      letters a word must have
    min_df          documents a word must occur in;  max_df  share of the documents it may occur in
    ngrams          count phrases of up to so many words (1..3); a stop word ends a phrase
    split_compounds count the parts of German compounds beside the whole (Koehn and Knight 2003);
                    None, the default: in German, but not with NLTK's lists
    join_line_end_hyphens   "Ern-⏎te" is one word;  replace_long_s   "Waſſer" is "Wasser"

    Raises InputError naming everything that is out of range.

    Examples
    --------
    >>> from gplsa import WordOptions
    >>> WordOptions(language="de", ngrams=2, add_stop_words=("Herr",)).min_df
    2
    >>> WordOptions(min_length=0, ngrams=9)
    Traceback (most recent call last):
    ...
    gplsa.errors.InputError: The shortest word must have 1 to 20 letters, not 0; Phrases can have
    1 to 3 words, not 9.
    """

    language: str = ""
    stop_words: str = "builtin"
    add_stop_words: tuple[str, ...] = ()
    keep_words: tuple[str, ...] = ()
    base: str | None = None
    min_length: int = 2
    min_df: int = 2
    max_df: float = 0.5
    ngrams: int = 1
    split_compounds: bool | None = None
    join_line_end_hyphens: bool = False
    replace_long_s: bool = False

    def __post_init__(self) -> None:
        for name in ("add_stop_words", "keep_words"):
            value = getattr(self, name)
            if isinstance(value, list | set | frozenset):
                object.__setattr__(self, name, tuple(sorted(value, key=str)))
        if self.base is None:
            base = "stem" if self.stop_words == "nltk" else "lemma"
            object.__setattr__(self, "base", base)
        if self.split_compounds is None and self.language:
            splits = self.language in COMPOUND_LANGUAGES and self.stop_words != "nltk"
            object.__setattr__(self, "split_compounds", splits)
        foreign = self.split_compounds is True and self.language not in COMPOUND_LANGUAGES
        not_split = Message(
            "Compounds can be split in German only, not in language {value!r}",
            value=self.language or "unknown",
        )
        check(self, WORDS, not_split if foreign else None)

    @property
    def letters_only(self) -> bool:
        """Whether every run of letters is a word, as in the figures published with NLTK's lists."""
        return self.stop_words == "nltk"

    def to_json(self) -> dict[str, Any]:
        """Plain values, as `WordOptions.from_json` reads them back."""
        plain = asdict(self)
        return plain | {name: list(plain[name]) for name in ("add_stop_words", "keep_words")}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "WordOptions":
        """Raises InputError for content that `to_json` did not write."""
        known = {field.name for field in fields(cls)}
        if isinstance(content, Mapping) and isinstance(content.get("stem"), bool):
            # Counted before there were lemmas.
            base = "stem" if content["stem"] else "none"
            content = {name: content[name] for name in content if name != "stem"} | {"base": base}
        if not isinstance(content, Mapping) or not set(content) <= known:
            raise InputError("The word settings are not of this version of the program.")
        return cls(**content)
