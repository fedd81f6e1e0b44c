"""The parts of the page Saved."""
