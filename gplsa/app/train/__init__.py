"""The parts of the page Train."""
