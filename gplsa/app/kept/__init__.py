"""Corpora and models as they are kept: on the disk for one person, in memory for several."""
