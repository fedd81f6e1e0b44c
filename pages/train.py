"""Find the topics."""

from gplsa.app.desk.here import here
from gplsa.app.show.controls import head, needs_corpus, onward
from gplsa.app.show.desk import belongs
from gplsa.app.train import parts
from gplsa.language import tr

view = here()
head(
    tr("Find the topics"),
    tr(
        "A topic is a group of words that often stand in the same documents. The app looks for "
        "topics that both sides of the pairs speak of."
    ),
)
corpus, model = view.corpus, view.model
if corpus is None and model is None:
    needs_corpus(tr("Training waits for a corpus."))
if corpus is not None:
    parts.settings_and_start(view, corpus)
if model is not None and not view.busy:
    fresh = corpus is None or belongs(model, corpus)
    parts.result(model, corpus, fresh=fresh)
    keywords = ("keywords.py", tr("Keywords for new documents"))
    onward("topics.py", tr("See topics"), primary=fresh, also=keywords)
