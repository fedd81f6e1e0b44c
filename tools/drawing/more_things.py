"""Things of the other half of the scenes, drawn in the same way."""

import numpy as np
from pen import COLOURS, Colour, Pen, shade
from things import BLACK, BROWN, GREEN, GREY, RED, WHITE, YELLOW, wheels

# In the garden


def flowers(pen: Pen, x, y, s, c: Colour) -> None:
    for dx in np.linspace(-0.7, 0.7, 5):
        fx, fy = x + dx * s, y - s * pen.rng.uniform(0.5, 0.85)
        pen.line([(fx, y), (fx, fy)], GREEN, 0.014)
        for turn in np.arange(0, 6.28, 6.28 / 7):
            pen.oval(
                fx + s * 0.1 * np.cos(turn),
                fy + s * 0.1 * np.sin(turn),
                s * 0.07,
                s * 0.07,
                shade(c, 0.8 + 0.4 * pen.rng.random()),
            )
        pen.oval(fx, fy, s * 0.07, s * 0.07, YELLOW)


def sunflowers(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, k in ((-0.45, 0.8), (0.25, 1.0)):
        fx, fy, r = x + dx * s, y - s * 0.9 * k, s * 0.22
        pen.line([(fx, y), (fx, fy)], shade(GREEN, 0.8), 0.022)
        pen.star(fx, fy, r * 1.6, YELLOW, points=16, inner=0.6)
        pen.oval(fx, fy, r * 0.8, r * 0.8, shade(BROWN, 0.6))
        for i in range(50):
            turn, reach = 2.4 * i, r * 0.105 * np.sqrt(i)
            pen.oval(
                fx + reach * np.cos(turn), fy + reach * np.sin(turn), 0.006, 0.006, (190, 140, 70)
            )


def butterflies(pen: Pen, x, y, s, c: Colour) -> None:
    for _ in range(3):
        bx, by = x + pen.rng.uniform(-0.3, 0.3), pen.rng.uniform(0.15, 0.5)
        for side in (-1, 1):
            pen.oval(bx + side * s * 0.13, by - s * 0.08, s * 0.13, s * 0.1, c, 25 * side)
            pen.oval(bx + side * s * 0.1, by + s * 0.09, s * 0.09, s * 0.08, shade(c, 0.8))
            pen.oval(bx + side * s * 0.15, by - s * 0.09, s * 0.045, s * 0.04, WHITE)
        pen.oval(bx, by, s * 0.02, s * 0.16, BLACK)


def fence(pen: Pen, x, y, s, c: Colour) -> None:
    for low in (0.15, 0.35):
        pen.box(0, y - s * (low + 0.05), 1, y - s * low, c)
    for px in np.arange(0.02, 1, 0.09):
        pen.polygon(
            [
                (px, y),
                (px, y - s * 0.45),
                (px + 0.025, y - s * 0.55),
                (px + 0.05, y - s * 0.45),
                (px + 0.05, y),
            ],
            c,
        )
        pen.line([(px + 0.05, y), (px + 0.05, y - s * 0.45)], shade(c, 0.6), 0.006)


# On the table


def cup(pen: Pen, x, y, s, c: Colour) -> None:
    pen.ring(x + s * 0.3, y - s * 0.25, s * 0.13, c, 0.025)
    pen.polygon(
        [
            (x - s * 0.3, y - s * 0.5),
            (x + s * 0.3, y - s * 0.5),
            (x + s * 0.2, y),
            (x - s * 0.2, y),
        ],
        c,
    )
    for row in range(3):
        for column in range(4):
            pen.oval(
                x + (column - 1.5 + row % 2 / 2) * s * 0.11,
                y - s * (0.1 + 0.13 * row),
                0.013,
                0.013,
                WHITE,
            )
    pen.oval(x, y - s * 0.5, s * 0.3, s * 0.07, shade(BROWN, 0.6))
    for dx in (-0.1, 0.1):
        curl = [
            (x + s * (dx + 0.03 * np.sin(9 * t)), y - s * (0.6 + 0.35 * t))
            for t in np.linspace(0, 1, 20)
        ]
        pen.line(curl, (225, 225, 225), 0.01)


def fruit(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, dy in ((-0.3, 0.3), (0.0, 0.33), (0.3, 0.3), (-0.15, 0.55), (0.15, 0.55)):
        fx, fy, r = x + dx * s, y - dy * s, s * 0.17
        pen.oval(fx, fy, r, r, shade(c, pen.rng.uniform(0.85, 1.1)))
        pen.oval(fx - r * 0.35, fy - r * 0.35, r * 0.2, r * 0.2, WHITE)
        pen.line([(fx, fy - r), (fx + 0.01, fy - r * 1.4)], BROWN, 0.01)
    pen.arc(x, y - s * 0.28, s * 0.38, s * 0.2, (90, 130, 190), s * 0.16, 0, 180)
    pen.stripes(x - s * 0.5, y - s * 0.28, x + s * 0.5, y - s * 0.2, 2, (225, 232, 245))


def bread(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.6, y - s * 0.06, x + s * 0.6, y, shade(BROWN, 0.7))
    pen.oval(x, y - s * 0.24, s * 0.5, s * 0.2, (195, 130, 60))
    for dx in np.linspace(-0.36, 0.36, 6):
        pen.line(
            [(x + (dx - 0.05) * s, y - s * 0.16), (x + (dx + 0.06) * s, y - s * 0.38)],
            (245, 215, 150),
            0.02,
        )


def jug(pen: Pen, x, y, s, c: Colour) -> None:
    pen.ring(x + s * 0.3, y - s * 0.45, s * 0.17, c, 0.025)
    pen.oval(x, y - s * 0.3, s * 0.32, s * 0.3, c)
    pen.box(x - s * 0.17, y - s * 0.9, x + s * 0.17, y - s * 0.45, c)
    for i in range(4):
        zigzag = [
            (x - s * 0.28 + s * 0.07 * k, y - s * (0.15 + 0.1 * i + 0.05 * (k % 2)))
            for k in range(9)
        ]
        pen.line(zigzag, WHITE, 0.009)


# On the road


def car(pen: Pen, x, y, s, c: Colour) -> None:
    top = [(x - s * 0.3, y - s * 0.3), (x - s * 0.18, y - s * 0.52), (x + s * 0.15, y - s * 0.52)]
    pen.polygon([*top, (x + s * 0.32, y - s * 0.3)], (195, 225, 240))
    pen.box(x - s * 0.03, y - s * 0.52, x + s * 0.01, y - s * 0.3, c)
    pen.box(x - s * 0.55, y - s * 0.32, x + s * 0.55, y - s * 0.08, c)
    pen.oval(x + s * 0.52, y - s * 0.24, 0.02, 0.02, YELLOW)
    wheels(pen, x, y, s)


def lorry(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.65, y - s * 0.75, x + s * 0.25, y - s * 0.1, (225, 225, 220))
    for i in range(10):
        at = x - s * 0.65 + s * 0.09 * i
        pen.line([(at, y - s * 0.75), (at, y - s * 0.1)], (150, 150, 150), 0.008)
    pen.box(x + s * 0.28, y - s * 0.52, x + s * 0.6, y - s * 0.1, c)
    pen.box(x + s * 0.4, y - s * 0.47, x + s * 0.57, y - s * 0.3, (195, 225, 240))
    wheels(pen, x, y, s)


def trafficlight(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - 0.012, y - s, x + 0.012, y, GREY)
    pen.box(x - s * 0.13, y - s * 1.35, x + s * 0.13, y - s * 0.7, BLACK)
    for i, colour in enumerate((RED, YELLOW, (60, 190, 80))):
        pen.oval(x, y - s * (1.23 - 0.2 * i), s * 0.085, s * 0.085, colour)


def cones(pen: Pen, x, y, s, c: Colour) -> None:
    for dx in (-0.6, -0.15, 0.3, 0.75):
        cx = x + dx * s
        for i in range(5):
            w0, w1 = s * 0.13 * (1 - i / 5), s * 0.13 * (1 - (i + 1) / 5)
            low, high = y - s * 0.08 * i, y - s * 0.08 * (i + 1)
            stripe = WHITE if i % 2 else (235, 110, 30)
            pen.polygon([(cx - w0, low), (cx + w0, low), (cx + w1, high), (cx - w1, high)], stripe)
        pen.box(cx - s * 0.18, y - 0.012, cx + s * 0.18, y + 0.012, (235, 110, 30))


# Under water


def fish(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, dy, k in ((0, 0.6, 1.0), (-0.5, 1.25, 0.6), (0.5, 1.4, 0.5)):
        fx, fy, r = x + dx * s, y - dy * s, s * 0.36 * k
        pen.polygon(
            [(fx - r * 0.8, fy), (fx - r * 1.6, fy - r * 0.5), (fx - r * 1.6, fy + r * 0.5)],
            shade(c, 0.8),
        )
        pen.oval(fx, fy, r, r * 0.6, c)
        for row in range(-2, 3):
            for column in range(-3, 3):
                sx, sy = fx + (column + row % 2 / 2) * r * 0.26, fy + row * r * 0.19
                if ((sx - fx) / r) ** 2 + ((sy - fy) / (0.6 * r)) ** 2 < 0.75:
                    pen.arc(sx, sy, r * 0.13, r * 0.11, shade(c, 0.55), 0.007, 90, 270)
        pen.oval(fx + r * 0.65, fy - r * 0.12, r * 0.1, r * 0.1, BLACK)


def starfish(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, dy in ((-0.4, 0.1), (0.35, 0.15)):
        sx, sy = x + dx * s, y - dy * s
        pen.star(sx, sy, s * 0.32, c, points=5, inner=0.42)
        for turn in np.arange(5) * 2 * np.pi / 5 - np.pi / 2:
            for reach in (0.06, 0.12, 0.18, 0.24):
                pen.oval(
                    sx + reach * s * np.cos(turn),
                    sy + reach * s * np.sin(turn),
                    0.008,
                    0.008,
                    shade(c, 1.6),
                )


def coral(pen: Pen, x, y, s, c: Colour) -> None:
    def branch(bx: float, by: float, turn: float, length: float, deep: int) -> None:
        ex, ey = bx + length * np.cos(turn), by - length * np.sin(turn)
        pen.line([(bx, by), (ex, ey)], c, 0.008 * deep)
        if deep > 1:
            for lean in (-0.5, 0.45):
                branch(ex, ey, turn + lean + pen.rng.uniform(-0.2, 0.2), length * 0.75, deep - 1)

    for dx in (-0.3, 0.25):
        branch(x + dx * s, y, np.pi / 2, s * 0.35, 5)


def seaweed(pen: Pen, x, y, s, c: Colour) -> None:
    for dx in np.linspace(-0.7, 0.7, 6):
        tall, phase = s * pen.rng.uniform(0.8, 1.5), pen.rng.uniform(0, 6)
        ts = np.linspace(0, 1, 30)
        stem = [(x + dx * s + 0.03 * np.sin(7 * t + phase), y - tall * t) for t in ts]
        pen.line(stem, shade(COLOURS["green"], 0.7 + 0.5 * pen.rng.random()), 0.02)
        for wx, wy in stem[4::5]:
            pen.oval(wx + 0.025, wy, 0.025, 0.01, shade(GREEN, 1.2), -30)
