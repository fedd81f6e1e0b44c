"""Numbers only: the updates, the coupling of mixtures, the loop that fits."""
