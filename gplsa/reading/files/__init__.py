"""One file: its bytes, what encloses it, its encoding, the text in it."""
