"""A corpus as a folder of parts, for what does not fit into memory: built by streaming."""
