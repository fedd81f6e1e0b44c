"""Topics supervised by a Gaussian process, in its parts."""
