"""The parts of the page Over time."""
