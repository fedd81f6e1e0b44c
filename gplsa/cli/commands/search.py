"""`gplsa search`: documents of a model, or of the corpus folder it was trained on."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gplsa.cli.arguments import add_sides
from gplsa.cli.output import note, print_json, say
from gplsa.cli.values import count
from gplsa.errors import InputError
from gplsa.message import named

if TYPE_CHECKING:
    from gplsa.model.public import Model


def arguments(parser: Any) -> None:
    parser.description = (
        "Find documents of a model's corpus whose side SIDE goes best with a text. Of a model of a "
        "corpus folder all documents are searched where the folder lies beside the model file or "
        "in this folder, else the sample that the model holds."
    )
    add_sides(parser)
    add = parser.add_argument
    add("text", metavar="TEXT", help="a few words, a sentence or a whole document")
    add("--limit", "--top", type=count, default=10, metavar="N", help="documents at most (10)")
    add("--in", dest="folder", metavar="FOLDER", help="the corpus folder")


def run(options: Namespace) -> None:
    from gplsa.answers.documents import SearchAsked
    from gplsa.corpus.corpus import TEXT
    from gplsa.model.public import Model

    model = Model.load(options.model)
    of_texts = [side for side, one in model.vocabularies.items() if one.kind == TEXT]
    source, target = model.direction(options.source, options.target).sides
    if options.source is None and of_texts and source not in of_texts:
        source, target = model.direction(of_texts[0], options.target).sides
    if source in model.vocabularies and source not in of_texts:
        raise InputError(
            "Side {source!r} has no texts: name one that has by --from (here: {sides}).",
            source=source,
            sides=named(of_texts),
        )
    folder = _folder(model, options)
    asked = SearchAsked(from_=source, to=target, text=options.text, limit=options.limit)
    found = asked.answer(model, folder)
    if options.json:
        print_json(found)
        return
    say(f"{len(found.hits)} of {found.searched:,} documents, best first")
    if found.unknown_words:
        note(f"not among the words of this side: {', '.join(found.unknown_words)}")
    for place, hit in enumerate(found.hits, 1):
        say(f"{place}. {hit.id}  ({hit.score:.3f})  {hit.text}")
        if hit.words:
            # Captions have the same word, and what a picture shows has none.
            words = ((one.asked, one.found) for one in hit.words)
            told = (a if b.casefold() in ("", a.casefold()) else f"{a} → {b}" for a, b in words)
            lacks = f"; without {', '.join(hit.missing)}" * bool(hit.missing)
            say("   " + ", ".join(told) + lacks)


def _folder(model: "Model", options: Namespace) -> Path | None:
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
