"""Visual words: which there are, and how often each occurs in a picture."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import IntArray
from gplsa.corpus.images.clustering import cluster
from gplsa.corpus.images.decode import Pixels, picture_pixels
from gplsa.corpus.images.descriptors import (
    DESCRIPTOR,
    Places,
    describe_colors,
    describe_patches,
)
from gplsa.corpus.images.naming import color_names
from gplsa.corpus.images.threads import each
from gplsa.errors import InputError
from gplsa.progress import Progress, scaled
from gplsa.wording import said

PHASE = said("Looking at the pictures")
PATCH_WORDS = 1024
COLOR_WORDS = 256
MOST_SAMPLED_PICTURES = 1_000
MOST_SAMPLED_PLACES = 60_000
PLACES_PER_WORD = 5
"""A cluster of fewer places than this says more about those places than about pictures."""

FloatArray = npt.NDArray[np.float32]
_Found = TypeVar("_Found")


class Region(NamedTuple):
    """A place in a picture that counts as visual word `term`: centre and size of its square, as
    shares of the width and the height (size: of the width)."""

    x: float
    y: float
    size: float
    term: int


@dataclass(frozen=True, eq=False)
class VisualVocabulary:
    """Patches and colours that recur, as centres of clusters; used like the words of texts.

    patches (n_patch_words, 128), colors (n_color_words, 6): centres; the terms are numbered patches
    first
    document_frequency  (n_terms) training pictures that hold it
    n_documents         training pictures
    """

    patches: FloatArray
    colors: FloatArray
    document_frequency: IntArray
    n_documents: int

    kind: ClassVar[str] = "image"
    min_df: ClassVar[int] = 1

    @classmethod
    def build(
        cls,
        pictures: Sequence[bytes],
        n_words: int = PATCH_WORDS,
        progress: Progress | None = None,
        *,
        random_state: int | np.random.Generator | None = 0,
    ) -> tuple["VisualVocabulary", sparse.csr_matrix]:
        """Words from a sample of the pictures, then their counts: (vocabulary, counts).

        pictures  encoded, b"" where there is none: its row stays empty
        n_words   words of patches at most; fewer where the pictures have too few places for them
        counts    (n_pictures, n_terms) CSR, float64
        Raises InputError where there is no picture.
        """
        rng = np.random.default_rng(random_state)
        there = [row for row, picture in enumerate(pictures) if picture]
        if not there:
            raise InputError("There is no picture to learn from.")
        drawn = rng.permutation(there)[:MOST_SAMPLED_PICTURES]
        sampled = [pictures[row] for row in drawn]
        per_picture = -(-MOST_SAMPLED_PLACES // len(sampled))
        seeds = rng.integers(2**32, size=len(sampled))

        def sample(place: int) -> tuple[FloatArray, FloatArray]:
            pixels = picture_pixels(sampled[place])
            own = np.random.default_rng(seeds[place])
            return (
                _some(describe_patches(pixels).descriptors, per_picture, own),
                _some(describe_colors(pixels).descriptors, per_picture, own),
            )

        looked = _progress(scaled(progress, 0, 0.3), len(sampled))
        found = [*looked(each(sample, range(len(sampled))))]
        kinds = []
        for part, (places, most) in enumerate(
            zip(map(np.concatenate, zip(*found, strict=True)), (n_words, COLOR_WORDS), strict=True)
        ):
            n_clusters = max(min(most, len(places) // PLACES_PER_WORD), 1)
            share = scaled(progress, 0.3 + 0.2 * part, 0.5 + 0.2 * part)
            kinds.append(cluster(places, n_clusters, rng, share))
        empty = np.zeros(sum(map(len, kinds)), dtype=np.int64)
        counts = cls(kinds[0], kinds[1], empty, 0).count(pictures, scaled(progress, 0.7, 1))
        frequency = np.bincount(counts.indices, minlength=counts.shape[1]).astype(np.int64)
        return cls(kinds[0], kinds[1], frequency, len(there)), counts

    @property
    def terms(self) -> list[str]:
        return [f"patch {n + 1}" for n in range(len(self.patches))] + [
            f"colour {n + 1}" for n in range(len(self.colors))
        ]

    @property
    def forms(self) -> list[str]:
        """ "patch 17", "dark blue 3"."""
        return [f"patch {n + 1}" for n in range(len(self.patches))] + color_names(self.colors)

    def count(
        self, pictures: Sequence[bytes], progress: Progress | None = None
    ) -> sparse.csr_matrix:
        """How often each visual word occurs in each picture: CSR (n_pictures, n_terms), float64.

        Raises InputError, naming no file, where one cannot be decoded.
        """
        n_terms = len(self.patches) + len(self.colors)

        def count_one(picture: bytes) -> IntArray:
            words = self._words(picture_pixels(picture))[0] if picture else np.zeros(0, np.int64)
            return np.bincount(words, minlength=n_terms)

        looked = _progress(progress, len(pictures))
        rows = [sparse.csr_matrix(row) for row in looked(each(count_one, pictures))]
        if not rows:
            return sparse.csr_matrix((0, n_terms))
        return sparse.csr_matrix(sparse.vstack(rows), dtype=np.float64)

    def count_with_unknown(
        self, pictures: Sequence[bytes]
    ) -> tuple[sparse.csr_matrix, list[dict[str, int]]]:
        """`count`; every patch is most like some word, so nothing in a picture is unknown."""
        return self.count(pictures), [{} for _ in pictures]

    def regions(self, picture: bytes) -> list[Region]:
        """Where in a picture each visual word stands; as many of a word as `count` counts."""
        pixels = picture_pixels(picture)
        height, width = pixels.shape[:2]
        words, places = self._words(pixels)
        return [
            Region(float(x / width), float(y / height), float(size / width), int(word))
            for word, x, y, size in zip(words, places.x, places.y, places.size, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "n_documents": self.n_documents,
            "document_frequency": self.document_frequency.tolist(),
        }

    def to_arrays(self) -> dict[str, np.ndarray]:
        return {"patches": self.patches, "colors": self.colors}

    @classmethod
    def from_parts(
        cls, content: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
    ) -> "VisualVocabulary":
        """Raises KeyError, TypeError or ValueError for what was not stored by a vocabulary."""
        patches, colors = arrays["patches"], arrays["colors"]
        frequency = np.array(content["document_frequency"], dtype=np.int64)
        for centres, width in ((patches, DESCRIPTOR), (colors, 6)):
            if centres.dtype != np.float32 or centres.shape[1:] != (width,):
                raise ValueError("the visual words have another shape")
            if not np.isfinite(centres).all():
                raise ValueError("a visual word is not finite")
        if frequency.shape != (len(patches) + len(colors),):
            raise ValueError("the visual words and their frequencies do not fit together")
        return cls(patches, colors, frequency, int(content["n_documents"]))

    def _words(self, pixels: Pixels) -> tuple[IntArray, Places]:
        """The visual word of every place of a picture."""
        patches, colors = describe_patches(pixels), describe_colors(pixels)
        words = np.concatenate(
            [
                _nearest(patches.descriptors, self.patches),
                len(self.patches) + _nearest(colors.descriptors, self.colors),
            ]
        )
        x, y, size = (
            np.concatenate([getattr(patches, name), getattr(colors, name)])
            for name in ("x", "y", "size")
        )
        return words, Places(np.zeros((len(words), 0), np.float32), x, y, size)


def _nearest(descriptors: FloatArray, centres: FloatArray) -> IntArray:
    """The centre next to each descriptor."""
    likeness = descriptors @ centres.T - 0.5 * (centres * centres).sum(axis=1)
    return np.asarray(likeness.argmax(axis=1), dtype=np.int64)


def _some(rows: FloatArray, most: int, rng: np.random.Generator) -> FloatArray:
    return rows if len(rows) <= most else rows[rng.choice(len(rows), most, replace=False)]


def _progress(
    progress: Progress | None, total: int
) -> Callable[[Iterator[_Found]], Iterator[_Found]]:
    """Tells how many of `total` results have come, as they pass by."""

    def passed(results: Iterator[_Found]) -> Iterator[_Found]:
        for number, result in enumerate(results, start=1):
            if progress is not None:
                progress(number / total, PHASE)
            yield result

    return passed
