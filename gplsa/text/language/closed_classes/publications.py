"""What texts about books and papers call them, their parts and those who made them.

Catalogue records are full of it, and it tells nothing of what the book is about.
"""

from gplsa.text.language.closed_classes.inflection import listed

PUBLICATIONS: dict[str, frozenset[str]] = {
    "en": listed(
        """chapter chapters edition editions volume volumes introduction foreword preface appendix
        festschrift author authors editor editors co-author publisher publishers blurb
        textbook textbooks monograph"""
    ),
    "de": listed(
        """kapitel kapitels kapiteln auflage auflagen band bände bänden einführung
        einleitung vorwort geleitwort anhang festschrift autor autors autoren autorin autorinnen
        verfasser herausgeber herausgeberin herausgebern verlag verlags klappentext
        inhaltsverzeichnis lehrbuch lehrbuchs monographie monografie"""
    ),
    "fr": listed(
        """chapitre chapitres édition éditions volume volumes tome tomes introduction préface
        avant-propos annexe auteur auteurs éditeur éditeurs"""
    ),
    "es": listed(
        """capítulo capítulos edición ediciones volumen volúmenes tomo tomos introducción prólogo
        prefacio apéndice anexo autor autora autores editor editores editorial"""
    ),
    "it": listed(
        """capitolo capitoli edizione edizioni volume volumi introduzione prefazione premessa
        appendice autore autrice autori curatore editore editori"""
    ),
}
