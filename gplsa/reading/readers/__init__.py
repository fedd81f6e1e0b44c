"""From files of one kind to pairs."""
