"""What a person can set before training."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from gplsa.images.vocabulary import PATCH_WORDS
from gplsa.model.choices import SETTINGS
from gplsa.names import AUTO
from gplsa.setting import check as check_settings
from gplsa.text import WordOptions

BACKGROUND = 0.5
FEWEST_TOPICS, MOST_TOPICS = 5, 100
FIRST = """n_topics regularizer lam seed max_iter tol init words background keep_texts check
visual_words""".split()
"""Settings that every file names."""


def default_topics(n_pairs: int) -> int:
    """Topics to browse in a corpus of this many pairs: clip(round(1.6·√pairs), 5, 100)."""
    return min(max(round(1.6 * n_pairs**0.5), FEWEST_TOPICS), MOST_TOPICS)


@dataclass(frozen=True)
class TrainSettings:
    """One training run, as `gplsa.train` names what can be set; `seed` is its `random_state`.

    words  by modality, how text becomes words; the rest get `WordOptions` of their language
    Raises InputError naming everything that is out of range.
    """

    n_topics: int | None = None
    regularizer: str = "skl"
    lam: float = 1.0
    seed: int = 0
    max_iter: int = 200
    tol: float = 1e-5
    init: str = "nmf"
    background: float = BACKGROUND
    words: Mapping[str, WordOptions] = field(default_factory=dict)
    keep_texts: bool = True
    check: bool = True
    visual_words: int = PATCH_WORDS
    weigh_pairs: str = AUTO
    headings: str = ""

    def __post_init__(self) -> None:
        check_settings(self, SETTINGS)

    def to_json(self) -> dict[str, Any]:
        # What was added later is left out where it is as before: the same training, the same bytes.
        added = [one for one in fields(self) if one.name not in FIRST]
        usual = {one.name for one in added if getattr(self, one.name) == one.default}
        plain = {name: value for name, value in asdict(self).items() if name not in usual}
        return plain | {"words": {name: self.words[name].to_json() for name in self.words}}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "TrainSettings":
        """Raises InputError, TypeError or ValueError for content that is not of `to_json`.

        Files of version 1 name no background: their models had none.
        """
        words = {name: WordOptions.from_json(value) for name, value in content["words"].items()}
        return cls(**{"background": 0.0, **content, "words": words})
