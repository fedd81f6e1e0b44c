"""English function words, in small letters, contractions with the typewriter's apostrophe."""

from gplsa.text.language.closed_classes.inflection import inflected, listed

_CLASSES = {
    "articles": listed("a an the"),
    "pronouns": listed(
        """i me my myself you your yours yourself yourselves thou thee thy thine thyself ye he him
        his himself she her hers herself it its itself we us our ours ourselves they them their
        theirs themselves oneself one ones this that these those who whom whose which what whoever
        whomever whatever whichever whatsoever whosoever each every either neither both all any some
        none no several few fewer fewest many much more most less least enough other others another
        such same own somebody someone something anybody anyone anything everybody everyone
        everything nobody nothing"""
    ),
    "prepositions": listed(
        """about above across after against along alongside amid amidst among amongst around as at
        atop away before behind below beneath beside besides between beyond by despite down during
        except for from in including inside into notwithstanding of off on onto out outside over per
        since than through throughout thru till to toward towards under underneath unlike until unto
        up upon versus via vs with within without"""
    ),
    "conjunctions": listed(
        """albeit although and because but hence however if lest nor or otherwise so though thus
        unless whenever when where whereas whereby wherein whereof whereupon wherever whether while
        whilst yet therefore moreover furthermore nevertheless nonetheless insofar inasmuch"""
    ),
    "auxiliaries": listed(
        """be am is are was were been being have has had having do does did doing can cannot could
        may might must shall should will would ought"""
    ),
    "contractions": inflected(
        """do does did is are was were has have had ca wo sha could should would might must need ai
        ought""",
        "n't",
    )
    | listed("ll ve re doesn didn isn aren wasn weren hasn hadn couldn shouldn wouldn"),
    "adverbs": listed(
        """again ago already also altogether always anyhow anyway anywhere aside barely else
        elsewhere even ever everywhere hardly here hereby herein hither how indeed instead just
        likewise maybe meanwhile merely mostly namely nearly never nowhere not now often once only
        perhaps quite rather really scarcely seldom sometimes somehow somewhat somewhere soon still
        then thence there thereafter thereby therein thereof thereto thereupon thither together too
        twice very whence why yes almost"""
    ),
    "abbreviations": listed("eg ie etc viz cf"),
}

ENGLISH = frozenset().union(*_CLASSES.values())
