"""Draws the built-in sample of pictures with English and German captions.

    python tools/drawing/draw.py [--sheet FILE]

writes assets/samples/pictures.zip: picture-001.jpg … and captions.csv (file, en, de), and beside it
unseen.zip, one picture more of every scene, without captions.  Everything comes from two seeds; the
order of the pictures says nothing about what they show.
"""

import argparse
import csv
import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import more_things
import numpy as np
import things
from pen import COLOURS, Colour, Pen, shade

HERE = Path(__file__).resolve().parent
ARCHIVE = HERE.parents[1] / "assets" / "samples" / "pictures.zip"
UNSEEN = ARCHIVE.with_name("unseen.zip")
A_SCENE = 16
SEED, SEED_UNSEEN = 1882, 1883
QUALITY = 78

GERMAN = {
    "red": "rot", "blue": "blau", "yellow": "gelb", "green": "grün", "white": "weiß",
    "black": "schwarz", "brown": "braun", "grey": "grau", "violet": "violett",
}  # fmt: skip

THINGS: dict[str, dict[str, str]] = {
    # scene: thing: the colours it comes in
    "sea": {"boat": "red blue green", "lighthouse": "red black blue", "gulls": "", "palm": ""},
    "wood": {"mushrooms": "red brown yellow", "owl": "brown grey", "hedgehog": "", "logs": ""},
    "town": {
        "bus": "red yellow green blue",
        "clocktower": "green grey red",
        "crane": "yellow red",
        "awning": "red green blue",
    },
    "snow": {
        "firs": "",
        "cabin": "red green blue",
        "snowman": "red violet",
        "skier": "red yellow violet",
    },
    "night": {"moon": "", "planet": "red violet green", "rocket": "red blue", "comet": ""},
    "farm": {"barn": "red brown grey", "sheep": "", "tractor": "green red blue", "bales": ""},
    "garden": {
        "flowers": "red violet white",
        "sunflowers": "",
        "butterflies": "blue yellow violet",
        "fence": "white brown",
    },
    "table": {
        "cup": "blue red green",
        "fruit": "red green yellow",
        "bread": "",
        "jug": "blue brown",
    },
    "road": {
        "car": "red blue black white",
        "lorry": "red blue yellow",
        "trafficlight": "",
        "cones": "",
    },
    "reef": {
        "fish": "yellow red violet",
        "starfish": "red violet",
        "coral": "red violet white",
        "seaweed": "",
    },
}


@dataclass(frozen=True)
class Plan:
    """What one picture shows: its things with their colours, and the seed of its details."""

    scene: str
    things: tuple[tuple[str, str], ...]
    seed: int
    en: str
    de: str


def plans(seed: int = SEED, a_scene: int = A_SCENE) -> list[Plan]:
    """Every picture in the order of the files."""
    rng = np.random.default_rng(seed)
    clauses = _clauses()
    found = []
    for scene, palette in THINGS.items():
        said: set[str] = set()
        while len(said) < a_scene:
            names = list(rng.choice(list(palette), size=rng.choice([1, 2, 2, 3]), replace=False))
            chosen = tuple((str(n), str(rng.choice(palette[n].split() or [""]))) for n in names)
            en, de = _caption(scene, chosen, clauses, rng)
            if en not in said:
                said.add(en)
                found.append(Plan(scene, chosen, int(rng.integers(2**32)), en, de))
    return [found[place] for place in rng.permutation(len(found))]


def _clauses() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Sentences by scene and thing; those of the scene itself under thing ''."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    with (HERE / "clauses.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault((row["scene"], row["thing"]), []).append((row["en"], row["de"]))
    return found


def _caption(scene, chosen, clauses, rng: np.random.Generator) -> tuple[str, str]:
    """A sentence for each thing and mostly one for the scene, in any order."""
    parts = [(clauses[scene, name], colour) for name, colour in chosen]
    if len(parts) == 1 or rng.random() < 0.6:
        parts.append((clauses[scene, ""], ""))
    english, german = [], []
    for place in rng.permutation(len(parts)):
        sentences, colour = parts[place]
        en, de = sentences[rng.integers(len(sentences))]
        tone = GERMAN.get(colour, "")
        english.append(en.format(c=colour, C=colour.capitalize()))
        german.append(de.format(c=tone, C=tone.capitalize()))
    return " ".join(english), " ".join(german)


# Scenes


def sea(pen: Pen) -> None:
    tops: list[Colour] = [(120, 175, 225), (235, 170, 120), (150, 165, 180)]
    pen.sky(tops[pen.rng.integers(3)], (225, 230, 230), 0.5)
    pen.box(0, 0.48, 1, 1, shade((35, 105, 150), pen.rng.uniform(0.8, 1.2)))
    pen.waves(0.52, 0.98, (200, 225, 235), n=int(pen.rng.integers(8, 13)))


def wood(pen: Pen) -> None:
    pen.sky((95, 120, 70), (60, 75, 40))
    for x in np.arange(0.04, 1, 0.17) + pen.rng.uniform(-0.03, 0.03):
        width = pen.rng.uniform(0.035, 0.055)
        pen.box(x - width, 0, x + width, 0.86, shade(COLOURS["brown"], pen.rng.uniform(0.6, 0.9)))
        for bark in np.linspace(-0.8, 0.8, 5) * width:
            wobble = [(x + bark + 0.006 * np.sin(40 * t), 0.86 * t) for t in np.linspace(0, 1, 30)]
            pen.line(wobble, (55, 38, 22), 0.006)
    pen.box(0, 0.84, 1, 1, (80, 70, 35))
    autumn: list[Colour] = [(70, 125, 50), (190, 120, 40), (60, 105, 60)]
    leaf = autumn[pen.rng.integers(3)]
    pen.leaves(170, 0, 0, 1, 0.26, leaf)
    pen.leaves(60, 0, 0.84, 1, 1, leaf)


def town(pen: Pen) -> None:
    pen.sky((110, 140, 180), (215, 215, 220))
    x = -0.02
    while x < 1:
        width, top = pen.rng.uniform(0.18, 0.3), pen.rng.uniform(0.1, 0.4)
        wall = shade((150, 120, 105), pen.rng.uniform(0.7, 1.3))
        if pen.rng.random() < 0.5:
            pen.bricks(
                x, top, x + width, 0.9, 0.028, shade((150, 75, 60), pen.rng.uniform(0.8, 1.1))
            )
        else:
            pen.box(x, top, x + width, 0.9, wall)
        pen.windows(x, top + 0.03, x + width, 0.86, 3, 6, (250, 225, 130), (50, 65, 90))
        x += width + 0.01
    pen.box(0, 0.88, 1, 1, (150, 150, 150))


def snow(pen: Pen) -> None:
    pen.sky((140, 165, 200), (225, 232, 240))
    for x, height in ((0.2, 0.5), (0.8, 0.45), (0.5, 0.62)):
        top, left, right = (x, 0.72 - height), (x - 0.38, 0.72), (x + 0.38, 0.72)
        pen.polygon([left, top, right], (110, 120, 140))
        for slope in np.linspace(-0.3, 0.3, 7):
            pen.line([top, (x + slope, 0.72)], (88, 98, 118), 0.008)
        cap = [(x - 0.13, 0.72 - height * 0.66), (x - 0.05, 0.72 - height * 0.72)]
        pen.polygon(
            [top, *cap, (x + 0.02, 0.72 - height * 0.62), (x + 0.13, 0.72 - height * 0.66)],
            (250, 252, 255),
        )
    pen.box(0, 0.7, 1, 1, (238, 243, 250))
    pen.scatter(70, 0, 0, 1, 1, lambda x, y: flake(pen, x, y))


def flake(pen: Pen, x: float, y: float) -> None:
    for turn in (0, 1.05, 2.09):
        dx, dy = 0.014 * np.cos(turn), 0.014 * np.sin(turn)
        pen.line([(x - dx, y - dy), (x + dx, y + dy)], (255, 255, 255), 0.005)


def night(pen: Pen) -> None:
    pen.sky((8, 10, 35), (30, 28, 70))
    pen.dots(130, 0, 0, 1, 1, (200, 205, 235), 0.004)
    pen.scatter(
        32, 0, 0, 1, 1, lambda x, y: pen.star(x, y, pen.rng.uniform(0.014, 0.035), (255, 250, 215))
    )


def farm(pen: Pen) -> None:
    pen.sky((150, 195, 230), (230, 235, 215), 0.5)
    soils: list[Colour] = [(150, 105, 60), (200, 165, 75), (120, 145, 65)]
    soil = soils[pen.rng.integers(3)]
    pen.box(0, 0.46, 1, 1, soil)
    for foot in np.linspace(-1.6, 2.6, 30):
        pen.line([(0.5 + (foot - 0.5) * 0.25, 0.46), (foot, 1)], shade(soil, 0.6), 0.014)
    for y in np.linspace(0.5, 0.97, 9):
        xs = np.arange(0, 1, 0.045)
        for x in xs + pen.rng.uniform(-0.01, 0.01):
            pen.line(
                [(x, y), (x - 0.012, y - 0.025), (x, y), (x + 0.012, y - 0.025)],
                shade(soil, 1.35),
                0.006,
            )


def garden(pen: Pen) -> None:
    pen.sky((165, 210, 235), (215, 235, 225), 0.4)
    pen.box(0, 0.38, 1, 1, (85, 150, 60))
    pen.grass(0.42, 1.03, (85, 150, 60), n=520)


def table(pen: Pen) -> None:
    pen.box(0, 0, 1, 0.35, shade((215, 200, 170), pen.rng.uniform(0.85, 1.1)))
    pen.box(0, 0.34, 1, 1, (245, 243, 238))
    cloths = [COLOURS[name] for name in ("red", "blue", "green")]
    pen.checks(0.36, float(pen.rng.uniform(0.06, 0.085)), shade(cloths[pen.rng.integers(3)], 1.15))


def road(pen: Pen) -> None:
    pen.sky((165, 195, 220), (225, 228, 230), 0.4)
    pen.box(0, 0.36, 1, 0.44, (110, 150, 80))
    pen.box(0, 0.42, 1, 1, (92, 94, 98))
    pen.dots(500, 0, 0.43, 1, 1, (120, 122, 126), 0.004)
    pen.dots(300, 0, 0.43, 1, 1, (65, 66, 70), 0.004)
    for x in np.arange(0, 1, 0.16):
        pen.box(x, 0.66, x + 0.09, 0.68, COLOURS["white"])
    start = pen.rng.uniform(0.0, 0.5)
    for x in np.arange(start, start + 0.5, 0.1):
        pen.polygon([(x, 0.82), (x + 0.05, 0.82), (x + 0.03, 1), (x - 0.02, 1)], COLOURS["white"])


def reef(pen: Pen) -> None:
    pen.sky((60, 150, 190), (10, 55, 110))
    pen.box(0, 0.86, 1, 1, (190, 175, 125))

    def pebble(x: float, y: float) -> None:
        pen.oval(
            x,
            y,
            pen.rng.uniform(0.012, 0.03),
            0.014,
            shade((150, 140, 120), pen.rng.uniform(0.6, 1.4)),
        )

    pen.scatter(90, 0, 0.87, 1, 1, pebble)
    pen.scatter(
        45,
        0,
        0,
        1,
        0.86,
        lambda x, y: pen.ring(x, y, pen.rng.uniform(0.008, 0.022), (205, 235, 245), 0.006),
    )


SCENES: dict[str, Callable[[Pen], None]] = {
    "sea": sea, "wood": wood, "town": town, "snow": snow, "night": night,
    "farm": farm, "garden": garden, "table": table, "road": road, "reef": reef,
}  # fmt: skip


def picture(plan: Plan) -> np.ndarray:
    """The picture of a plan, (SIDE, SIDE, 3), RGB."""
    pen = Pen(np.random.default_rng(plan.seed))
    SCENES[plan.scene](pen)
    for place, (name, colour) in enumerate(plan.things):
        draw = getattr(things, name, None) or getattr(more_things, name)
        x = (place + 0.5) / len(plan.things) + pen.rng.uniform(-0.06, 0.06)
        size = pen.rng.uniform(0.48, 0.66) / (1 + 0.22 * (len(plan.things) - 1))
        draw(pen, x, pen.rng.uniform(0.82, 0.93), size, COLOURS.get(colour, COLOURS["brown"]))
    return pen.finish()


# Files


def write(file: Path) -> None:
    found = plans()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        lines = io.StringIO()
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(["file", "en", "de"])
        for number, plan in enumerate(found, 1):
            name = f"picture-{number:03d}.jpg"
            table.writerow([name, plan.en, plan.de])
            _add(archive, name, _jpeg(picture(plan)))
        _add(archive, "captions.csv", lines.getvalue().encode())


def write_unseen(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, plan in enumerate(plans(SEED_UNSEEN, 1), 1):
            _add(archive, f"unseen-{number:02d}.jpg", _jpeg(picture(plan)))


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # A date of its own for every run would change the file's bytes.
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)


def _jpeg(pixels: np.ndarray) -> bytes:
    options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    return cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), options)[1].tobytes()


def contact_sheet(file: Path) -> None:
    """All pictures on one, a scene a row: to look at."""
    found = sorted(plans(), key=lambda plan: plan.scene)
    rows = [found[i : i + A_SCENE] for i in range(0, len(found), A_SCENE)]
    sheet = np.vstack([np.hstack([picture(plan) for plan in row]) for row in rows])
    file.write_bytes(_jpeg(sheet))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheet", type=Path, help="write one picture of all instead")
    options = parser.parse_args()
    if options.sheet:
        contact_sheet(options.sheet)
    else:
        write(ARCHIVE)
        write_unseen(UNSEEN)


if __name__ == "__main__":
    main()
