"""Matrix factorisation on a graph, and its two losses."""
