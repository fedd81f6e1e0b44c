"""A fit over the parts of a corpus: pure tasks on one part, and what adds their sums in order.

Counterparts never leave their document and all else is a sum over documents, so a corpus may be cut
into parts without any approximation. A task reads the mixtures of its part from a store, writes the
next ones beside them and returns sums of words × topics; where it runs and how often is all the
same.
"""
