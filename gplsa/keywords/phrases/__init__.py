"""Phrases of the target side: what is learned of them, and how they are proposed."""
