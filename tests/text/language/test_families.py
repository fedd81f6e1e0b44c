"""One keyword for each family of words."""

import pytest

from gplsa.text import same_family


@pytest.mark.parametrize(
    ("first", "second", "language"),
    [
        ("minist", "ministeri", "en"),
        ("minister", "ministers", "en"),
        ("govern", "government", "en"),
        ("democrat", "democraci", "en"),
        ("austria", "austrian", "en"),
        ("tax", "taxes", "en"),
        ("religious", "religiosity", "en"),
        ("schwed", "schwedisch", "de"),
        ("strateg", "strategi", "de"),
    ],
)
def test_one_family(first, second, language):
    assert same_family(first, second, language)
    assert same_family(second, first, language)


@pytest.mark.parametrize(
    ("first", "second", "language"),
    [
        ("polit", "polici", "en"),  # political, policy
        ("polic", "polici", "en"),  # police, policy
        ("state", "status", "en"),
        ("communic", "communiti", "en"),
        ("social", "socialist", "en"),
        ("intern", "interest", "en"),
        ("land", "landwirt", "de"),
        ("flug", "flughaf", "de"),
        ("polit", "polizei", "de"),
        ("climat", "climat chang", "en"),
        ("minist", "ministeri", "cs"),
    ],
)
def test_two_families(first, second, language):
    assert not same_family(first, second, language)
