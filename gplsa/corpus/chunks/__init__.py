"""A corpus as a folder of chunks, for what does not fit into memory: built by streaming."""
