import contextlib
import io
import struct
import time
import tracemalloc
import zlib
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from gplsa.errors import InputError
from gplsa.images import picture_pixels, small_picture
from gplsa.images.decode import LONGEST_SIDE, Room, is_small_picture
from gplsa.images.header import read_header
from tests.fuzz.samples import png
from tests.patience import PAUSE
from tests.photos import encoded, photo

PICTURES = ".png", ".jpg", ".webp", ".gif", ".tif"
WIDE = np.full((100, 200, 3), (30, 60, 200), dtype=np.uint8)


def shrunk(data: bytes) -> np.ndarray:
    return picture_pixels(small_picture("x", data))


@pytest.mark.parametrize("suffix", PICTURES)
def test_every_format_keeps_size_and_colour(suffix):
    header = read_header(encoded(WIDE, suffix))
    assert (header.width, header.height, header.whole, header.animated) == (200, 100, True, False)
    pixels = shrunk(encoded(WIDE, suffix))
    assert pixels.shape == WIDE.shape
    # GIF has 256 colours and dithers between them.
    np.testing.assert_allclose(pixels.mean(axis=(0, 1)), WIDE[0, 0], atol=8)


def test_large_pictures_are_reduced():
    for size in ((900, 1800), (3000, 2000)):
        data = encoded(np.full((*size, 3), 128, np.uint8), ".jpg")
        small = small_picture("x", data)
        assert is_small_picture(small)
        assert max(picture_pixels(small).shape) == LONGEST_SIDE


def test_depths_and_channels():
    grey = np.full((64, 64), 90, np.uint8)
    assert abs(shrunk(encoded(grey)).mean() - 90) < 3
    deep = np.full((64, 64, 3), 90 * 256, np.uint16)
    assert abs(shrunk(encoded(deep)).mean() - 90) < 3
    glass = np.zeros((64, 64, 4), np.uint8)
    assert shrunk(encoded(glass)).min() > 250, "what is transparent is on white"


def test_turned_as_the_camera_says():
    """EXIF orientation 6: the stored rows run down the right side of the upright picture."""
    stored = np.zeros((64, 128, 3), np.uint8)
    stored[:32] = 255
    jpeg = encoded(stored, ".jpg")
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    turned = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    pixels = shrunk(turned)
    assert pixels.shape[:2] == (128, 64)
    assert pixels[:, 40:].mean() > 240 and pixels[:, :20].mean() < 15


def test_cmyk_jpeg():
    image = pytest.importorskip("PIL.Image")
    stream = io.BytesIO()
    image.new("CMYK", (64, 64), (0, 255, 255, 0)).save(stream, "JPEG")
    blue, green, red = shrunk(stream.getvalue()).reshape(-1, 3).mean(axis=0)
    assert red > 180 and green < 80 and blue < 80


@pytest.mark.parametrize(
    ("kind", "suffix"), [("GIF", ".gif"), ("WEBP", ".webp"), ("PNG", ".png"), ("TIFF", ".tif")]
)
def test_animated_pictures_and_pages_are_read_by_their_first_frame(kind, suffix):
    image = pytest.importorskip("PIL.Image")
    frames = [image.new("RGB", (64, 64), color) for color in ("red", "blue")]
    stream = io.BytesIO()
    frames[0].save(stream, kind, save_all=True, append_images=frames[1:], duration=100)
    assert read_header(stream.getvalue()).animated
    blue, _, red = shrunk(stream.getvalue()).reshape(-1, 3).mean(axis=0)
    assert red > 200 and blue < 60


def tiff(made, **how):
    stream = io.BytesIO()
    made.save(stream, "TIFF", **how)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("mode", "compression"),
    [
        *((mode, None) for mode in ("RGB", "L", "1", "CMYK", "I;16")),
        *(("RGB", how) for how in ("tiff_lzw", "jpeg", "tiff_adobe_deflate", "packbits")),
        ("1", "group4"),
    ],
)
def test_scans_of_every_depth_and_compression(mode, compression):
    image = pytest.importorskip("PIL.Image")
    half = np.zeros((64, 96), np.uint8)
    half[:32] = 255
    scan = image.fromarray(half.astype(np.uint16) * 257 if mode == "I;16" else half)
    pixels = shrunk(tiff(scan if mode == "I;16" else scan.convert(mode), compression=compression))
    assert pixels.shape == (64, 96, 3)
    assert pixels[:30].min() > 240 and pixels[34:].max() < 15


def test_a_scan_that_is_no_picture_to_look_at_is_refused_with_what_to_do():
    image = pytest.importorskip("PIL.Image")
    heights = tiff(image.fromarray(np.zeros((64, 64), np.float32)))
    for data in (heights, b"II+" + bytes(200)):
        with pytest.raises(InputError, match=r"“heights.tif” .* save it as JPEG or PNG"):
            small_picture("heights.tif", data)


def test_of_a_scan_no_more_is_unpacked_than_is_read():
    shared, n_tags = bytes(400_000), 40
    tags = struct.pack("<HHII", 256, 3, 1, 8) + struct.pack("<HHII", 257, 3, 1, 8)
    tags += b"".join(struct.pack("<HHII", 40_000 + n, 3, 200_000, 1000) for n in range(n_tags))
    head = struct.pack("<4sIH", b"II*\0", 8, n_tags + 2) + tags + bytes(4)
    tracemalloc.start()
    assert read_header(head + shared).width == 8
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_scans_whose_colours_would_be_wrong_are_refused_and_a_lost_second_page_is_not_missed():
    image = pytest.importorskip("PIL.Image")
    scan = tiff(image.fromarray(np.zeros((64, 64), np.uint16)))
    intent = struct.pack("<HHI", 262, 3, 1)
    assert read_header(scan)
    for number in (0, 5):
        assert not read_header(scan.replace(intent + b"\1\0", intent + bytes([number, 0])))
    grey = tiff(image.new("L", (64, 64)))
    depth = struct.pack("<HHI", 258, 3, 1)
    assert not read_header(grey.replace(depth + b"\x08", depth + b"\x04"))
    (first,) = struct.unpack_from("<I", grey, 4)
    after = first + 2 + 12 * struct.unpack_from("<H", grey, first)[0]
    lost = grey[:after] + struct.pack("<I", 1 << 30) + grey[after + 4 :]
    assert small_picture("x.tif", lost)


def test_a_smaller_copy_behind_a_scan_is_no_second_page():
    image = pytest.importorskip("PIL.Image")
    scan, copy = image.new("L", (64, 64)), image.new("L", (32, 32))
    with pytest.raises(InputError, match="cut short"):
        small_picture("x", tiff(scan)[:-40])
    two = {"save_all": True, "append_images": [copy]}
    assert read_header(tiff(scan, **two)).animated
    assert not read_header(tiff(scan, **two, tiffinfo={254: 1})).animated


def bomb(width: int = 10_000, height: int = 10_000) -> bytes:
    """A PNG of a few kilobytes that states 100 megapixels."""

    def chunk(name: bytes, content: bytes) -> bytes:
        check = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    rows = zlib.compress(bytes((width // 8 + 1) * height), 9)
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def progressive(width: int, height: int) -> bytes:
    """The beginning of a JPEG that comes in several passes."""
    image = pytest.importorskip("PIL.Image")
    stream = io.BytesIO()
    image.new("RGB", (64, 64)).save(stream, "JPEG", progressive=True)
    data = bytearray(stream.getvalue())
    at = data.index(b"\xff\xc2") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


def test_threads_wait_for_room():
    room, held, most = Room(100), [0], [0]

    def work(size: int) -> None:
        with room.kept(size):
            held[0] += size
            most[0] = max(most[0], held[0])
            time.sleep(PAUSE)
            held[0] -= size

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, [30, 60, 100, 20] * 10))
    assert 60 <= most[0] <= 100 and held[0] == 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello, I am a letter", "no picture that can be read"),
        (b"", "no picture that can be read"),
        (b"\x89PNG\r\n\x1a\n", "no picture that can be read"),
        (bomb(), "10,000 × 10,000 pixels, more than 64 megapixels"),
        (png(8_000, 7_000, 8, 6, b""), "far more than a file of its size should hold"),
        (png(8_000, 8_000, 8, 2, b""), "far more than a file of its size should hold"),
        (png(6_000, 6_000, 16, 2, b""), "far more than a file of its size should hold"),
        (progressive(7_000, 6_000), "far more than a file of its size should hold"),
        (encoded(np.zeros((1, 1, 3), np.uint8)), "1 × 1 pixels small"),
        *((encoded(photo(1)[0], s)[:-40], "cut short") for s in PICTURES[:4]),
        (encoded(WIDE)[:60] + bytes(200) + encoded(WIDE)[260:], "damaged"),
    ],
)
def test_bad_files_get_one_sentence(data, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        small_picture("bad.png", data)
    assert "“bad.png”" in str(caught.value)


def test_hostile_headers_never_escape():
    """Every prefix and every altered byte of a header ends in a picture or in a sentence."""
    rng = np.random.default_rng(0)
    for suffix in PICTURES:
        good = encoded(WIDE, suffix)
        for _ in range(40):
            bad = bytearray(good)
            bad[int(rng.integers(min(len(bad), 80)))] = int(rng.integers(256))
            with contextlib.suppress(InputError):
                assert is_small_picture(small_picture("x", bytes(bad)))


def test_transparent_pixels_do_not_darken_what_is_opaque():
    half = np.zeros((64, 64, 4), np.uint8)
    half[:, 32:] = (0, 0, 255, 255)
    assert shrunk(encoded(half))[:, 40:, 2].mean() > 240
    assert cv2.cvtColor(shrunk(encoded(half)), cv2.COLOR_BGR2GRAY)[:, :24].mean() > 245
