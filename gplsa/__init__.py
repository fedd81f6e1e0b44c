"""Multi-modal graph-regularised PLSA for people who hold paired collections and read one side."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gplsa.models import (
        GNMF,
        GPLSA,
        LDA,
        PLSA,
        CoPLSA,
        DeepNMF,
        GPSupervisedLDA,
        LinkPLSA,
        MultilayerBootstrapNetwork,
        MultimodalGPLSA,
        knn_graph,
    )

__version__ = "0.1.0"
__all__ = [
    "GNMF",
    "GPLSA",
    "LDA",
    "PLSA",
    "CoPLSA",
    "DeepNMF",
    "GPSupervisedLDA",
    "LinkPLSA",
    "MultilayerBootstrapNetwork",
    "MultimodalGPLSA",
    "__version__",
    "knn_graph",
]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: scikit-learn's base class takes most of a second, which neither
    # the command line's --help nor the first page of the app should wait for.
    if name in __all__:
        try:
            from gplsa import models
        except AttributeError as error:
            # `from gplsa import …` takes it for a name that is not there, and hides the cause.
            raise ImportError(f"gplsa.models cannot be imported: {error}") from error
        return getattr(models, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
