"""Estimators: matrices in, topics out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gplsa.models.gplsa import GPLSA
    from gplsa.models.graph import knn_graph
    from gplsa.models.lda import LDA
    from gplsa.models.linkplsa import LinkPLSA
    from gplsa.models.multimodal import MultimodalGPLSA
    from gplsa.models.plsa import PLSA
    from gplsa.models.weighing import pair_weights

__all__ = ["GPLSA", "LDA", "PLSA", "LinkPLSA", "MultimodalGPLSA", "knn_graph", "pair_weights"]

_HOME_OF = {
    "GPLSA": "gplsa",
    "LDA": "lda",
    "LinkPLSA": "linkplsa",
    "MultimodalGPLSA": "multimodal",
    "PLSA": "plsa",
    "knn_graph": "graph",
    "pair_weights": "weighing",
}


def __getattr__(name: str) -> Any:
    # Modules beside them do without scikit-learn, which takes most of a second to import.
    if name not in _HOME_OF:
        raise AttributeError(f"no attribute {name!r}")
    return getattr(import_module(f"gplsa.models.{_HOME_OF[name]}"), name)
