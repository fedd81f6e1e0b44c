"""Which words of the two sides go together: aligned lines, and the lexicon learned on them."""
