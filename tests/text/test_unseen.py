"""Names and numbers that training never saw."""

from gplsa.text import Vocabulary, WordOptions, unseen

GERMAN = ["Die Ernte in Köln war gut.", "Das Korn in Köln. Die Ernte, das Korn."]


def test_names_and_numbers_are_listed_apart() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = (
        "Zehnt. Am 17. Mai 1848 kam Anna\nvon Droste-Hülshoff nach Köln; die Verwaltung und Kumar "
        "Ponnambalam zahlten 12.5 und 1,000 Taler. Kumar Ponnambalam, 1848, 0013, X2. "
        "Dann ging Ponnambalam plötzlich"
    )
    found = unseen(vocabulary, text)
    assert found.names == [
        ("Kumar Ponnambalam", 3),
        ("Anna", 1),
        ("Droste-Hülshoff", 1),
    ]
    assert found.numbers == [("1848", 2), ("1,000", 1), ("12.5", 1)]


def test_a_name_ends_with_its_paragraph_and_with_a_line_that_is_not_full() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))

    def names(text: str) -> list[str]:
        return [name for name, _ in unseen(vocabulary, text).names]

    letter = (
        "Liebe Ilka,\nim Garten war Kumar Ponnambalam\nDroste Hülshoff, den 3. Mai. Das Korn war "
        "gut.\n\nIlka Voegelin\n\nAlisson Padang\r\n\r\nSri Lanka"
    )
    expected = ["Kumar Ponnambalam", "Droste Hülshoff", "Ilka Voegelin", "Alisson Padang"]
    assert names(letter) == [*expected, "Sri Lanka"]
    record = "Briefe von Kumar Ponnambalam\nDroste Hülshoff, 1848\nVerlag Alisson\nPadang"
    assert not any({"Ponnambalam", "Droste"} <= {*name.split()} for name in names(record))
    assert not any({"Alisson", "Padang"} <= {*name.split()} for name in names(record))
    wrapped = (
        "Im Garten war an diesem Tag auch Kumar\nPonnambalam, der die gute Ernte sah und\n"
        "das viele Korn, das in Köln lag, und\nkaum ein Wort sprach, bis dann Alisson \n"
        "Padang kam.\n\nIlka Voegelin\nDroste Hülshoff"
    )
    expected = ["Kumar Ponnambalam", "Alisson Padang", "Ilka Voegelin", "Droste Hülshoff"]
    assert names(wrapped) == expected


def test_nouns_with_an_article_are_no_names_but_abbreviations_are() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    found = unseen(vocabulary, "Er sah die Rosen, seinem Gärtner galt die TDI 2 500 000 Lire.")
    assert (found.names, found.numbers) == ([("TDI", 1)], [("2 500 000", 1)])


def test_what_is_made_of_known_words_is_no_name_in_german() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = (
        "Er kam mit Erntehelfern, mit Sommerernte, mit Posselt und Kommissar Liikanen. Detaillierte"
        " Ernte, Fließen und Korn halfen."
    )
    assert unseen(vocabulary, text).names == [("Posselt", 1), ("Liikanen", 1)]


def test_what_is_declined_as_no_name_is_none_in_german() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = "Es ging um Umsatz, um Gold, um Boot und Schutz, um Assad, um Schmitt und Padang."
    assert [name for name, _ in unseen(vocabulary, text).names] == ["Assad", "Schmitt", "Padang"]
    text = "Es kamen in Padang Diebe, dann Alisson Becker."
    assert [name for name, _ in unseen(vocabulary, text).names] == ["Padang", "Alisson Becker"]


def test_first_words_of_sentences_are_no_names() -> None:
    vocabulary, _ = Vocabulary.build(["a good harvest", "harvest"], WordOptions("en", max_df=1.0))
    assert unseen(vocabulary, "Grain came. Wheat! He met Wheat.").names == [("Wheat", 2)]
    assert unseen(vocabulary, "") == ([], [], frozenset(), ())


def test_what_no_dictionary_has_is_a_name_at_the_beginning_of_a_sentence_too() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = (
        "Ronaldo ging. Willoughby gab Jones das Korn. Schleunigst kam Alisson Becker. Quatschereien"
        " nahm man hin, wie Voegelin meint. Polyetherimid hilft."
    )
    assert [name for name, _ in unseen(vocabulary, text).names] == [
        *("Ronaldo", "Willoughby", "Jones", "Alisson Becker", "Voegelin", "Polyetherimid")
    ]
    english, _ = Vocabulary.build(["a good harvest", "harvest"], WordOptions("en", max_df=1.0))
    text = "Nell Scovell left. Unfortunatly grain came. Grain Harvests came."
    assert unseen(english, text).names == [("Nell Scovell", 1)]


def test_genitives_are_counted_with_their_names_in_german() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = "Er las Nietzsche, Nietzsches Idee, mit Sapphos Lied, Otto Voegelin. Voegelins Korn"
    found = [("Nietzsche", 2), ("Otto Voegelin", 2), ("Sapphos", 1)]
    assert unseen(vocabulary, text).names == found
    # The vocabulary has Köln.
    assert unseen(vocabulary, "Er sah Köln, Kölns Korn und Otto Voegelins Korn.").names == [
        ("Otto Voegelin", 1)
    ]
    text = "Er sah Hillary Clintons verlorene Wahl, Hillary Clintons Partei und Tom Waits seine."
    assert unseen(vocabulary, text).names == [("Hillary Clinton", 2), ("Tom Waits", 1)]
    # What is no name by its ending is one by its genitive.
    assert unseen(vocabulary, "Der Bumiller, mit Bumillers Korn.").names == [("Bumiller", 2)]


def test_whom_a_text_is_about_comes_first_by_the_last_part_of_the_name() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = (
        "Es kamen Ariel Erlij und Trainer Kepa Arrizabalaga, mit ihnen Sayfullo Saipov. Saipov, "
        "Sayfullo Habibullaevic Saipov, ging nach Anfield; aus Anfield Kepa Arrizabalaga."
    )
    assert unseen(vocabulary, text).names == [
        *(("Sayfullo Saipov", 3), ("Kepa Arrizabalaga", 2), ("Anfield", 2), ("Ariel Erlij", 1))
    ]


def test_a_place_before_a_name_is_no_part_of_it() -> None:
    texts = ["Massachusetts, Chelsea, Mechthild"] * 3
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", max_df=1.0))
    alike = frozenset(range(len(vocabulary.forms)))
    text = "In Massachusetts kam aus dem Staate Massachusetts Geoff Diehl, mit ihm Jan Peter Kleff "
    text += "und Mechthild, dann Mechthild von Hackeborn."
    found = unseen(vocabulary, text, alike=alike)
    assert found.names == [
        *(("Geoff Diehl", 1), ("Jan Peter Kleff", 1), ("Mechthild von Hackeborn", 1))
    ]


def test_a_compound_with_a_common_noun_before_a_name_is_no_part_of_it() -> None:
    vocabulary, _ = Vocabulary.build(["Haus und Garten"] * 3, WordOptions("de", max_df=1.0))
    text = "Es sang Rock-Sängerin Eilidh Doyle, und Anna-Maria Fennelow spielte."
    names = [name for name, _ in unseen(vocabulary, text).names]
    assert names == ["Eilidh Doyle", "Anna-Maria Fennelow"]


def test_contributors_that_are_listed_are_mentioned_by_their_whole_names() -> None:
    texts = ["Weber und Karlsruhe, Weber, Graf, Kant."] * 3
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", max_df=1.0))
    number = {form: n for n, form in enumerate(vocabulary.forms)}
    alike = frozenset(number[form] for form in ("Weber", "Karlsruhe", "Graf", "Kant"))
    text = (
        "Tagung in Karlsruhe über Kant. Immanuel Kant sah man. Mit Beiträgen von Karsten Weber, "
        "Lando Kirchmair, Matthias Weber und Sabine Graf von Kielmansegg"
    )
    found = unseen(vocabulary, text, alike=alike)
    assert {name for name, _ in found.names} >= {
        *("Karsten Weber", "Lando Kirchmair", "Matthias Weber", "Sabine Graf von Kielmansegg"),
    }
    # Kant stands alone, too; nothing but its letters makes Karlsruhe a part of a name.
    assert found.mentioned == {number["Weber"], number["Graf"]}
    again = unseen(vocabulary, text.replace("Matthias", "Karsten"), alike=alike)
    assert again.mentioned == {number["Graf"]}  # who is named twice may be whom it is about
    # Among many names what stands there once is one of them.
    more = unseen(vocabulary, text + ", Ina Zschau, Jo Kleff", alike=alike)
    assert more.mentioned == {number["Weber"], number["Graf"], number["Karlsruhe"]}


def test_a_last_name_alone_is_listed_where_it_is_a_part_of_names() -> None:
    """It is no keyword, so it would be nowhere; *Lehrer* is a word as well."""
    texts = ["Herr Zawadzki aß Korn.", "Frau Zawadzki, Herr Lehrer!", "Herr Lehrer, die Ernte"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", max_df=1.0))
    parts = [vocabulary.forms.index(name) for name in ("Zawadzki", "Lehrer")]
    text = "Die Ernte hat Herr Zawadzki mit Herrn Lehrer im Korn besprochen."
    assert unseen(vocabulary, text).names == []
    assert unseen(vocabulary, text, parts).names == [("Zawadzki", 1)]


def test_what_a_hyphen_leaves_open_is_no_name() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = "In Köln gab es Hilfs- und Erntedienste, Know-how, Padang-Korn und Sulawesi."
    assert [name for name, _ in unseen(vocabulary, text).names] == ["Padang-Korn", "Sulawesi"]


def test_what_a_text_comes_back_to_is_its_subject() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = (
        "Luhmann und die NATO: Niklas Luhmann las MySQL. Herr Quassnick, die Bowdenzug und Aceh. "
        "Mit MySQL kam die NATO nach Aceh, Herr Quassnick und ein Bowdenzug, Niklas Luhmann auch."
    )
    # Herr Quassnick is spoken to, what an article stands before may be a common noun; three do.
    assert unseen(vocabulary, text).subjects == ("Niklas Luhmann", "NATO", "MySQL")
    once = "Niklas Luhmann, die NATO, Herr Quassnick und Aceh."
    assert unseen(vocabulary, once).subjects == ()
    # Contributors who are listed share last names.
    listed = "Ina Zschau, Jo Zschau, Uli Kleff, Ada Brodnik und Ole Thamm."
    assert unseen(vocabulary, listed).subjects == ()


def test_degrees_are_no_names() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    text = "Mit Dr. Zschau kam Prof. Dr. Kleff, MSc, und Dr. Thamm."
    assert [name for name, _ in unseen(vocabulary, text).names] == ["Zschau", "Kleff", "Thamm"]


def test_what_a_known_name_owns_is_no_part_of_it() -> None:
    vocabulary, _ = Vocabulary.build(["die Ernte in Chile"] * 3, WordOptions("de", max_df=1.0))
    alike = frozenset([vocabulary.forms.index("Chile")])
    found = unseen(vocabulary, "Er lobte Chiles NGO und die NGO in Chile.", alike=alike)
    assert found.subjects == ("NGO",)
    both = unseen(vocabulary, "Er lobte Chile Kleff und Chile Kleff.", alike=alike)
    assert both.subjects == ("Chile Kleff",)


def test_of_many_names_only_what_stands_there_often_is_the_subject() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))
    names = "Zschau, Kleff, Brodnik, Thamm, Kolbow, Bumke, Yvo, Wrede, Trzeciak, Lisnyj, Quappo"
    text = f"Es kamen {names}. Kleff kam, Kleff ging. Thamm kam, Thamm ging, Thamm blieb."
    found = unseen(vocabulary, text)
    assert len(found.names) == 11 and found.subjects == ("Thamm", "Kleff")
    assert unseen(vocabulary, f"{text} Tsch Mbeki.").subjects == ("Thamm",)


def test_what_shares_a_name_or_is_none_is_no_subject() -> None:
    vocabulary, _ = Vocabulary.build(GERMAN, WordOptions("de", max_df=1.0))

    def subjects(text: str) -> tuple[str, ...]:
        return unseen(vocabulary, text).subjects

    # Each of them stands there once.
    assert subjects("Es aßen Ina Quassnick, Bodo Quassnick und Uli Quassnick.") == ()
    assert subjects("Es kam Ina Quassnick. Quassnick aß.") == ("Ina Quassnick",)
    assert subjects("Karl XVIII kam mit XVIII Mann, ISBN und ISBN.") == ("ISBN",)
    # A dictionary has it, in its German form.
    assert subjects("Er war in Schottland, aus Schottland und in Aceh, aus Aceh.") == ("Aceh",)
    # Spoken to once, spoken of three times.
    often = "Herr Brodnik kam. Brodnik aß, Brodnik sah, Brodnik ging."
    assert subjects(often) == ("Brodnik",) and subjects(often[:30]) == ()
