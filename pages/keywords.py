"""What is this new document about?"""

from gplsa.app.desk.here import here
from gplsa.app.keywords import parts
from gplsa.app.show.controls import head, needs_model, onward
from gplsa.language import tr

view = here()
head(
    tr("What is this about?"),
    tr("Documents the model has never seen, told in keywords of the other side, with the reasons."),
)
model = view.model
if model is None:
    needs_model(tr("Keywords need a trained model."))
else:
    direction = parts.choose_direction(model)
    parts.warn_if_useless(model)
    one, many = parts.one_or_many()
    with one:
        parts.one_document(view, model, direction)
    with many:
        parts.many_documents(view, model, direction)
    onward("search.py", tr("Next: search the corpus"), primary=False)
