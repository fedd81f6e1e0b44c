"""Function words that tell what stands behind them, and those that join two nouns.

*The tax* is a noun, *to tax* a verb: no tagger is needed to see which of the two a word mostly is.
"""

from gplsa.text.language.closed_classes.inflection import inflected, listed

DETERMINERS_DE = inflected(
    "ein kein mein dein sein ihr unser eur dies jen jed welch all viel", "- e en em er es"
)

BEFORE_NOUNS: dict[str, frozenset[str]] = {
    "en": listed(
        """the a an this these those my your his her its our their of in on at for with by from
        into about between against under over through during without within towards some any no
        every each both several many few all such s"""
    ),
    "de": listed(
        """der die das den dem des im ins am ans zum zur vom beim fürs ums von mit in an auf für
        durch gegen ohne um bei nach aus seit über unter vor hinter neben zwischen wegen trotz"""
    )
    | DETERMINERS_DE,
    "fr": listed(
        """le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos votre
        vos leur leurs ce cet cette ces en dans sur sous par pour avec sans entre contre vers chez
        quelques plusieurs chaque"""
    ),
    "es": listed(
        """el la los las un una unos unas del al de en con por para sin sobre entre contra hacia
        desde mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta estos estas ese esa
        esos esas aquel aquella cada algunos algunas varios varias"""
    ),
    "it": listed(
        """il lo la i gli le l un uno una del dello della dei degli delle dell al allo alla ai agli
        alle all nel nello nella nei negli nelle nell dal dallo dalla dai dagli dalle dall sul sullo
        sulla sui sugli sulle sull di da in con per su tra fra mio mia miei mie suo sua suoi sue
        nostro nostra nostri nostre questo questa questi queste quello quella ogni alcuni alcune"""
    ),
}

BEFORE_VERBS: dict[str, frozenset[str]] = {
    "en": listed(
        """i you he she it we they who to not n't never also will would can cannot could may might
        must shall should do does did be am is are was were been being have has had"""
    ),
    "de": listed(
        """ich du er es wir man wer zu nicht nie auch sich mich dich uns euch ist sind war waren
        wird werden wurde wurden hat haben hatte hatten kann können muß muss müssen soll sollen
        will wollen darf dürfen"""
    ),
    "fr": listed(
        """je j tu il elle on nous vous ils elles qui ne n pas se s me m te t y est sont était
        étaient été être a ont avait avaient avoir ai avons avez suis sommes êtes peut peuvent doit
        doivent"""
    ),
    "es": listed(
        """yo tú él ella nosotros ustedes ellos ellas quien no nunca se me te nos le les es son era
        eran ser sido está están estar ha han había habían haber he hemos puede pueden debe deben"""
    ),
    "it": listed(
        """io tu egli lui lei noi voi essi loro chi non si mi ti ci vi è sono era erano essere stato
        stati ha hanno aveva avevano avere ho abbiamo può possono deve devono"""
    ),
}

JOINING: dict[str, frozenset[str]] = {
    "en": listed("of"),
    "de": listed("der des"),
    "fr": listed("de du des d la l"),
    "es": listed("de del la las los"),
    "it": listed("di del dello della dei degli delle dell d"),
}
