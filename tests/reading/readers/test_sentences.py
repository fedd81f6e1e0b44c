import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from nltk.translate.gale_church import align_blocks

from gplsa.errors import Cancelled, InputError
from gplsa.reading import Choices, Upload, read_corpus, uploads_from_folder
from gplsa.reading.readers import sentence_alignment
from gplsa.reading.readers.sentence_alignment import align_sentences
from gplsa.reading.readers.sentence_reader import align_chapter, split_chapters

Letters = Callable[[int], list[tuple[str, str]]]
STEPS = {(1, 0): 0.0099, (0, 1): 0.0099, (1, 1): 0.89, (2, 1): 0.089, (1, 2): 0.089, (2, 2): 0.011}


def translated(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Lengths of n sentences and of a translation that merges, splits, adds and leaves out some."""
    source = rng.integers(20, 250, n).astype(float)
    target: list[float] = []
    i = 0
    while i < n:
        kind = rng.choice(["1-1", "2-1", "1-2", "1-0", "0-1"], p=[0.86, 0.06, 0.06, 0.01, 0.01])
        length = source[i] * rng.normal(1.0, 0.08) + rng.normal(0, 4)
        if kind == "2-1" and i + 1 < n:
            target.append(max(length + source[i + 1], 1.0))
            i += 2
            continue
        if kind == "1-2":
            target += [max(length * 0.6, 1.0), max(length * 0.4, 1.0)]
        elif kind == "0-1":
            target += [60.0, max(length, 1.0)]
        elif kind != "1-0":
            target.append(max(length, 1.0))
        i += 1
    return source, np.round(target)


def links(cuts: np.ndarray) -> set[tuple[int, int]]:
    return {
        (i, j)
        for (i0, j0), (i1, j1) in pairwise(cuts.tolist())
        for i in range(i0, i1)
        for j in range(j0, j1)
    }


def step_cost(source: float, target: float, prior: float) -> float:
    mean = (source + target) / 2
    z = abs(source - target) / math.sqrt(2 * 6.8 * mean) if mean else 0.0
    tail = math.log(math.erfc(z)) if z < 25 else -z * z - math.log(z * math.sqrt(math.pi))
    return -tail - math.log(prior)


def way_cost(source: np.ndarray, target: np.ndarray, cuts: np.ndarray) -> float:
    return sum(
        step_cost(source[i0:i1].sum(), target[j0:j1].sum(), STEPS[i1 - i0, j1 - j0])
        for (i0, j0), (i1, j1) in pairwise(cuts.tolist())
    )


def least_cost(source: np.ndarray, target: np.ndarray) -> float:
    """The cost of the best way, by the plain recursion over the whole table."""
    best = {(0, 0): 0.0}
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            for (di, dj), prior in STEPS.items():
                if (i - di, j - dj) in best and i >= di and j >= dj:
                    cost = best[i - di, j - dj] + step_cost(
                        source[i - di : i].sum(), target[j - dj : j].sum(), prior
                    )
                    best[i, j] = min(best.get((i, j), math.inf), cost)
    return best[len(source), len(target)]


@pytest.mark.parametrize("seed", range(5))
def test_as_nltk_aligns_well_formed_input(seed: int) -> None:
    source, target = translated(np.random.default_rng(seed), 60)
    ours = align_sentences(source, target)
    theirs = align_blocks([int(x) for x in source], [int(x) for x in target])
    assert links(ours) == set(theirs)


@pytest.mark.parametrize("half_width", [1, 4, 64])
def test_the_band_widens_until_the_best_way_is_found(
    half_width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_alignment, "_FIRST_HALF_WIDTH", half_width)
    rng = np.random.default_rng(1)
    for wild in (False, True):
        source, target = translated(rng, 70)
        if wild:
            # A stretch of the translation is lost: the way leaves the line of equal shares.
            target = np.concatenate([target[:20], target[45:], rng.integers(1, 3000, 8)])
        cuts = align_sentences(source, target)
        assert cuts[0].tolist() == [0, 0]
        assert cuts[-1].tolist() == [len(source), len(target)]
        np.testing.assert_allclose(
            way_cost(source, target, cuts), least_cost(source, target), rtol=1e-9, atol=0
        )


def test_sides_that_are_empty_or_of_one_sentence() -> None:
    assert align_sentences(np.ones(1), np.ones(1)).tolist() == [[0, 0], [1, 1]]
    assert align_sentences(np.ones(2), np.zeros(0)).tolist() == [[0, 0], [1, 0], [2, 0]]
    assert align_sentences(np.zeros(0), np.ones(1)).tolist() == [[0, 0], [0, 1]]


def test_lengths_without_any_proportion_still_have_a_best_way() -> None:
    assert align_sentences(np.array([1.0]), np.array([60_000.0])).tolist() == [[0, 0], [1, 1]]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence_alignment, "_CELLS", 1000)
    with pytest.raises(InputError, match="too unlike in length to be aligned"):
        align_sentences(np.ones(100), np.ones(100))


def test_cancel_while_aligning() -> None:
    seen: list[float] = []

    def progress(fraction: float, phase: str) -> None:
        seen.append(fraction)
        if fraction > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        align_sentences(np.full(5000, 50.0), np.full(5000, 50.0), progress)
    assert seen == sorted(seen) and len(seen) >= 3


def test_three_languages_share_their_segments() -> None:
    de = ["Der erste Satz ist so lang.", "Kurz.", "Der zweite Satz ist noch viel länger als er."]
    en = ["The first sentence is this long. Short.", "The second one is much longer than it was."]
    fr = ["La première phrase est comme ça.", "Court.", "La seconde est encore bien plus longue."]
    segments = align_chapter([de, en, fr])
    assert segments == [
        ("Der erste Satz ist so lang. Kurz.", en[0], "La première phrase est comme ça. Court."),
        (de[2], en[1], fr[2]),
    ]


def test_chapters() -> None:
    assert split_chapters(["", "a", "b", "", "", "c", ""]) == [["a", "b"], ["c"]]


def test_two_unaligned_files(letters: Letters) -> None:
    sentences = [
        ([part + "." for part in de.rstrip(".").split(". ")[-2:]], en) for de, en in letters(60)
    ]
    de_lines = [line for parts, _ in sentences for line in parts]
    en_lines = [line for _, line in sentences]
    uploads = [
        Upload.from_bytes("rede.de", "\n".join(de_lines).encode()),
        Upload.from_bytes("rede.en", "\n".join(en_lines).encode()),
    ]
    reading = read_corpus(uploads, Choices(units_per_document=1))
    assert reading.kind == "sentence files"
    assert "aligned by length, 1 a document" in reading.warnings[-1].message
    corpus = reading.corpus
    assert " ".join(corpus.texts["de"]) == " ".join(de_lines)
    assert " ".join(corpus.texts["en"]) == " ".join(en_lines)
    right = sum(en in corpus.texts["en"] for _, en in sentences)
    assert right >= 55
    # Few lines make a document each; of many so many.
    assert read_corpus(uploads).corpus.texts == corpus.texts
    whole = read_corpus(uploads, Choices(units_per_document=20))
    assert len(whole.corpus) < 10
    assert all(
        a.count("\n") == b.count("\n") for a, b in zip(*whole.corpus.texts.values(), strict=True)
    )


def test_days_of_europarl_in_chapters(data_dir) -> None:  # type: ignore[no-untyped-def]
    folder = data_dir / "nltk_data" / "corpora" / "europarl_raw"
    choices = Choices(kind="sentence files", columns={"de": ("de",), "en": ("en",)})
    reading = read_corpus(uploads_from_folder(folder), choices)
    assert reading.corpus.modalities == ["de", "en"]
    assert 900 < len(reading.corpus) < 1_100
    assert reading.corpus.ids[0] == "ep-00-01-17:1:1-20"
    assert "Sitzungsperiode" in reading.corpus.texts["de"][0]
    assert "Resumption of the session" in reading.corpus.texts["en"][0]
    assert [warning.kind for warning in reading.warnings if warning.kind == "shifted"] == []


def test_real_chapters_as_nltk_aligns_them(data_dir) -> None:  # type: ignore[no-untyped-def]
    folder = data_dir / "nltk_data" / "corpora" / "europarl_raw"
    texts = [
        (folder / path).read_text(encoding="utf-8").split("\n")
        for path in ("german/ep-00-01-18.de", "english/ep-00-01-18.en")
    ]
    chapters = [split_chapters([line.strip() for line in lines]) for lines in texts]
    compared = 0
    for pair in zip(*chapters, strict=True):
        source, target = (np.array([len(line) for line in side], dtype=float) for side in pair)
        if len(source) > 300:
            continue
        theirs = align_blocks([int(x) for x in source], [int(x) for x in target])
        lost = len(source) - len({i for i, _ in theirs})
        # Where lengths differ wildly it gives up and leaves out all that came before.
        if lost < 10:
            assert links(align_sentences(source, target)) == set(theirs)
            compared += 1
    assert compared >= 3


def test_files_that_differ_in_chapters_are_told(letters: Letters) -> None:
    sides = [list(side) for side in zip(*letters(40), strict=True)]
    german = "\n".join([*sides[0][:20], "", *sides[0][20:]])
    uploads = [
        Upload.from_bytes("rede.de", german.encode()),
        Upload.from_bytes("rede.en", "\n".join(sides[1]).encode()),
    ]
    reading = read_corpus(uploads, Choices(kind="sentence files"))
    assert len(reading.corpus) == 40
    assert "part the sides of “rede.de” into different numbers" in reading.warnings[-1].message
