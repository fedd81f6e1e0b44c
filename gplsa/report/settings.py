"""What a training was told, in words, and as Python and the command line take it."""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import numpy as np

from gplsa.corpus.corpus import IMAGE
from gplsa.html.elements import Html, html, tag
from gplsa.html.sides import side_name
from gplsa.language import language, later, localized, number, tr
from gplsa.model.choices import SETTINGS
from gplsa.model.model import TrainedModel
from gplsa.report.pieces import Section, fact, table
from gplsa.text.options import WORDS
from gplsa.version import VERSION

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba")
VALUES = {
    "skl": later("symmetric Kullback–Leibler divergence"),
    "l1": later("absolute differences, ℓ1"),
    "l2": later("squared differences, ℓ2"),
    "nmf": later("topics of tf-idf by NMF"),
    "nndsvd": later("topics of counts by NNDSVD"),
    "random": later("documents drawn at random"),
    "auto": later("where many look wrong"),
    "always": later("always"),
    "never": later("never"),
    "builtin": later("the built-in list"),
    "nltk": later("NLTK's list"),
    "none": later("none"),
    "lemma": later("the base form of the dictionary"),
    "stem": later("the stem"),
    "True": later("yes"),
    "False": later("no"),
    "None": later("as usual"),
}


def settings(model: TrainedModel) -> Section:
    """Everything that a training of the same corpus needs to give the same model."""
    chosen: dict[str, Any] = model.settings.to_json() | {"n_topics": model.n_topics}
    words: Mapping[str, Mapping[str, Any]] = chosen.pop("words")
    kinds = {model.corpus.kind(side) for side in model.modalities}
    rows: list[tuple[object, ...]] = [
        (tr(SETTINGS[name].said), _said(value), tag("code", f"{name}={value!r}"))
        for name, value in chosen.items()
        if name != "visual_words" or IMAGE in kinds
    ]
    ended = tr("settled") if model.converged else tr("stopped before it had settled")
    rows += [
        (tr("iterations made"), f"{number(max(len(model.objective_history) - 1, 0))}, {ended}", ""),
        (tr("digest of the model"), model.digest[:16], ""),
    ]
    head = (tr("setting"), tr("value"), tr("in Python"))
    versions = [("gplsa", VERSION), ("Python", platform.python_version())]
    versions += [(name, version(name)) for name in PACKAGES]
    content = html(
        table(tr("Settings of the training"), head, rows),
        _words(model, words) if words else "",
        fact(tr("Versions that made this report"), " · ".join(map(" ".join, versions))),
    )
    return Section("settings", tr("Settings and versions"), content)


def _words(model: TrainedModel, words: Mapping[str, Mapping[str, Any]]) -> Html:
    """How the texts of each side became words."""
    sides = [side for side in model.modalities if side in words]
    rows: list[tuple[object, ...]] = []
    for name, setting in WORDS.items():
        values = [words[side][name] for side in sides]
        if any(value not in ([], ()) for value in values):
            rows.append((tr(setting.said), *map(_said, values), tag("code", name)))
    names = (side_name(model.corpus, side) for side in sides)
    return table(tr("How texts became words"), (tr("setting"), *names, tr("in Python")), rows)


def _said(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    if isinstance(value, float):
        return localized(np.format_float_positional(value, trim="-"), language())
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return tr(VALUES.get(str(value), str(value)))
