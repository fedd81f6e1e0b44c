"""What is saved, and how it gets in and out."""

from gplsa.app.saved import parts
from gplsa.app.show.controls import head, onward
from gplsa.app.workshop.here import here

view = here()
head("What is saved", parts.lead(view))
parts.models(view)
parts.corpora(view)
parts.bring_in(view)
onward("corpus.py", "Go to the corpus", primary=False)
