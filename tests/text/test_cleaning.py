"""Clean-up of text, and that every cleaned character knows where it came from."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gplsa.text import WordOptions, preview
from gplsa.text.cleaning import clean, clean_tracked

BOTH = WordOptions("de", join_line_end_hyphens=True, replace_long_s=True)
NEITHER = WordOptions("de")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("die Ern-\nte war", "die Ernte\n war"),
        ("die Ern¬\r\n  te war", "die Ernte\r\n   war"),
        ("Nord-\nDeutschland", "Nord-\nDeutschland"),
        ("Ost-\nund West", "Ost-\nund West"),
        ("Ern\u00ad\nte", "Ernte\n"),
        ("a\nb - \nc 5-\nb", "a\nb - \nc 5-\nb"),
        ("e\u0301-\ne\u0301", "éé\n"),
        ("Waſſer", "Wasser"),
        ("ﬁſch", "fisch"),
    ],
)
def test_line_ends_and_long_s(text: str, expected: str) -> None:
    assert clean(text, BOTH).replace("\r\n   war", "\r\n   war") == expected


def test_only_what_is_never_wanted_goes_without_being_asked() -> None:
    assert clean("Ern-\nte Waſſer", NEITHER) == "Ern-\nte Waſſer"
    assert clean("Do\u00adnau \ufeffO\u0308l oﬃziell", NEITHER) == "Donau Öl offiziell"


@given(
    st.text(
        alphabet=st.sampled_from(
            list("abÄſ -\n\r\t¬=.1") + list("\u00ad\u0301\u0308\u200dﬁ각한한語")
        ),
        max_size=40,
    )
)
def test_tracking_gives_the_same_text_and_places_in_range(text: str) -> None:
    for options in (BOTH, NEITHER):
        cleaned, starts, ends = clean_tracked(text, options)
        assert cleaned == clean(text, options)
        assert options.join_line_end_hyphens or clean(cleaned, options) == cleaned
        assert len(starts) == len(ends) == len(cleaned)
        assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))
        assert cleaned.count("\n") == text.count("\n")


@given(st.text(max_size=30))
def test_any_text_is_tracked_to_characters_that_make_it(text: str) -> None:
    cleaned, starts, ends = clean_tracked(text, NEITHER)
    assert cleaned == clean(text, NEITHER)
    for character, start, end in zip(cleaned, starts, ends, strict=True):
        origin = unicodedata.normalize("NFKC", text[start:end]).replace("ſ", "s")
        assert unicodedata.normalize("NFKC", character).replace("ſ", "s") in origin


def test_preview_shows_what_the_settings_would_change() -> None:
    found = preview(["Die Ern-\nte im Waſſer", "Ost-\nund Nord-\nSee", "Fiſch-\nerei"])
    assert (found.n_hyphens, found.n_long_s) == (2, 3)
    assert [
        (change.kind, change.document, change.before, change.after) for change in found.changes
    ] == [
        ("line-end hyphen", 0, "Ern-\nte", "Ernte"),
        ("long s", 0, "Waſſer", "Wasser"),
        ("line-end hyphen", 2, "Fiſch-\nerei", "Fiſcherei"),
        ("long s", 2, "Fiſch", "Fisch"),
    ]
    assert len(preview(["aſ"] * 50, limit=5).changes) == 5
    assert preview([]).changes == []
