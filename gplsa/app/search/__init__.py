"""The parts of the page Search."""
