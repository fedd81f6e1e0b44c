"""The parts of the page By time and field."""
