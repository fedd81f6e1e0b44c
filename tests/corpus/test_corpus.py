from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.corpus import TITLE_CHARACTERS, Corpus, behind, given_title, make_title


def small() -> Corpus:
    return Corpus(
        name="letters",
        ids=["a", "b", "c"],
        texts={"de": ["Ernte", "", "Bahn\nHof"], "en": ["harvest", "station", ""]},
        languages={"de": "de", "en": "en"},
        fields={"year": ["1801", "1802", "1803"]},
    )


def test_complete_documents_have_every_side() -> None:
    np.testing.assert_array_equal(small().complete(), [True, False, False])


def test_subset_takes_every_column_in_the_order_asked_for() -> None:
    part = small().subset(np.array([2, 0]))
    assert part.ids == ["c", "a"]
    assert part.texts == {"de": ["Bahn\nHof", "Ernte"], "en": ["", "harvest"]}
    assert part.titles == ["Bahn Hof", "Ernte"]
    assert part.fields == {"year": ["1803", "1801"]}
    assert part.modalities == ["de", "en"]
    assert len(part) == part.n_documents == 2


def test_title_is_the_beginning_of_the_first_side_with_text() -> None:
    assert small().titles == ["Ernte", "station", "Bahn Hof"]
    title = make_title(["", "Wort " * 100])
    assert title.startswith("Wort Wort") and title.endswith("Wort …")
    assert len(title) <= TITLE_CHARACTERS + 2
    assert make_title(["", ""]) == ""


def test_a_document_without_a_title_is_called_by_its_headline_not_by_its_first_sentence() -> None:
    texts = ["Sturm über der Stadt\nDer Wind war stark.", "Der Wind war stark.\nEs regnete."]
    corpus = replace(
        small(), ids=["1", "2"], texts={"de": texts, "en": ["", ""]}, titles=[], fields={}
    )
    assert [given_title(corpus, row) for row in (0, 1)] == ["Sturm über der Stadt", ""]
    assert behind(given_title(corpus, 0), texts[0]) == "Der Wind war stark."
    sides = {"de": texts[:1], "en": ["Storm\nStrong wind."]}
    both = Corpus("news", ["1"], sides, {"de": "de", "en": "en"})
    assert [given_title(both, 0, one) for one in ("", "en")] == ["Sturm über der Stadt", "Storm"]


def test_unequal_columns_are_all_named() -> None:
    with pytest.raises(ValueError, match=r"ids has 1 entries, but .*texts\['en'\] has 2") as caught:
        Corpus("x", ["1"], {"de": ["a"], "en": ["b", "c"]}, titles=["a"], fields={"f": []})
    assert "fields['f'] has 0" in str(caught.value)


def test_ids_are_unique() -> None:
    with pytest.raises(ValueError, match="unique"):
        Corpus("x", ["1", "1"], {"de": ["a", "b"]})
