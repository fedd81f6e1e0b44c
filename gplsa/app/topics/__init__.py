"""The parts of the page Topics."""
