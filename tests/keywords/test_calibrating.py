"""How many held-out documents teach the probabilities."""

import numpy as np
from scipy import sparse

from gplsa.keywords import calibrating
from gplsa.keywords.calibrating import affordable
from gplsa.keywords.fitting import build_lexicon
from gplsa.keywords.pairs import TrainingPairs
from tests.keywords.planted import planted_pairs


def test_where_documents_call_up_too_much_fewer_are_judged_spread_over_all(monkeypatch):
    pairs = planted_pairs(120)
    lexicon = build_lexicon(TrainingPairs(pairs.source, pairs.target), None)
    held_out = np.arange(0, 120, 2)
    called = np.array((pairs.source > 0) @ sparse.csr_matrix(np.diff(lexicon.indptr)).T.toarray())
    total = int(called[held_out].sum())
    monkeypatch.setattr(calibrating, "MOST_CALLED", total)
    np.testing.assert_array_equal(affordable(pairs.source, held_out, lexicon), held_out)
    monkeypatch.setattr(calibrating, "MOST_CALLED", total // 3)
    some = affordable(pairs.source, held_out, lexicon)
    assert len(some) == 20 and set(some) <= set(held_out) and len(set(some)) == 20
    assert some[0] == 0 and some[-1] == 118 and np.diff(some).max() <= 8
    assert called[some].sum() <= 1.2 * total / 3
    monkeypatch.setattr(calibrating, "MOST_CALLED", 1)
    assert len(affordable(pairs.source, held_out, lexicon)) == 10
