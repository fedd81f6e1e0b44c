"""What is in here?"""

from gplsa.app.desk.here import here
from gplsa.app.show.controls import head, needs_model, of_a_sample, onward
from gplsa.app.topics import parts, shape
from gplsa.language import tr

view = here()
head(tr("What is in here?"), tr("Every topic with the words of both sides next to each other."))
model = view.model
if model is None:
    needs_model(tr("Topics appear here once a model is trained."))
else:
    of_a_sample(model)
    parts.badge(model)
    shape.line(view, model)
    parts.browse(view, model)
    onward("keywords.py", tr("Next: keywords for new documents"))
