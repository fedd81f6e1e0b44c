"""What stands beside the documents: dates, categories and numbers, and how topics go with them.

Columns of texts and arrays of shares in, groups, bands and marks out; nothing here knows a corpus.
"""
