"""How much is read at most.  Input beyond a limit is refused in one sentence that names it."""

from gplsa.message import MEBIBYTE

FILE_BYTES = 200 * MEBIBYTE  # one uploaded file, and one member of a ZIP once unpacked
TOTAL_BYTES = 1024 * MEBIBYTE  # everything that comes out of one ZIP
DOCUMENT_BYTES = 50 * MEBIBYTE  # one file that holds one document (text, HTML, DOCX, ODT, PDF)
FILES = 100_000  # files in one ZIP or folder, and files given at once
NAME_CHARACTERS = 1_000  # length of a file's name within a ZIP
UNPACKED_RATIO = 200  # how many times larger than packed a ZIP's content may be (texts: 3 to 20) …
UNPACKED_FREE_BYTES = 10 * MEBIBYTE  # … which is only looked at above this size
READING_BYTES = 300 * MEBIBYTE  # memory that the reading of any file may take …
READING_RATIO = 20  # … or as many times the size of what is read, where that is more
READING_MOST_BYTES = 8 * 1024 * MEBIBYTE  # … but never more than this or half of the computer's
READING_SECONDS = 60  # time of a processor that the reading of any file may take …
READING_SECONDS_PER_MEBIBYTE = 10  # … and so much more for its size, …
READING_MOST_SECONDS = 3 * 3600  # … but never more than this
PICTURE_BYTES = 50 * MEBIBYTE  # one picture file
MATRIX_VALUES = 50_000_000  # numbers in a matrix of features, the zeros of a dense one included
MATRIX_COLUMNS = 1_000_000  # columns of a matrix of features
OFFICE_BYTES = 400 * MEBIBYTE  # what one DOCX, ODT or XLSX holds once unpacked
COLUMNS = 1_000  # columns of a table
CELLS = 10_000_000  # cells of a table, the empty ones too; more where its file has more bytes
ROWS = 2_000_000  # rows of a table, lines of a text file and units of a TMX file
TEXT_CHARACTERS = 10_000_000  # characters of one text
PDF_PAGES = 5_000  # pages of one PDF
MODALITIES = 20  # sides of one corpus


class Swollen(Exception):
    """A file would unpack to far more than one of its size may."""


def reading_bytes(size: int) -> int:
    """Memory that reading `size` bytes of input may take."""
    return max(READING_BYTES, READING_RATIO * size)
