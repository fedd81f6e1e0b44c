"""What is saved, and how it gets in and out."""

from gplsa.app import saved_parts as parts
from gplsa.app.controls import head, onward
from gplsa.app.state import here

view = here()
head("What is saved", parts.lead(view))
parts.models(view)
parts.corpora(view)
parts.bring_in(view)
onward("corpus.py", "Go to the corpus", primary=False)
