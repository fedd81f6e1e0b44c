"""Words: how it is said on the other side"""

from gplsa.app.desk.desk import current_desk
from gplsa.app.show.controls import head, lasting_tabs, onward
from gplsa.app.show.waiting import needs_words
from gplsa.app.words import lexicon, parts
from gplsa.language import tr
from gplsa.model.direction import Direction

desk = current_desk()
lead = tr(
    "Type a word or a phrase. You see how your own pairs translate it, how sure that is, and the "
    "lines that show it."
)
head(tr("Words: how it is said on the other side"), lead)
state, model = desk.lookup
if model is None:
    needs_words()
elif (sides := parts.choose_sides(model)) is not None:
    word, whole = lasting_tabs(parts.TABS, parts.TAB)
    with word:
        if word.open:
            parts.look_up(model, *sides)
    with whole:
        if whole.open:
            lexicon.whole(state, Direction(model, *sides))
    if state.words is None:
        onward("documents.py", tr("Next: do the pairs belong together?"), primary=False)
    else:
        onward("train.py", tr("Next: train a model"), primary=False)
