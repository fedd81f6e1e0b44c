"""Everything that readers need, imported and made ready: for a worker process that waits.

What is here before a file is counts neither towards its time nor towards its memory.
"""

import defusedxml.expatreader
import pypdf

from gplsa.reading import sandboxed
from gplsa.text.languages import guess_language

__all__ = ["defusedxml", "pypdf", "sandboxed"]

guess_language("This loads the model that tells languages apart.")
