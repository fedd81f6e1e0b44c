"""Where words begin and end, language by language."""

import pytest

from gplsa.text.analysis import lower
from gplsa.text.tokens import character_pairs, find_runs, stretches_without_spaces, words_of_run


def words(text: str, language: str, letters_only: bool = False) -> list[str]:
    return [
        run[start:end]
        for run in find_runs.findall(text)
        for start, end in words_of_run(run, language, letters_only)
    ]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "EU-Kommission, E-Mail-Adresse; geht's?", "EU Kommission E-Mail Adresse geht s"),
        ("de", "U‑Bahn Ost- und West-", "U‑Bahn Ost und West"),
        ("en", "Don’t! isn't O'Brien's X-ray", "Don’t isn't O Brien s X-ray"),
        ("en", "state-of-the-art co-operation", "state of the art co operation"),
        ("fr", "l'œuvre d’aujourd’hui, y a-t-il", "l œuvre d aujourd’hui y a t il"),
        ("it", "dell'arte c'è", "dell arte c è"),
        ("uk", "п'ять об’єктів", "п'ять об’єктів"),
        ("de", "A1 x_y 3D §5 1848er", "A x y D er"),
        ("de", "m² Ⅷ ½Liter", "m Liter"),
        ("hi", "हिन्दी में", "हिन्दी में"),
        ("he", "שָׁלוֹם", "שָׁלוֹם"),
        ("ar", "مُحَمَّد", "مُحَمَّد"),
        ("de", "— - ' 👩 ❤", ""),
    ],
)
def test_words_of(language: str, text: str, expected: str) -> None:
    assert words(text, language) == expected.split()


def test_letters_only_joins_nothing() -> None:
    assert words("don't E-Mail", "en", letters_only=True) == ["don", "t", "E", "Mail"]


def test_apostrophes_and_hyphens_are_no_range_of_characters() -> None:
    # "'--‐" inside a character class would swallow most alphabets.
    assert find_runs.findall("a—b a„b aʼb") == ["a", "b", "a", "b", "aʼb"]


def test_scripts_are_told_apart_within_a_word() -> None:
    assert stretches_without_spaces("EU委員会abc") == [(0, 2, False), (2, 5, True), (5, 8, False)]
    assert stretches_without_spaces("Größe") == [(0, 5, False)]


def test_small_letters_follow_the_language() -> None:
    assert lower("ISPARTA", "tr") == "ısparta"
    assert lower("İzmir", "tr") == "izmir"
    assert lower("Don’t", "en") == "don't"


def test_marks_stay_with_their_letter_where_pairs_are_counted():
    pairs = [
        ("東京都", ["東京", "京都"]),
        ("ที่นี่", ["ที่นี่"]),
        ("กี่", ["กี่"]),
        ("ดีมาก", ["ดีม", "มา", "าก"]),
    ]
    for word, found in pairs:
        run = f"a{word}b"
        assert [run[a:b] for a, b in character_pairs(run, 1, len(run) - 1)] == found
