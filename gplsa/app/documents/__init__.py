"""The parts of the page Documents."""
