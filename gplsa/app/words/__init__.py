"""The parts of the page Words."""
