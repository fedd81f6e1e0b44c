"""The command that searches the documents of a model, or of the corpus folder it was trained on."""

import argparse
from pathlib import Path

from gplsa.answers import SearchAsked
from gplsa.cli.output import note, print_json, say
from gplsa.corpus.corpus import TEXT
from gplsa.errors import InputError
from gplsa.model.public import Model


def search(options: argparse.Namespace) -> None:
    model = Model.load(options.model)
    if options.source in model.vocabularies and model.vocabularies[options.source].kind != TEXT:
        raise InputError(
            "Side {source!r} has no texts: use the page Search.", source=options.source
        )
    folder = _folder(model, options)
    asked = SearchAsked(from_=options.source, to=options.target, text=options.text, top=options.top)
    found = asked.answer(model, folder)
    if options.json:
        print_json(found)
        return
    say(f"{len(found.hits)} of {found.searched:,} documents, best first")
    for place, hit in enumerate(found.hits, 1):
        say(f"{place}. {hit.id}  ({hit.score:.3f})  {hit.text}")
        if hit.words:
            say("   " + ", ".join(f"{one.asked} → {one.found}" for one in hit.words))


def _folder(model: Model, options: argparse.Namespace) -> Path | None:
    """The corpus folder of the model; None: its own documents are searched, and why is said."""
    if model.whole is None:
        if options.folder:
            raise InputError("This model holds its whole corpus: leave --in away.")
        return None
    instead = f"searched in the sample of {model.n_documents:,} that the model holds"
    if options.folder:
        try:
            return model.whole.opened(Path(options.folder)).folder
        except InputError as error:
            note(f"{error} Meanwhile {instead}.")
            return None
    if not model.is_sample:
        return None
    if not model.whole.is_kept:
        whole = f"{model.whole.documents:,} documents, which are not kept"
        note(f"This model learned from {whole}: {instead}.")
        return None
    corpus = model.whole.found([Path(options.model).resolve().parent, Path.cwd()])
    if corpus is None:
        note(
            f"The corpus folder of {model.whole.documents:,} documents is not beside the "
            f"model: {instead}; name the folder by --in."
        )
        return None
    return corpus.folder
