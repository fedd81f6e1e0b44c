"""Estimators: matrices in, topics out."""

from typing import TYPE_CHECKING

from gplsa.core.lazy import lazy

if TYPE_CHECKING:
    from gplsa.models.gplsa import GPLSA
    from gplsa.models.graph import knn_graph
    from gplsa.models.lda import LDA
    from gplsa.models.linkplsa import LinkPLSA
    from gplsa.models.multimodal import MultimodalGPLSA
    from gplsa.models.plsa import PLSA
    from gplsa.models.weighing import pair_weights

__all__ = ["GPLSA", "LDA", "PLSA", "LinkPLSA", "MultimodalGPLSA", "knn_graph", "pair_weights"]

__getattr__ = lazy(
    {
        "gplsa.models.gplsa": ("GPLSA",),
        "gplsa.models.multimodal": ("MultimodalGPLSA",),
        "gplsa.models.graph": ("knn_graph",),
        "gplsa.models.lda": ("LDA",),
        "gplsa.models.linkplsa": ("LinkPLSA",),
        "gplsa.models.weighing": ("pair_weights",),
        "gplsa.models.plsa": ("PLSA",),
    }
)
