"""Which documents of the corpus go with this one?"""

from gplsa.app.desk.desk import current_desk
from gplsa.app.search import parts
from gplsa.app.search.asking import ask, whole_corpus
from gplsa.app.show.controls import head, onward
from gplsa.app.show.waiting import needs_model
from gplsa.language import tr

desk = current_desk()
given = tr("Give a text or a picture.")
if desk.model is not None and not desk.model.corpus.pictures:
    given = tr("Give a text.")
found = tr(
    "You see what in your corpus goes with it, from any side to any other, with the reasons."
)
head(tr("Search: find what goes with it"), f"{given} {found}")
model = needs_model(tr("Search needs a trained model."))
source, target = parts.choose_sides(model)
whole = whole_corpus(desk, model)
query = ask(model, source)
if query is not None:
    parts.found(model, query, source, target, whole)
onward("documents.py", tr("Next: do the pairs belong together?"), primary=False)
