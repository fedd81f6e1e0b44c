from dataclasses import KW_ONLY, dataclass
from typing import Any

from gplsa.models._fit import Plan
from gplsa.models._validation import Problems
from gplsa.names import INITS


@dataclass(eq=False, repr=False)
class FitParameters:
    """A mixin, to stand before scikit-learn's classes, whose `get_params` reads such fields."""

    n_topics: int = 100
    _: KW_ONLY
    max_iter: int = 200
    tol: float = 1e-5
    init: str = "nmf"
    n_init: int = 1
    accelerate: bool = True
    random_state: Any = None
    n_jobs: int | None = None

    def _check_plan(self, problems: Problems, sizes: list[tuple[int, int]]) -> None:
        """sizes  (documents, words) of each modality"""
        problems.number("n_topics", self.n_topics, least=1, integer=True)
        if sizes:
            entries = sum(n_docs * n_words for n_docs, n_words in sizes)
            problems.at_most("n_topics", self.n_topics, entries, "documents × words = ")
        problems.number("max_iter", self.max_iter, least=1, integer=True)
        problems.number("n_init", self.n_init, least=1, integer=True)
        problems.number("tol", self.tol, least=0.0)
        problems.choice("init", self.init, INITS)
        problems.threads(self.n_jobs)

    def plan(self) -> Plan:
        """What a fit takes of them."""
        return Plan(
            n_topics=int(self.n_topics),
            max_iter=int(self.max_iter),
            tol=float(self.tol),
            init=self.init,
            # The other starts are always the same one: restarts would repeat it.
            n_init=int(self.n_init) if self.init == "random" else 1,
            accelerate=bool(self.accelerate),
            n_jobs=self.n_jobs,
        )
