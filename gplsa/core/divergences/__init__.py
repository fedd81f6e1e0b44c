"""Divergences between topic mixtures: one file for each, found by `gplsa.names.REGULARIZERS`."""
