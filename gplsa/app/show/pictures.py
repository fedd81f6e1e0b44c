"""Pictures in the pages: HTML with their bytes inside, places lit up, patches cut out of them."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import streamlit as st

from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import markup, one_line
from gplsa.images import Region, VisualVocabulary, picture_pixels
from gplsa.images.decode import Pixels
from gplsa.language import tr
from gplsa.model.model import TrainedModel
from gplsa.reading.sandboxed import read_picture

PATCH = 72
DIMMED = 0.35
BRIGHTEST = 0.9  # share of the picture that is less than fully lit
GRID = 64
CUT_OUT = 6
FRAME = (255, 255, 255)
TYPICAL_PICTURES = 12
PATCH_WORDS = 5
PATCHES_PER_WORD = 5
QUALITY = 85


def brought(name: str, data: bytes) -> bytes:
    """A picture from outside, small; read apart, and once however often the page is shown.

    Errors: InputError as in `gplsa.images.small_picture`.
    """
    with st.spinner(tr("Reading the picture …")):
        return _brought(name, data)


@st.cache_data(max_entries=20, show_spinner=False)
def _brought(name: str, data: bytes) -> bytes:
    return read_picture(name, data)


def picture(jpeg: bytes, alt: str, css_class: str = "photo") -> str:
    """An <img> with the picture inside it; one that is clicked fills the window, and goes back."""
    return f'<details class="larger"><summary>{_image(jpeg, alt, css_class)}</summary></details>'


def _image(jpeg: bytes, alt: str, css_class: str) -> str:
    source = base64.b64encode(jpeg).decode("ascii")
    return (
        f'<img class="{css_class}" alt="{markup(one_line(alt, 150))}" '
        f'src="data:image/jpeg;base64,{source}">'
    )


def gallery(corpus: Corpus, rows: Sequence[int], limit: int = 100) -> str:
    """Pictures in a grid, each above the beginning of its texts."""
    cells = []
    for row in rows:
        shown = "".join(
            picture(corpus.pictures[m][row], corpus.titles[row] or corpus.ids[row])
            if corpus.pictures[m][row]
            else f'<div class="photo none soft small">{tr("no picture")}</div>'
            for m in corpus.pictures
        )
        texts = "".join(
            f'<p class="small">{markup(one_line(column[row], limit)) or tr("— no text —")}</p>'
            for column in corpus.texts.values()
        )
        name = markup(one_line(corpus.ids[row], 60))
        cells.append(
            f'<figure>{shown}<figcaption>{texts}<p class="id soft">{name}</p></figcaption></figure>'
        )
    return framed(f'<div class="gallery">{"".join(cells)}</div>')


def strip(corpus: Corpus, modality: str, rows: Sequence[int]) -> str:
    """A row of small pictures."""
    shown = "".join(
        picture(corpus.pictures[modality][row], corpus.titles[row] or corpus.ids[row], "thumb")
        for row in rows
    )
    return f'<div class="strip">{shown}</div>'


def typical_rows(model: TrainedModel, modality: str, topic: int, n: int) -> list[int]:
    """Training documents whose picture a topic takes most of, largest first."""
    share = np.where(model.corpus.has(modality), model.doc_topic[modality][:, topic], -1.0)
    best = np.argsort(-share, kind="stable")[:n]
    return [int(row) for row in best if share[row] > 0]


def lit(jpeg: bytes, regions: Sequence[Region], weights: Mapping[int, float], alt: str) -> str:
    """The picture with the places of the weighted visual words bright, and all others dimmed; as it
    is where no word has a weight.

    A word's weight is shared out among its places.  What `places_of` cuts out is framed.
    """
    if not any(weight > 0 for weight in weights.values()):
        return framed(picture(jpeg, alt, "photo whole"))
    pixels = picture_pixels(jpeg)
    height, width = pixels.shape[:2]
    light = cv2.resize(_light(regions, weights, width / height), (width, height))
    shown = (pixels * (DIMMED + (1 - DIMMED) * light[:, :, None])).round().astype(np.uint8)
    first = _first_places(regions)
    for term in sorted(weights, key=lambda term: -weights[term])[:CUT_OUT]:
        if term in first:
            x, y, size, _ = first[term]
            reach = max(round(size * width / 2), 4)
            middle = np.array([round(x * width), round(y * height)])
            corners = (tuple(map(int, middle - reach)), tuple(map(int, middle + reach)))
            cv2.rectangle(shown, *corners, FRAME, 1)
    return framed(picture(_encoded(shown), alt, "photo whole"))


def _first_places(regions: Sequence[Region]) -> dict[int, Region]:
    return {region.term: region for region in reversed(regions)}


def framed(*parts: str) -> str:
    return f'<div class="g">{"".join(parts)}</div>'


def _light(
    regions: Sequence[Region], weights: Mapping[int, float], shape: float
) -> npt.NDArray[np.float32]:
    """Weight by place on a grid, 0..1, blurred; `shape` is width over height."""
    times: dict[int, int] = {}
    for region in regions:
        times[region.term] = times.get(region.term, 0) + 1
    light: npt.NDArray[Any] = np.zeros((GRID, GRID), dtype=np.float32)
    for x, y, size, term in regions:
        weight = weights.get(term, 0.0)
        if weight > 0:
            top, bottom = (_cell(y + sign * shape * size / 2) for sign in (-1, 1))
            left, right = (_cell(x + sign * size / 2) for sign in (-1, 1))
            area = (bottom - top + 1) * (right - left + 1)
            light[top : bottom + 1, left : right + 1] += weight / times[term] / area
    light = cv2.GaussianBlur(light, (0, 0), GRID / 24)
    most = float(np.quantile(light, BRIGHTEST))
    return np.clip(light / most, 0, 1) if most > 0 else light  # type: ignore[return-value]


def _cell(share: float) -> int:
    return int(np.clip(share * GRID, 0, GRID - 1))


def patch(jpeg: bytes, region: Region, alt: str) -> str:
    """One place cut out of a picture, with as much again around it."""
    pixels = picture_pixels(jpeg)
    height, width = pixels.shape[:2]
    reach = max(round(region.size * width), 12)
    x, y = round(region.x * width), round(region.y * height)
    cut = pixels[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
    small = cv2.resize(cut, (PATCH, PATCH), interpolation=cv2.INTER_CUBIC)
    return _image(_encoded(small), alt, "patch")


def places_of(
    jpeg: bytes,
    regions: Sequence[Region],
    shares: Sequence[tuple[int, float]],
    forms: Sequence[str],
) -> str:
    """For the first visual words one of their places in the picture, with its share in a choice."""
    first = _first_places(regions)
    cells = [
        f"<figure>{patch(jpeg, first[term], forms[term])}"
        f'<figcaption class="num">{100 * share:.0f} %</figcaption></figure>'
        for term, share in shares[:CUT_OUT]
        if term in first
    ]
    return framed(f'<div class="patches">{"".join(cells)}</div>')


def topic_patches(model: TrainedModel, modality: str, topic: int) -> str:
    """Patches of training pictures behind the visual words that set a topic apart; "" where none
    of them is in its typical pictures twice.

    Words are ranked by what they add to the divergence of the topic from the corpus,
    φ_zw log(φ_zw / p(w)).
    """
    vocabulary = model.vocabularies[modality]
    rows = typical_rows(model, modality, topic, TYPICAL_PICTURES)
    if not isinstance(vocabulary, VisualVocabulary) or not model.has_texts or not rows:
        return ""
    probability = model.topic_word[modality][topic]
    overall = model.topic_share() @ model.topic_word[modality]
    tiny = np.finfo(float).tiny
    divergence = probability * np.log(np.maximum(probability, tiny) / np.maximum(overall, tiny))
    pictures = [model.corpus.pictures[modality][row] for row in rows]
    found: dict[int, list[tuple[bytes, Region]]] = {}
    for jpeg in pictures:
        seen = set()
        for region in vocabulary.regions(jpeg):
            if region.term < len(vocabulary.patches) and region.term not in seen:
                seen.add(region.term)
                found.setdefault(region.term, []).append((jpeg, region))
    shown = [
        int(term)
        for term in np.argsort(-divergence, kind="stable")
        if divergence[term] > 0 and len(found.get(int(term), ())) > 1
    ]
    lines = [
        "".join(
            patch(jpeg, region, vocabulary.forms[term])
            for jpeg, region in found[term][:PATCHES_PER_WORD]
        )
        for term in shown[:PATCH_WORDS]
    ]
    return "".join(f'<div class="patches">{line}</div>' for line in lines)


def _encoded(pixels: npt.NDArray[np.generic] | Pixels) -> bytes:
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])  # type: ignore[arg-type]
