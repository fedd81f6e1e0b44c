"""A column of headings: lists in any form, values by any name, nothing dropped in silence."""

import pytest

from gplsa.errors import InputError
from gplsa.headings import Concept, HeadingVocabulary, assigned_headings
from gplsa.headings.assigned import check_assigned

VOCABULARY = HeadingVocabulary(
    [
        Concept("http://x.y/1", {"de": "Baum", "en": "Trees"}, notation="T1"),
        Concept("http://x.y/2", {"de": "Linde; Sommerlinde"}),
        Concept("http://x.y/3", {"de": "[Eiche]"}),
    ]
)


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("Baum", [0]),
        ("trees|http://x.y/2", [0, 1]),
        ("T1; [Eiche]", [0, 2]),
        ("[Eiche]", [2]),
        ("Linde; Sommerlinde", [1]),
        ("Baum | Linde; Sommerlinde", [0, 1]),
        ("Baum\n<http://x.y/3>", [0, 2]),
        ('["Baum", "x.y", "3"]', [0, 2]),
        ('[{"uri": "http://x.y/1", "label": "?"}, {"label": "[Eiche]"}, {}, null]', [0, 2]),
        ("Baum; Baum", [0]),
        ("Trees, [Eiche]", [0, 2]),
        ("Trees, alte", []),
        (" ", []),
        ("[" * 100_000, []),
    ],
)
def test_cells_are_read_by_the_names_of_a_vocabulary(cell, numbers):
    _, found = assigned_headings([cell], VOCABULARY)
    assert found.held.shape == (1, 3)
    assert found.held.indices.tolist() == numbers


CATALOGUED = HeadingVocabulary(
    [
        Concept("https://d-nb.info/gnd/4023080-8", {"de": "Hafen"}),
        Concept("http://id.loc.gov/authorities/subjects/sh85121725", {"en": "Ships"}),
        Concept("http://eurovoc.europa.eu/1234", {"de": "Seeschifffahrt"}),
        Concept("https://d-nb.info/gnd/118586777", {"de": "Müller, Hans"}),
    ]
)


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("(DE-588)4023080-8", [0]),
        ("GND:(DE-588)4023080-8; gnd:118586777", [0, 3]),
        ("http://d-nb.info/gnd/4023080-8", [0]),
        ("$aHäfen$0(DE-588)4023080-8$2gnd", [0]),
        ("$$a Hafen $$2 gnd | ƒaShips", [0, 1]),
        ("(DLC)sh 85121725", [1]),
        ("eurovoc:1234", [2]),
        ("Hafenanlage (4023080-8); (DE-588)118586777", [0, 3]),
        ("(DE-588)4023080-8, (DE-588)118586777", [0, 3]),
        ("$aMüller, Hans$0(DE-588)118586777", [3]),
        ("Hafenstadt; (DE-588)4023080-9; 1234; Häfen: ", [2]),
    ],
)
def test_headings_are_known_as_catalogues_write_them(cell, numbers):
    assert assigned_headings([cell], CATALOGUED)[1].held.indices.tolist() == numbers


def test_what_the_vocabulary_does_not_know_is_listed():
    cells = ["Baum; Buche", "Buche|Esche", "Buche"]
    _, found = assigned_headings(cells, VOCABULARY)
    assert found.unknown == {"Buche": 3, "Esche": 1}
    assert found.held.toarray().tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_without_a_vocabulary_the_values_are_one():
    vocabulary, found = assigned_headings(["Baum; Esche", '["Esche", "Linde, alt"]', ""])
    assert [one.label() for one in vocabulary.concepts] == ["Baum", "Esche", "Linde, alt"]
    assert found.held.toarray().tolist() == [[1, 1, 0], [0, 1, 1], [0, 0, 0]]
    assert not found.unknown


@pytest.mark.parametrize(
    ("cells", "given", "told"),
    [
        (["", " "], None, "The column “c” is empty: choose the one with the headings."),
        (
            ["a note", "another"],
            None,
            "in more than one record, “a note” for one, .*: choose the c",
        ),
        (["Baum, Esche", "Esche, Linde"], None, "several in a cell are separated by “;” or “[|]”"),
        (["Buche", "Esche"], VOCABULARY, "“Buche” for one: choose the vocabulary that they are of"),
        (["", ""], VOCABULARY, "The column “c” is empty"),
    ],
)
def test_a_column_without_headings_is_refused_in_a_sentence(cells, given, told):
    with pytest.raises(InputError, match=told):
        check_assigned("c", *assigned_headings(cells, given))


@pytest.mark.parametrize(("cells", "given"), [(["Baum", "Esche"], VOCABULARY), (["a", "a"], None)])
def test_a_column_with_some_is_not(cells, given):
    check_assigned("c", *assigned_headings(cells, given))
