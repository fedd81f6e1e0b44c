"""Topics from a stack of random clusterings."""
