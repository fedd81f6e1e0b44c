"""Which settings, and which model, serve this corpus best?"""

from gplsa.app.compare import kinds, parts, two_models
from gplsa.app.desk.desk import current_desk
from gplsa.app.show.controls import head, lasting_tabs, onward
from gplsa.app.show.waiting import needs_corpus
from gplsa.language import later, tr

TABS = [later("Settings"), later("Other kinds of model"), later("Two of your models")]
desk = current_desk()
lead = tr(
    "Settings and other kinds of model tried on your own texts, and the topics of two of your "
    "models side by side."
)
head(tr("Compare: what serves this corpus best?"), lead)
corpus = desk.corpus
if corpus is None:
    needs_corpus(tr("Comparing waits for a corpus."))
settings, methods, two = lasting_tabs(TABS, "compare-what")
with settings:
    if settings.open:
        parts.settings(desk, corpus)
with methods:
    if methods.open:
        kinds.models(desk, corpus)
with two:
    if two.open:
        two_models.two_models(desk)
onward("saved.py", tr("Next: what is saved"), primary=False)
