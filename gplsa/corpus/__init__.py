"""The corpus: its sides, its file, what stands beside its documents, and what puts it right."""
