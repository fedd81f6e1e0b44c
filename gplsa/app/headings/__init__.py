"""Subject headings in the app: the column and the vocabulary they come from, and suggestions."""
