"""What a person is told where work fails: what happened, and what to do."""

import errno

from gplsa.errors import InputError
from gplsa.message import Message

OUT_OF_MEMORY = Message(
    "This needs more memory than there is. Use fewer documents, keep fewer words "
    "(a higher document frequency), or fewer topics."
)
_OF_THE_DISK = {
    errno.ENOSPC: Message("The disk is full: make room on it and try again."),
    errno.EDQUOT: Message("Your share of the disk is full: make room in it and try again."),
    errno.EFBIG: Message(
        "The file is larger than this disk or account may hold: make room elsewhere."
    ),
    errno.EROFS: Message(
        "The disk is read-only: make it writable, or choose another with GPLSA_HOME."
    ),
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM),
        Message("Writing or reading there is not allowed: change the rights of the folder."),
    ),
    errno.ENOENT: Message("The folder or file is gone: put it back, or start the app again."),
    errno.EIO: Message("The disk reports a fault: copy what you need from it and use another."),
    errno.EMFILE: Message("Too many files are open: close other programs and try again."),
}


def said(error: BaseException) -> str:
    """One or two sentences for whatever ended a piece of work."""
    if isinstance(error, InputError) and isinstance(error.__cause__, OSError):
        return said(error.__cause__)
    if isinstance(error, InputError):
        return error.message
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
        return _OF_THE_DISK[error.errno]
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return Message("The system reports “{reason}”: see to that and try again.", reason=reason)
    return Message(
        "The app made a mistake ({name}). Nothing you had before is lost. Try again with other "
        "settings or fewer documents; if it stays so, report the last lines of the window in "
        "which the app was started.",
        name=type(error).__name__,
    )
