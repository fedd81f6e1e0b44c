"""Work on files from strangers, in a process whose end, hunger or endless thought hurts nobody.

The threat is a file that makes its reader crash, hang or swell, in our code or in a library's.
A reader that a file takes over with code of its own is not expected: the process has the rights of
whoever started it. Still nothing that comes back is executed or unpickled (`plain`).
"""

from gplsa.sandbox.limits import Limits
from gplsa.sandbox.process import in_worker, stream_from_worker
from gplsa.sandbox.waiting import close, warm

__all__ = ["Limits", "close", "in_worker", "stream_from_worker", "warm"]
