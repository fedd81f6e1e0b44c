"""What stands beside the documents: dates, categories and numbers, and how topics go with them.

Columns of texts and arrays of shares in, groups, bands and marks out; nothing here knows a corpus.
"""

from gplsa.corpus.fields.chance import Differences, differences
from gplsa.corpus.fields.grouping import Groups, grouped, selected
from gplsa.corpus.fields.kinds import CATEGORY, NUMBER, SEVERAL, TIME, kind_of, kinds_of
from gplsa.corpus.fields.several import one_by_one
from gplsa.corpus.fields.shares import Shares, shares_by_group

__all__ = [
    "CATEGORY",
    "NUMBER",
    "SEVERAL",
    "TIME",
    "Differences",
    "Groups",
    "Shares",
    "differences",
    "grouped",
    "kind_of",
    "kinds_of",
    "one_by_one",
    "selected",
    "shares_by_group",
]
