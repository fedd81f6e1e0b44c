"""One side finds the other: by lexicon, by topic mixtures, by classes."""
