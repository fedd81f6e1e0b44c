"""Keywords of a model of a corpus in chunks: lexicons of all its documents beside those of a
sample.

    python -m benchmarks.parts_lexicon [--samples 125 250 500] [--topics 50] [--seed 0]

1,000 German–English documents of the European Parliament are built into a corpus folder, 333 are
kept out.  A model whose sample is smaller than the corpus stands for one of a corpus that is larger
than 10,000; `--samples` 1000 is the training in memory.  Unknown: the share of the words of a text
that no lexicon knows.  Stated: the mean probability of the ten best keywords, which their precision
should equal.
"""

import argparse
import json
import tempfile
from pathlib import Path
from unittest.mock import patch

import numpy as np

from benchmarks._common import DATA, print_table
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.evaluation import idf_precision, overlap, precision
from gplsa.keywords.scoring.ranking import inverse_document_frequency
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.reading.chunks.build import build
from gplsa.training import parts_keywords
from gplsa.training.parts import OutOfCore
from gplsa.training.train import train

HELD_OUT, BEST, LISTED = 333, 10, 20


def trained(
    corpus: ChunkedCorpus, settings: TrainSettings, sample: int, all_documents: bool
) -> Model:
    most = parts_keywords.MOST_APART if all_documents else 0
    with patch.object(parts_keywords, "MOST_APART", most):
        return train(OutOfCore(corpus, sample=sample), settings)


def figures(model: Model, unseen: list[dict[str, str]], idf: np.ndarray) -> list[float]:
    counts = {m: model.vocabularies[m].count([row[m] for row in unseen]) for m in ("de", "en")}
    found = model.rankers["de", "en"].keywords(
        counts["de"], limit=LISTED, least=LISTED, with_phrases=False
    )
    ranked = [[keyword.term for keyword in one.keywords] for one in found]
    stated = [keyword.probability for one in found for keyword in one.keywords[:BEST]]
    return [
        float(np.mean([one.unknown_share for one in found])),
        precision(ranked, counts["en"], BEST),
        overlap(ranked, counts["en"], idf, LISTED),
        idf_precision(ranked, counts["en"], idf, BEST),
        float(np.mean(stated)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, nargs="+", default=[125, 250, 500, 1000])
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    lines = (DATA / "europarl" / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    order = np.random.default_rng(options.seed).permutation(len(lines))
    unseen = [json.loads(lines[row]) for row in order[-HELD_OUT:]]
    settings = TrainSettings(n_topics=options.topics, seed=options.seed, check=False)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seen = "\n".join(lines[row] for row in order[:-HELD_OUT])
        (folder / "pairs.jsonl").write_text(seen, encoding="utf-8")
        corpus = build([folder / "pairs.jsonl"], ["de", "en"], folder / "corpus").corpus
        vocabulary = corpus.vocabularies()["en"]
        every = vocabulary.count([json.loads(lines[row])["en"] for row in order[:-HELD_OUT]])
        idf = inverse_document_frequency(every)
        for sample in options.samples:
            for all_documents in (False, True):
                if sample < len(corpus) or not all_documents:
                    model = trained(corpus, settings, sample, all_documents)
                    of = "all documents" if all_documents else "the sample"
                    rows.append([sample, of, *figures(model, unseen, idf)])
    header = ["sample", "lexicons of", "unknown", "P@10", "overlap@20", "idf P@10", "stated"]
    print_table("Keywords, German → English", header, rows)


if __name__ == "__main__":
    main()
