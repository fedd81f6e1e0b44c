"""What is advised where the validation is not good."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from gplsa.training.validation import _of_texts


@pytest.mark.parametrize(("of_pictures", "advice"), [(True, "Describe each"), (False, "Join")])
def test_short_captions_become_longer_and_short_texts_are_joined(of_pictures, advice):
    seen = SimpleNamespace(
        complete=np.ones(400, bool),
        counts={"en": sparse.csr_matrix(np.ones((400, 3)))},
        sides={"other": SimpleNamespace(by_regression=of_pictures)},
    )
    cause, remedy = _of_texts(seen, 40, 0.9)
    assert "at most 3 counted words" in cause and remedy.startswith(advice)
