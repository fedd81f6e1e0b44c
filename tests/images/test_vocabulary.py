from collections import Counter

import numpy as np
import pytest

from gplsa.corpus.sides import pack_visual_features, unpack_visual_features, vocabulary_from_parts
from gplsa.errors import InputError
from gplsa.images import VisualVocabulary
from gplsa.images.descriptors import describe_colors, describe_patches
from tests.photos import encoded, photo, photo_corpus


@pytest.fixture(scope="module")
def pictures() -> list[bytes]:
    return photo_corpus(18).pictures["image"]


@pytest.fixture(scope="module")
def built(pictures):
    return VisualVocabulary.build([*pictures, b""], 50)


def test_counts_of_training_and_of_unseen_pictures_agree(pictures, built):
    vocabulary, (counts, _, _) = built
    assert counts.shape == (19, len(vocabulary.terms)) and counts[18].nnz == 0
    np.testing.assert_array_equal(vocabulary.count(pictures).toarray(), counts.toarray()[:18])
    np.testing.assert_array_equal(vocabulary.document_frequency, (counts.toarray() > 0).sum(axis=0))
    assert vocabulary.n_documents == 18
    assert len(set(vocabulary.terms)) == len(set(vocabulary.forms)) == counts.shape[1]


def test_the_same_pictures_give_the_same_words(pictures, built):
    vocabulary, (counts, _, visual_features) = VisualVocabulary.build([*pictures, b""], 50)
    np.testing.assert_array_equal(vocabulary.patches, built[0].patches)
    np.testing.assert_array_equal(counts.toarray(), built[1].counts.toarray())
    np.testing.assert_array_equal(visual_features, built[1].visual_features)


def test_pictures_of_one_shape_share_patches_and_of_one_colour_colours(built):
    vocabulary, (counts, _, _) = built
    n_patches = len(vocabulary.patches)
    labels = np.array([photo(number)[1:] for number in range(18)])
    for column, part in ((0, slice(0, n_patches)), (1, slice(n_patches, None))):
        rows = np.sqrt(counts.toarray()[:18, part])
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        likeness = rows @ rows.T
        same = labels[:, None, column] == labels[None, :, column]
        assert likeness[same].mean() > likeness[~same].mean() + 0.2


def test_regions_are_what_count_counts(pictures, built):
    vocabulary, (counts, _, _) = built
    regions = vocabulary.regions(pictures[0])
    assert Counter(r.term for r in regions) == {
        int(term): int(n) for term, n in zip(counts[0].indices, counts[0].data, strict=True)
    }
    assert all(0 <= r.x <= 1 and 0 <= r.y <= 1 and 0 < r.size < 1 for r in regions)


def test_a_stored_vocabulary_counts_the_same(pictures, built):
    vocabulary, (counts, _, _) = built
    content, arrays = vocabulary.to_json(), vocabulary.to_arrays()
    again = vocabulary_from_parts(content, arrays)
    np.testing.assert_array_equal(again.count(pictures).toarray(), counts.toarray()[:18])
    for damage in ({"patches": arrays["patches"][:, :5]}, {"colors": arrays["colors"][:-1]}):
        with pytest.raises(ValueError, match="visual words"):
            vocabulary_from_parts(content, arrays | damage)
    none = {"patch_weights": np.zeros(0), "patch_means": arrays["patch_means"][:0]}
    none |= {"patch_deviations": arrays["patch_deviations"][:0]}
    half = {"patch_weights": arrays["patch_weights"] / 2}
    narrow = {"patch_deviations": arrays["patch_deviations"] * 1e-200}
    for damage in (none, half, narrow, {"color_spread": -arrays["color_spread"]}):
        with pytest.raises(ValueError, match="is no distribution"):
            vocabulary_from_parts(content, arrays | damage)
    broken = {"patch_means": arrays["patch_means"][:, :-1]}, {"color_weights": np.zeros(1)}
    for damage in (*broken, {"patch_deviations": -arrays["patch_deviations"]}):
        with pytest.raises(ValueError, match="places of pictures"):
            vocabulary_from_parts(content, arrays | damage)
    of_patches = {name: part for name, part in arrays.items() if not name.startswith("color_")}
    with pytest.raises(ValueError, match="one kind"):
        vocabulary_from_parts(content, of_patches)


def test_visual_features_of_training_and_of_unseen_pictures_agree_also_when_stored(pictures, built):
    vocabulary, (_, _, visual_features) = built
    again = vocabulary_from_parts(vocabulary.to_json(), vocabulary.to_arrays())
    np.testing.assert_array_equal(again.read(pictures).visual_features, visual_features[:18])
    assert (
        visual_features.shape == (19, vocabulary.n_visual_features)
        and visual_features.dtype == np.float32
    )
    assert not visual_features[18].any()
    stored = pack_visual_features(visual_features)
    np.testing.assert_array_equal(
        unpack_visual_features(stored, visual_features.shape), visual_features
    )
    for other in (stored[:, :-1], stored.astype(np.int32), np.full_like(stored, -32_768)):
        with pytest.raises(ValueError, match="visual feature"):
            unpack_visual_features(other, visual_features.shape)


def test_a_vocabulary_of_before_there_were_visual_features_counts_and_has_none(pictures, built):
    vocabulary, (counts, _, _) = built
    old = {name: vocabulary.to_arrays()[name] for name in ("patches", "colors")}
    again = vocabulary_from_parts(vocabulary.to_json(), old)
    seen = again.read(pictures)
    np.testing.assert_array_equal(seen.counts.toarray(), counts.toarray()[:18])
    assert seen.visual_features is None and again.picture_features(pictures[0]) is None


def test_pictures_without_any_structure_and_of_any_shape():
    """A grid reaches them where no keypoint would; a narrow one has patches as well."""
    flat = encoded(np.full((40, 300, 3), 77, np.uint8))
    narrow = encoded(np.full((300, 16, 3), 77, np.uint8), ".jpg")
    _, (counts, _, visual_features) = VisualVocabulary.build([flat, narrow], 10)
    assert (counts.sum(axis=1) > 0).all() and np.isfinite(visual_features).all()


def test_nothing_to_learn_from_and_cancelling(pictures):
    with pytest.raises(InputError, match="no picture"):
        VisualVocabulary.build([b"", b""])
    phases = []

    def stop(fraction: float, phase: str) -> None:
        phases.append((fraction, phase))
        if fraction > 0.75:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        VisualVocabulary.build(pictures, 20, stop)
    fractions = [fraction for fraction, _ in phases]
    assert fractions == sorted(fractions) and fractions[0] < 0.1


def test_descriptors_are_unit_histograms_that_follow_the_gradient():
    ramp = np.tile(np.arange(0, 240, 2, dtype=np.uint8)[:, None, None], (1, 120, 3))
    found = describe_patches(ramp).descriptors
    np.testing.assert_allclose((found**2).sum(axis=1), 1, rtol=1e-5)
    # Of the eight directions only the one that looks down is there.
    by_direction = (found**2).reshape(len(found), 16, 8).sum(axis=1)
    assert (by_direction.argmax(axis=1) == 2).all()
    sideways = describe_patches(np.ascontiguousarray(ramp.transpose(1, 0, 2))).descriptors
    assert ((sideways**2).reshape(len(found), 16, 8).sum(axis=1).argmax(axis=1) == 0).all()
    assert describe_colors(ramp).descriptors.shape == (576, 6)
