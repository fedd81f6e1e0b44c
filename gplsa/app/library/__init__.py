"""Corpora and models as they are kept: on the disk, and what people publish for each other."""
