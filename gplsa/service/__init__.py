"""Models answered over HTTP, for machines that ask: what `gplsa serve` does. No page."""
