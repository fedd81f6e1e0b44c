"""Function words of a language that has no list."""

from gplsa.text import Vocabulary, WordOptions
from gplsa.text.language.stopwords import frequent_words

NOUNS = "soused most kostel zahrada studna pole hora potok dvorek sklep stodola cesta".split()


def sentences(n):
    """Two function words in each sentence, *dům* at the end of every one and a noun in turn."""
    return [
        f"Na {NOUNS[i % 12]} a {NOUNS[(5 * i + 1) % 12]} stojí {NOUNS[(7 * i + 3) % 12]}, dům."
        for i in range(n)
    ]


def test_short_words_that_stand_everywhere_and_never_at_the_end():
    assert {"na", "a"} <= frequent_words(sentences(300)) <= {"na", "a", "most", "pole", "hora"}
    assert "dům" not in frequent_words(sentences(300))


def test_too_little_text_tells_nothing():
    assert frequent_words(sentences(20)) == frozenset()
    assert frequent_words([]) == frozenset()


def about(words, template):
    """120 texts of four sentences, each with two words that are never its end, of three that come
    together in one text of six."""
    themes = [words.split()[3 * n : 3 * n + 3] for n in range(6)]
    return [
        " ".join(template.format(theme[n % 3], theme[(n + i) % 3]) for n in range(4))
        for i in range(120)
        for theme in [themes[i % 6]]
    ]


def test_a_syllable_of_korean_is_several_letters():
    words = "곡물 수확 쟁기 헛간 농부 들판 선박 항구 선원 폭풍 화물 등대".split()
    texts = [f"오늘 그 {words[i % 12]} 또 {words[5 * i % 12]} 마을에 있었다." for i in range(300)]
    assert frequent_words(texts) == {"그", "또"}


def test_words_that_come_together_in_some_texts_are_content():
    words = "نان آب کاه مرد باغ گل موج باد نمک یخ برف ماه درس خط قلم میز زنگ شب"
    assert frequent_words(about(words, "و {} با {} بود.")) == {"و", "با"}


def test_a_word_is_not_cut_at_its_marks():
    words = "लंगर पाठ नगर जहाज माल नमक मछली हवा लहर खेत हल फसल घर दीवार छत नदी पुल घाट"
    assert frequent_words(about(words, "आज {} और {} के थे।")) == {"आज", "और", "के"}


def test_they_are_left_out_and_the_person_is_told():
    vocabulary, _ = Vocabulary.build(sentences(300), WordOptions("cs", max_df=1.0))
    assert not {"na", "a"} & set(vocabulary.terms)
    assert any("short words that stand everywhere (a, " in note for note in vocabulary.warnings)
    again = Vocabulary.from_json(vocabulary.to_json())
    assert again.count(["Na kostel a dům"]).sum() == 2
    kept, _ = Vocabulary.build(sentences(300), WordOptions("cs", max_df=1.0, keep_words=("na",)))
    assert "na" in kept.terms
    everything, _ = Vocabulary.build(
        sentences(300), WordOptions("cs", stop_words="none", max_df=1.0, min_length=1)
    )
    assert {"na", "a"} <= set(everything.terms)


def test_languages_with_a_list_keep_to_it():
    texts = ["xyz the house and xyz a garden with xyz trees"] * 300
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en", max_df=1.0))
    assert "xyz" in vocabulary.terms
