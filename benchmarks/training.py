"""Processor seconds of whole trainings, with validation and keywords, and the digest of the model.

    python -m benchmarks.training [--rounds 3]

speeches: 1,000 of Parliament; records: 2,500 of a catalogue; behind a training that compiles.
For a version before the same file runs in its checkout: `PYTHONPATH=. python THIS/training.py`.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import time
import warnings
from pathlib import Path

import gplsa

DATA = Path(os.environ.get("GPLSA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
CORPORA = {"speeches": ("europarl/docs.jsonl", 1_000), "records": ("tibsid/pairs.jsonl.gz", 2_500)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore")
    for name, (file, n) in CORPORA.items():
        data = (DATA / file).read_bytes()
        lines = (gzip.decompress(data) if file.endswith(".gz") else data).splitlines()
        texts = {side: [json.loads(line)[side] for line in lines[:n]] for side in ("de", "en")}
        corpus = gplsa.corpus_of(texts, languages={"de": "de", "en": "en"})
        spent = []
        for _ in range(rounds + 1):
            started, stream = time.process_time(), io.BytesIO()
            gplsa.train(corpus).save(stream)
            spent.append(time.process_time() - started)
        digest = hashlib.sha256(stream.getvalue()).hexdigest()[:12]
        print(f"{name}: {sorted(spent[1:])[rounds // 2]:.1f} s, {digest}")


if __name__ == "__main__":
    main()
