"""Cleaning before anything is trained: what is found in the texts and rows, and what takes it out.

`find` says what there is, `clean` puts it right: markup and what else no person wrote is taken out
of texts, exchanged rows are put right, rows in a foreign language and copies are left out.
"""
