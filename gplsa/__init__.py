"""Multi-modal graph-regularised PLSA for people who hold paired collections and read one side.

model = gplsa.train(gplsa.read("letters.csv"))
model.keywords(["Die Ernte war gut"], "de", "en")[0].words
"""

import importlib
from typing import TYPE_CHECKING, Any

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
    from gplsa.papers import GNMF, CoPLSA, DeepNMF, GPSupervisedLDA, MultilayerBootstrapNetwork
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
    "api": "clean corpus_of load read train",
    "corpus.corpus": "Corpus",
    "errors": "InputError InputWarning",
    "model.public": "Model",
    "model.topics.topic": "Topic",
    "papers": "CoPLSA DeepNMF GNMF GPSupervisedLDA MultilayerBootstrapNetwork",
    "text": "WordOptions",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_ROOMS = ("figures", "headings", "shaping")


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: scikit-learn's base class takes most of a second, which neither
    # the command line's --help nor the first page of the app should wait for.
    if name in _ROOMS:
        return importlib.import_module(f"gplsa.{name}")
    if name in __all__:
        home = f"gplsa.{_HOME_OF.get(name, 'models')}"
        try:
            module = importlib.import_module(home)
        except AttributeError as error:
            # `from gplsa import …` takes it for a name that is not there, and hides the cause.
            raise ImportError(f"{home} cannot be imported: {error}") from error
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS]
