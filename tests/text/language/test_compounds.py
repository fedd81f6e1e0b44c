"""Splitting by the geometric mean of frequencies, against trying every split."""

import math
from itertools import product

import numpy as np

from gplsa.text.language.compounds import Splitter, compound_parts

COUNTS = compound_parts(
    {
        "ernte": 40,
        "jahr": 200,
        "arbeit": 90,
        "zeit": 150,
        "schule": 60,
        "amts": 3,
        "amt": 80,
        "freitag": 50,
        "frei": 30,
        "tage": 40,
        "einmal": 1,
    }
)


def parts_of(word: str) -> list[str]:
    return [part for _, _, part in Splitter(COUNTS).split(word)]


def test_linking_elements_and_lost_letters() -> None:
    assert parts_of("arbeitszeit") == ["arbeit", "zeit"]
    assert parts_of("jahreszeit") == ["jahr", "zeit"]
    assert parts_of("erntejahr") == ["ernte", "jahr"]
    assert parts_of("schuljahr") == ["schule", "jahr"]
    assert parts_of("arbeitsjahreszeit") == ["arbeit", "jahr", "zeit"]


def test_a_part_is_the_word_that_its_capital_tells() -> None:
    """*Sprach-* is no form of *sprechen*, and the most frequent of several is taken."""
    counts = {"sprach": 9, "Sprache": 70, "SPRACHE": 1, "kurs": 1, "Kurs": 30, "kunden": 2}
    counts |= {"Kunden": 40, "dienst": 5, "Dienst": 12, "schreibe": 3, "schreiben": 50}
    parts = compound_parts(counts)
    assert parts["Sprache"] == 71 and parts["Kunden"] == 42 and parts["sprach"] == 9

    def written(word: str) -> list[str]:
        return [part for _, _, part in Splitter(parts).split(word)]

    assert written("sprachkurs") == ["Sprache", "Kurs"]
    assert written("kundendienst") == ["Kunden", "Dienst"]
    assert written("schreibdienst") == ["schreiben", "Dienst"]
    # Vocabularies of before, which tell no capitals, count as they did.
    small = Splitter({word.lower(): count for word, count in parts.items()})
    assert [part for _, _, part in small.split("sprachkurs")] == ["sprach", "kurs"]


def test_short_rare_and_frequent_words_stay_whole() -> None:
    assert "amt" not in COUNTS
    assert "einmal" not in COUNTS
    assert parts_of("schulamt") == []
    assert parts_of("zehntjahr") == []
    assert parts_of("zeit") == []
    assert Splitter({"frei": 30, "tage": 40, "freitage": 36}).split("freitage") == []
    assert Splitter({"frei": 30, "tage": 40, "freitage": 34}).split("freitage") != []


def test_places_of_the_parts_fill_the_word_but_for_links() -> None:
    assert Splitter(COUNTS).split("arbeitszeit") == [(0, 6, "arbeit"), (7, 11, "zeit")]
    assert Splitter(COUNTS).split("schuljahr") == [(0, 5, "schule"), (5, 9, "jahr")]


def test_the_best_of_all_splits_is_found() -> None:
    rng = np.random.default_rng(0)
    known = ["".join(letters) for letters in product("ab", repeat=4)]
    known += ["".join(letters) for letters in product("ab", repeat=5)]
    for _ in range(100):
        chosen = rng.choice(len(known), size=20, replace=False)
        counts = {known[n]: int(rng.integers(2, 100)) for n in chosen}
        word = "".join(rng.choice(["a", "b"], size=int(rng.integers(8, 18))))
        best, mean = _try_all(word, counts)
        found = Splitter(counts).split(word)
        whole = counts.get(word, 0)
        if best and mean > whole:
            logs = [math.log(counts[part]) for _, _, part in found]
            np.testing.assert_allclose(math.exp(np.mean(logs)), mean, rtol=1e-12, atol=0)
            assert "".join(word[start:end] for start, end, _ in found) == word
        else:
            assert found == []


def _try_all(word: str, counts: dict[str, int]) -> tuple[list[str], float]:
    """The best chain of two to four known words, by trying each."""
    chains: list[list[str]] = [[]]
    best: list[str] = []
    mean = 0.0
    for _ in range(4):
        chains = [
            [*chain, part]
            for chain in chains
            for part in counts
            if word.startswith("".join([*chain, part]))
        ]
        for chain in chains:
            if len(chain) >= 2 and "".join(chain) == word:
                value = math.prod(counts[part] for part in chain) ** (1 / len(chain))
                if value > mean:
                    best, mean = chain, value
    return best, mean
