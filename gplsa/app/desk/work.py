"""How work is begun: a job runs on a thread of the pool, far from any page."""

from gplsa.app.desk.jobs import Work
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.progress import Progress


def start(shop: Workshop, desk: Desk, kind: str, title: str, work: Work) -> None:
    """Submit `work`, noting that it runs; raises Busy, or InputError where there is no room."""
    shop.library.check_room()

    def run(progress: Progress) -> str:
        shop.remember(desk, running=title)
        try:
            done = work(progress)
            if desk.interrupted == title:
                desk.interrupted = ""
            return done
        finally:
            # At shut-down the note stays, so that the next start can say what was interrupted.
            if not shop.jobs.closed:
                shop.remember(desk, running="")

    shop.jobs.submit(kind, title, run)


def model_of(shop: Workshop, desk: Desk) -> Model:
    model: Model | None = shop.library.open(MODEL, desk.model)
    if model is None:
        raise InputError("There is no model on the desk any more; open or train one.")
    return model


def corpus_of(shop: Workshop, desk: Desk) -> Corpus:
    corpus = shop.library.open(CORPUS, desk.corpus)
    if corpus is None:
        raise InputError("There is no corpus on the desk any more; choose one on the first page.")
    return corpus
