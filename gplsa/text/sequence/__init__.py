"""The order of words: phrases, and what stands around a word."""
