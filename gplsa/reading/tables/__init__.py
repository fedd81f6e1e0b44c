"""Tables: which rows and columns a file holds, and what the columns are."""
