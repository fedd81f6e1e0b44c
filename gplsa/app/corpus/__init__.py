"""The parts of the page Corpus."""
