"""What is saved, and how it gets in and out."""

from gplsa.app.desk.here import here
from gplsa.app.saved import parts, shared
from gplsa.app.show.controls import head, onward
from gplsa.language import tr

view = here()
head(tr("What is saved"), parts.lead(view))
parts.models(view)
parts.corpora(view)
shared.published(view)
parts.bring_in(view)
onward("corpus.py", tr("Go to the corpus"), primary=False)
