"""Another kind of processor, as far as this one plays it: last bits may differ, no keyword does."""

import os
import subprocess
import sys

import numpy as np
import pytest

from tests.conftest import REPOSITORY

TOLERANCE = 1e-9
TRAIN = """
import csv, json, sys
import numpy as np
import gplsa

corpus = gplsa.read("assets/samples/chronicle.csv", sides=["de", "en"])
model = gplsa.train(corpus, n_topics=12, random_state=0)
with open("assets/samples/unseen.csv", encoding="utf-8", newline="") as file:
    unseen = [row["de"] for row in csv.DictReader(file)]
told = [[k.word for k in found.keywords] for found in model.keywords(unseen, "de", "en")]
np.savez(sys.argv[1], **{f"mixtures {m}": x for m, x in model.doc_topic.items()})
print(json.dumps(told))
"""
# Told to be older than they are. Each compiles all kernels for itself.
OLDER = {
    "numpy without AVX2": {"NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX"},
    "OpenBLAS of 2013": {"OPENBLAS_CORETYPE": "Haswell"},
    "OpenBLAS of 2008": {"OPENBLAS_CORETYPE": "Nehalem"},
    "numba of 2008": {"NUMBA_CPU_NAME": "nehalem", "NUMBA_CPU_FEATURES": ""},
}


def trained(folder, name, **environment):
    out = folder / f"{name}.npz"
    environment["NUMBA_CACHE_DIR"] = str(folder / environment.get("NUMBA_CPU_NAME", "here"))
    done = subprocess.run(
        [sys.executable, "-c", TRAIN, str(out)],
        cwd=REPOSITORY,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    with np.load(out) as arrays:
        return {key: arrays[key] for key in arrays.files}, done.stdout


@pytest.mark.skipif(not os.environ.get("GPLSA_SOAK_MACHINES"), reason="takes minutes: make soak")
def test_no_keyword_depends_on_the_processor(tmp_path):
    here, told = trained(tmp_path, "here")
    assert len(told) > 100
    for name, environment in OLDER.items():
        there, told_there = trained(tmp_path, name, **environment)
        off = max(float(np.abs(there[key] - here[key]).max()) for key in here)
        print(f"{name}: mixtures off by at most {off:.1e}")
        assert off < TOLERANCE
        assert told_there == told
