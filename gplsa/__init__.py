"""Multi-modal graph-regularised PLSA for people who hold paired collections and read one side.

model = gplsa.train(gplsa.read("letters.csv"))
model.keywords(["Die Ernte war gut"], "de", "en")[0].words
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gplsa.core.lazy import lazy
from gplsa.models import __all__ as _ESTIMATORS
from gplsa.version import VERSION

if TYPE_CHECKING:
    from gplsa import figures as figures
    from gplsa import headings as headings
    from gplsa import shaping as shaping
    from gplsa.api import clean, corpus_of, load, read, train
    from gplsa.corpus.corpus import Corpus
    from gplsa.errors import InputError, InputWarning
    from gplsa.model.public import Model
    from gplsa.model.topics.topic import Topic
    from gplsa.models import GPLSA, LDA, PLSA, LinkPLSA, MultimodalGPLSA, knn_graph, pair_weights
    from gplsa.papers import (
        GNMF,
        CoPLSA,
        DeepNMF,
        GPSupervisedLDA,
        MultilayerBootstrapNetwork,
    )
    from gplsa.text import WordOptions

__version__ = VERSION
__all__ = [
    "GNMF",
    "GPLSA",
    "LDA",
    "PLSA",
    "CoPLSA",
    "Corpus",
    "DeepNMF",
    "GPSupervisedLDA",
    "InputError",
    "InputWarning",
    "LinkPLSA",
    "Model",
    "MultilayerBootstrapNetwork",
    "MultimodalGPLSA",
    "Topic",
    "WordOptions",
    "__version__",
    "clean",
    "corpus_of",
    "knn_graph",
    "load",
    "pair_weights",
    "read",
    "train",
]

_HOMES = {
    "gplsa.api": ("clean", "corpus_of", "load", "read", "train"),
    "gplsa.corpus.corpus": ("Corpus",),
    "gplsa.errors": ("InputError", "InputWarning"),
    "gplsa.model.public": ("Model",),
    "gplsa.model.topics.topic": ("Topic",),
    "gplsa.models": _ESTIMATORS,
    "gplsa.papers": (
        "CoPLSA",
        "DeepNMF",
        "GNMF",
        "GPSupervisedLDA",
        "MultilayerBootstrapNetwork",
    ),
    "gplsa.text": ("WordOptions",),
}
_ROOMS = ("figures", "headings", "shaping")
_found = lazy(__name__, _HOMES)


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: scikit-learn's base class takes most of a second, which neither
    # the command line's --help nor the first page of the app should wait for.
    return import_module(f"gplsa.{name}") if name in _ROOMS else _found(name)


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS]
