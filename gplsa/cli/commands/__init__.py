"""One file for each command, as `gplsa.cli.table` finds them."""
