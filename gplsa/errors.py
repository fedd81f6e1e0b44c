"""The two ways in which work ends early, shared by every layer."""


class InputError(ValueError):
    """Input that cannot be used: the message says in one sentence what is wrong and what to do."""


class Cancelled(Exception):
    """The person asked for the work to stop; raised from inside a progress callback."""
