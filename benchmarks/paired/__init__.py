"""Methods for paired collections, measured: partners, keywords, translations, topics, headings.

    python -m benchmarks PAIRS [--methods gplsa dice …]

`contract` says what a method needs, `methods` is the table of those that are here, `figures` has
one function for each group of figures, `yardstick` the words that all of them are measured by.
"""
