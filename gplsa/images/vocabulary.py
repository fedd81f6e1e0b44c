"""Visual words: which there are, and how often each occurs in a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from gplsa.core.items import ItemCounts, SideVocabulary, nothing_unknown
from gplsa.core.types import Float32Array, IntArray, PictureFeatures
from gplsa.errors import InputError
from gplsa.images.decode import each
from gplsa.images.descriptors import DESCRIPTOR, Places, color_names, describe
from gplsa.images.fisher import PlaceMixture
from gplsa.message import Message
from gplsa.progress import Progress, report, scaled

PHASE, LEARNING = Message("Looking at the pictures"), Message("Learning visual words")
PATCH_WORDS, COLOR_WORDS = 1024, 256
MOST_SAMPLED_PICTURES, MOST_SAMPLED_PLACES = 1_000, 60_000
BATCH, PASSES, STARTS = 4_096, 12, 3
PLACES_PER_WORD = 5  # a cluster of fewer says more about these than about pictures
_PREFIXES = ("patch_", "color_")


class Region(NamedTuple):
    """A place in a picture that counts as visual word `term`: centre and size of its square, as
    shares of the width and the height (size: of the width)."""

    x: float
    y: float
    size: float
    term: int


@dataclass(frozen=True, eq=False)
class VisualVocabulary(SideVocabulary):
    """Patches and colours that recur, as centres of clusters; used like the words of texts.

    patches (n_patch_words, 128), colors (n_color_words, 6): centres; the terms are numbered patches
    first
    document_frequency  (n_terms) training pictures that hold it
    n_documents         training pictures
    mixtures            of the places of patches and of colours, for visual features; none in a
                        model that was trained before there were any
    """

    patches: Float32Array
    colors: Float32Array
    document_frequency: IntArray
    n_documents: int
    mixtures: tuple[PlaceMixture, ...] = ()

    kind: ClassVar[str] = "image"

    @classmethod
    def build(
        cls,
        pictures: Sequence[bytes],
        n_words: int = PATCH_WORDS,
        progress: Progress | None = None,
        *,
        random_state: int | np.random.Generator | None = 0,
    ) -> tuple["VisualVocabulary", ItemCounts]:
        """Words from a sample of the pictures, then what they say: (vocabulary, `ItemCounts`).

        pictures  encoded, b"" where there is none: its row stays empty
        n_words   words of patches at most; fewer where the pictures have too few places for them
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

        def sample(place: int) -> list[Float32Array]:
            own = np.random.default_rng(seeds[place])
            both = (np.column_stack([*of[:3]]) for of in describe(sampled[place]))
            return [_some(rows, per_picture, own) for rows in both]

        found = each(sample, range(len(sampled)), scaled(progress, 0, 0.3), PHASE)
        kinds = []
        both = [np.concatenate(places) for places in zip(*found, strict=True)]
        for part, (places, most) in enumerate(zip(both, (n_words, COLOR_WORDS), strict=True)):
            n_clusters = max(min(most, len(places) // PLACES_PER_WORD), 1)
            share = scaled(progress, 0.3 + 0.15 * part, 0.45 + 0.15 * part)
            kinds.append(_clustered(places[:, :-2], n_clusters, rng, share))
        mixtures = tuple(PlaceMixture.fit(of[:, :-2], of[:, -2:], rng) for of in both)
        empty = np.zeros(sum(map(len, kinds)), dtype=np.int64)
        words = cls(kinds[0], kinds[1], empty, 0, mixtures)
        # BLAS rounds otherwise with another number of threads: the same seed must give the same
        # bytes.  Only here: the limit is of the whole process, where somebody may be asking.
        with threadpool_limits(1, user_api="blas"):
            seen = words.read(pictures, scaled(progress, 0.7, 1))
        frequency = np.bincount(seen.counts.indices, minlength=len(empty)).astype(np.int64)
        return replace(words, document_frequency=frequency, n_documents=len(there)), seen

    @cached_property
    def terms(self) -> list[str]:  # type: ignore[override] # nobody writes it
        kinds = ("patch", self.patches), ("colour", self.colors)
        return [f"{kind} {n}" for kind, all_ in kinds for n in range(1, len(all_) + 1)]

    @cached_property
    def forms(self) -> list[str]:  # type: ignore[override]
        """ "patch 17", "dark blue 3"."""
        return self.terms[: len(self.patches)] + color_names(self.colors)

    @property
    def n_visual_features(self) -> int:
        return sum(mixture.n_columns for mixture in self.mixtures)

    def read(self, pictures: Sequence[bytes], progress: Progress | None = None) -> ItemCounts:
        """How often each visual word occurs, and visual features: Fisher vectors of patches and of
        colours. The row of b"" stays empty.

        Raises InputError, naming no file, where one cannot be decoded.
        """
        n_terms = len(self.patches) + len(self.colors)

        def read_one(picture: bytes) -> tuple[sparse.csr_matrix, Float32Array]:
            if not picture:
                return sparse.csr_matrix((1, n_terms)), np.zeros(self.n_visual_features, np.float32)
            described = describe(picture)
            row = np.bincount(np.concatenate(self._words(described)), minlength=n_terms)
            return sparse.csr_matrix(row), self._visual_features(described)

        found = [*each(read_one, pictures, progress, PHASE)]
        rows = [sparse.csr_matrix((0, n_terms)), *(row for row, _ in found)]
        counts = sparse.csr_matrix(sparse.vstack(rows), dtype=np.float64)
        features = None
        if self.mixtures:
            features = np.array([one for _, one in found], np.float32)
            features = features.reshape(-1, self.n_visual_features)
        return ItemCounts(counts, nothing_unknown(counts), features)

    def count(
        self, pictures: Sequence[bytes], progress: Progress | None = None
    ) -> sparse.csr_matrix:
        """How often each visual word occurs in each picture: CSR (n_pictures, n_terms), float64.

        Raises InputError, naming no file, where one cannot be decoded.
        """
        return replace(self, mixtures=()).read(pictures, progress).counts

    def picture_features(self, picture: bytes) -> PictureFeatures | None:
        if not (self.mixtures and picture):
            return None
        described = describe(picture)
        n_terms = len(self.patches) + len(self.colors)
        kinds = zip(self.mixtures, described, self._words(described), strict=True)
        responsibility = [
            mixture.responsibility(places, words, n_terms) for mixture, places, words in kinds
        ]
        return PictureFeatures(self._visual_features(described), np.hstack(responsibility))

    def regions(self, picture: bytes) -> list[Region]:
        """Where in a picture each visual word stands; as many of a word as `count` counts."""
        described = describe(picture)
        return [
            Region(float(x), float(y), float(size), int(word))
            for words, places in zip(self._words(described), described, strict=True)
            for word, x, y, size in zip(words, places.x, places.y, places.size, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "n_documents": self.n_documents,
            "document_frequency": self.document_frequency.tolist(),
        }

    def to_arrays(self) -> dict[str, np.ndarray]:
        arrays = {"patches": self.patches, "colors": self.colors}
        if self.mixtures:
            for prefix, mixture in zip(_PREFIXES, self.mixtures, strict=True):
                arrays |= mixture.to_arrays(prefix)
        return arrays

    @classmethod
    def from_parts(cls, content: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Self:
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
        mixtures = [
            PlaceMixture.from_arrays(arrays, prefix, centres.shape[1])
            for prefix, centres in zip(_PREFIXES, (patches, colors), strict=True)
        ]
        found = tuple(mixture for mixture in mixtures if mixture is not None)
        if len(found) not in (0, len(_PREFIXES)):
            raise ValueError("how the places of pictures are spread is known of one kind only")
        return cls(patches, colors, frequency, int(content["n_documents"]), found)

    def _words(self, described: Sequence[Places]) -> tuple[IntArray, IntArray]:
        """The visual word of every place of a picture, of patches and of colours."""
        patches, colors = (of.descriptors for of in described)
        return (_nearest(patches, self.patches), len(self.patches) + _nearest(colors, self.colors))

    def _visual_features(self, described: Sequence[Places]) -> Float32Array:
        if not self.mixtures:
            return np.zeros(0, np.float32)
        both = zip(self.mixtures, described, strict=True)
        return np.concatenate([one.vector(places) for one, places in both]).astype(np.float32)


def _nearest(descriptors: Float32Array, centres: Float32Array) -> IntArray:
    """The centre next to each descriptor."""
    likeness = descriptors @ centres.T - 0.5 * (centres * centres).sum(axis=1)
    return np.asarray(likeness.argmax(axis=1), dtype=np.int64)


def _clustered(
    rows: Float32Array, n_clusters: int, rng: np.random.Generator, progress: Progress | None
) -> Float32Array:
    """Centres (n_clusters, n_columns) of `rows`, sorted by how many rows are theirs, most first: by
    k-means in mini-batches [Sculley 2010], which can be stopped between its steps."""
    from sklearn.cluster import MiniBatchKMeans  # takes longer than all that reading needs

    seed = int(rng.integers(2**31))
    means = MiniBatchKMeans(
        n_clusters, n_init=1, init_size=STARTS * n_clusters, random_state=seed, batch_size=BATCH
    )
    steps = max(PASSES * len(rows) // BATCH, 1)
    # Threads would add the same numbers in another order: the same seed must give the same words.
    with threadpool_limits(1):
        for step in range(steps):
            drawn = rng.choice(len(rows), min(max(BATCH, STARTS * n_clusters), len(rows)), False)
            means.partial_fit(rows[drawn])
            report(progress, (step + 1) / steps, LEARNING)
        sizes = np.bincount(means.predict(rows), minlength=n_clusters)
    order = np.argsort(-sizes, kind="stable")
    return np.ascontiguousarray(means.cluster_centers_[order], dtype=np.float32)


def _some(rows: Float32Array, most: int, rng: np.random.Generator) -> Float32Array:
    return rows if len(rows) <= most else rows[rng.choice(len(rows), most, replace=False)]
