"""The examples of figures by field do what they say."""

import pytest

from gplsa.figures import fields
from tests.test_examples import failures


@pytest.mark.parametrize("name", ["topics_over_time", "topics_by_group"])
def test_example(name):
    assert failures(getattr(fields, name), name) == ""
