"""From what speaks for a candidate to two probabilities, and to what a reader is shown."""
