"""The parts of the page Keywords."""
