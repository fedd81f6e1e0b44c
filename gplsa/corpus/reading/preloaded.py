"""Everything that readers need, imported and made ready: for a worker process that waits.

What is here before a file is counts neither towards its time nor towards its memory.
"""

import defusedxml.expatreader
import pypdf

from gplsa.corpus.languages import guess_language
from gplsa.corpus.reading import apart

__all__ = ["apart", "defusedxml", "pypdf"]

guess_language("This loads the model that tells languages apart.")
