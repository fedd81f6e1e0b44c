"""Topics: what is in the collection"""

from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.warmup import read_ahead
from gplsa.app.show.controls import head, of_a_sample, onward
from gplsa.app.show.waiting import needs_model
from gplsa.app.topics import editing, parts
from gplsa.language import tr

desk = current_desk()
lead = tr("Every topic with the words of both sides next to each other.")
head(tr("Topics: what is in the collection"), lead)
model = needs_model(tr("Topics appear here once a model is trained."))
of_a_sample(model)
parts.not_to_trust(model)
row = editing.line(desk, model, parts.badge)
parts.browse(model, row)
read_ahead(model)
onward("keywords.py", tr("Next: keywords for new documents"))
