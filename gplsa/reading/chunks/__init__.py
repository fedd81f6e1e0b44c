"""Large files, read bit by bit, to a corpus in chunks on the disk."""
