"""What is saved, and how it gets in and out."""

from gplsa.app.desk.desk import current_desk
from gplsa.app.saved import parts, shared
from gplsa.app.show.controls import head, onward
from gplsa.language import tr, translated

desk = current_desk()
head(tr("Saved: projects and their models"), translated(desk.library.lead))
parts.everything(desk)
shared.published(desk)
parts.bring_in(desk)
onward("corpus.py", tr("Go to the corpus"), primary=False)
