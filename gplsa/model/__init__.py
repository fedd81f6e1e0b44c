"""A trained model and what is asked of it: topics, keywords, search."""
