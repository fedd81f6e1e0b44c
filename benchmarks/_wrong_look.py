"""The look at some pairs before a training: what it says where pairs are right, or some wrong."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from benchmarks._common import DATA, print_table
from benchmarks._comparable_corpora import (
    Texts,
    captions,
    exchange,
    one_side_short,
    paragraphs_of_news,
    parts_of_speeches,
    speeches,
)
from benchmarks._wrong_product import lines_of_news, paragraphs
from gplsa.models.weighing import PairWeights
from gplsa.text import Vocabulary, WordOptions
from gplsa.training.counted import Counted, Side
from gplsa.training.doubted import LOOKED_AT, judged


def lines_of_captions(rng: np.random.Generator) -> Texts:
    """Captions of a line, translated."""
    return {
        side: (DATA / "multi30k" / f"train.{side}").read_text("utf-8").splitlines()
        for side in ("de", "en")
    }


LOOKED: Mapping[str, Callable[[np.random.Generator], Texts]] = {
    "speeches": speeches,
    "paragraphs of news": paragraphs,
    "lines of news": lines_of_news,
    "lines of captions": lines_of_captions,
    "independent captions": captions,
    "news, random paragraphs": paragraphs_of_news,
    "halves of speeches": parts_of_speeches(("de", "en")),
    "one side a tenth": one_side_short,
}


def look(name: str, wrong: float, seed: int) -> PairWeights:
    rng = np.random.default_rng(seed)
    texts = LOOKED[name](rng)
    order = rng.permutation(len(texts["de"]))[:LOOKED_AT]
    learned = {side: [own[row] for row in order] for side, own in texts.items()}
    exchange(learned, "en", wrong, rng)
    sides = {
        side: Side(*Vocabulary.build_by_line(own, WordOptions(side)))
        for side, own in learned.items()
    }
    counted = Counted(sides)
    counted = counted.of(counted.complete)
    return judged(counted, np.zeros(counted.n_documents, dtype=bool), rng, 1, None)


def print_looks(seeds: Sequence[int], shares: Sequence[float]) -> None:
    """Over the seeds, the least and the largest share doubted, and how far pairs stand above."""
    rows = []
    for name in LOOKED:
        cells = []
        for wrong in shares:
            found = [look(name, wrong, seed) for seed in seeds]
            doubted = [1.0 - one.share for one in found]
            parted = [one.parted for one in found]
            cells.append(
                f"{min(doubted):.1%} to {max(doubted):.1%}; {min(parted):.1f} to {max(parted):.1f}"
            )
        rows.append([name, *cells])
    header = [f"{LOOKED_AT} pairs at most", *(f"{wrong:.0%} wrong" for wrong in shares)]
    print_table("share that does not seem to belong together; mean z of pairs", header, rows)
