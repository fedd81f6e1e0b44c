"""Pictures in the pages: HTML with their bytes inside, places lit up, patches cut out of them."""

import base64
from collections.abc import Mapping, Sequence

from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import markup, one_line
from gplsa.images import Region
from gplsa.images.showing import cut_out, first_places, lit_up
from gplsa.language import percent, tr
from gplsa.model.model import TrainedModel
from gplsa.model.topics.pictures import distinctive_patches

CUT_OUT = 6
PATCH_WORDS = 5
PATCHES_PER_WORD = 5


def picture(jpeg: bytes, alt: str, css_class: str = "photo") -> str:
    """An <img> with the picture inside it; one that is clicked fills the window, and goes back."""
    return f'<details class="larger"><summary>{_image(jpeg, alt, css_class)}</summary></details>'


def _image(jpeg: bytes, alt: str, css_class: str) -> str:
    source = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode('ascii')}" if jpeg else ""
    return f'<img class="{css_class}" alt="{markup(one_line(alt, 150))}" src="{source}">'


def guessed(model: TrainedModel, source: str, target: str) -> str:
    """What is to be known of words seen in a picture, with how many of them the check held true."""
    said = tr("What is seen in a picture is guessed from its colours and textures.")
    found = model.validation.directions.get((source, target)) if model.validation else None
    if found is None:
        return said
    right = f"{100 * found.keyword_share:.0f}"
    return f"{said} {tr('Of such words for held-out pictures {right} % were right.', right=right)}"


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
    return f'<div class="gallery">{"".join(cells)}</div>'


def strip(corpus: Corpus, modality: str, rows: Sequence[int]) -> str:
    shown = "".join(
        picture(corpus.pictures[modality][row], corpus.titles[row] or corpus.ids[row], "thumb")
        for row in rows
    )
    return f'<div class="strip">{shown}</div>'


def lit(jpeg: bytes, regions: Sequence[Region], weights: Mapping[int, float], alt: str) -> str:
    """The picture with the places of the weighted visual words bright, and all others dimmed; as it
    is where no word has a weight. What `places_of` cuts out is framed.
    """
    if any(weight > 0 for weight in weights.values()):
        jpeg = lit_up(jpeg, regions, weights, CUT_OUT)
    return picture(jpeg, alt, "photo whole")


def patch(jpeg: bytes, region: Region, alt: str) -> str:
    return _image(cut_out(jpeg, region), alt, "patch")


def places_of(
    jpeg: bytes,
    regions: Sequence[Region],
    shares: Sequence[tuple[int, float]],
    forms: Sequence[str],
) -> str:
    """For the first visual words one of their places in the picture, with its share in a choice."""
    first = first_places(regions)
    cells = [
        f"<figure>{patch(jpeg, first[term], forms[term])}"
        f'<figcaption class="num">{percent(share)}</figcaption></figure>'
        for term, share in shares[:CUT_OUT]
        if term in first
    ]
    return f'<div class="patches">{"".join(cells)}</div>'


def topic_patches(model: TrainedModel, modality: str, topic: int) -> str:
    """A row of patches of training pictures for each visual word that sets a topic apart."""
    forms = model.vocabularies[modality].forms
    rows = []
    for term, places in distinctive_patches(model, modality, topic, PATCH_WORDS).items():
        shown = "".join(patch(*place, forms[term]) for place in places[:PATCHES_PER_WORD])
        rows.append(f'<div class="patches">{shown}</div>')
    return "".join(rows)
