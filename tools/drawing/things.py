"""What can stand in a picture: each is drawn at (x, y), the middle of its foot, with size s."""

import numpy as np
from pen import COLOURS, Colour, Pen, shade

WHITE, BLACK, GREY = COLOURS["white"], COLOURS["black"], COLOURS["grey"]
BROWN, GREEN, YELLOW, RED = (COLOURS[name] for name in ("brown", "green", "yellow", "red"))


# By the sea


def boat(pen: Pen, x, y, s, c: Colour) -> None:
    for i in range(8):
        low, high = y - s * (0.25 + 0.09 * i), y - s * (0.25 + 0.09 * (i + 1))
        left = x - s * 0.42 * (1 - i / 8)
        pen.polygon([(left, low), (x, low), (x, high), (left, high)], c if i % 2 else WHITE)
    pen.line([(x, y - s), (x, y - s * 0.1)], BROWN, 0.012)
    hull = [(x - s * 0.5, y - s * 0.2), (x + s * 0.5, y - s * 0.2)]
    pen.polygon([*hull, (x + s * 0.3, y), (x - s * 0.3, y)], shade(BROWN, 0.7))


def lighthouse(pen: Pen, x, y, s, c: Colour) -> None:
    y -= 0.12
    for i in range(7):
        w0, w1 = s * (0.2 - 0.013 * i), s * (0.2 - 0.013 * (i + 1))
        low, high = y - s * 0.15 * i, y - s * 0.15 * (i + 1)
        corners = [(x - w0, low), (x + w0, low), (x + w1, high), (x - w1, high)]
        pen.polygon(corners, c if i % 2 else WHITE)
    pen.box(x - s * 0.09, y - s * 1.2, x + s * 0.09, y - s * 1.05, YELLOW)
    pen.polygon([(x - 0.14 * s, y - 1.2 * s), (x + 0.14 * s, y - 1.2 * s), (x, y - 1.35 * s)], c)


def gulls(pen: Pen, x, y, s, c: Colour) -> None:
    for i in range(5):
        gx, gy = x + pen.rng.uniform(-0.3, 0.3), 0.1 + 0.05 * i + pen.rng.uniform(0, 0.05)
        for side in (-1, 1):
            pen.arc(gx + side * s * 0.1, gy, s * 0.1, s * 0.06, WHITE, 0.014, 180, 360)


def palm(pen: Pen, x, y, s, c: Colour) -> None:
    pen.oval(x, y, s * 0.8, s * 0.12, (225, 200, 130))
    for i in range(9):
        pen.oval(x + 0.01 * i * s, y - s * 0.1 * i, s * 0.05, s * 0.06, shade(BROWN, 0.8 + i % 2))
    for turn in range(0, 360, 45):
        end = np.radians(turn)
        tip = (x + 0.09 * s + 0.4 * s * np.cos(end), y - 0.85 * s + 0.25 * s * np.sin(end))
        pen.line([(x + 0.09 * s, y - 0.9 * s), tip], GREEN, 0.022)


# In the wood


def mushrooms(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, k in ((-0.35, 0.6), (0.05, 1.0), (0.45, 0.7)):
        mx, r = x + dx * s, s * 0.28 * k
        pen.box(mx - r * 0.25, y - r * 1.3, mx + r * 0.25, y, WHITE)
        pen.arc(mx, y - r * 1.2, r * 0.5, r * 0.4, c, r, 180, 360)
        pen.dots(9, mx - r * 0.7, y - r * 1.75, mx + r * 0.7, y - r * 1.3, WHITE, r * 0.09)


def owl(pen: Pen, x, y, s, c: Colour) -> None:
    pen.line([(0, y - 0.02), (1, y - 0.05)], shade(BROWN, 0.6), 0.04)
    pen.oval(x, y - s * 0.4, s * 0.28, s * 0.4, c)
    for row in range(5):
        for column in range(5):
            fx, fy = x + (column - 2) * s * 0.085, y - s * 0.42 + row * s * 0.075
            pen.arc(fx, fy, s * 0.04, s * 0.035, shade(c, 0.5), 0.007, 0, 180)
    for side in (-1, 1):
        pen.oval(x + side * s * 0.11, y - s * 0.6, s * 0.1, s * 0.1, YELLOW)
        pen.oval(x + side * s * 0.11, y - s * 0.6, s * 0.045, s * 0.045, BLACK)
    pen.polygon(
        [(x - 0.03, y - s * 0.53), (x + 0.03, y - s * 0.53), (x, y - s * 0.43)], (230, 150, 40)
    )


def hedgehog(pen: Pen, x, y, s, c: Colour) -> None:
    for turn in np.linspace(np.pi, 2 * np.pi, 26):
        for reach in (0.25, 0.36, 0.45):
            foot = (x + 0.12 * s * np.cos(turn), y + 0.1 * s * np.sin(turn))
            tip = (x + reach * s * np.cos(turn), y - 0.05 * s + reach * s * np.sin(turn))
            pen.line([foot, tip], shade(c, 0.5 + reach), 0.008)
    pen.oval(x + s * 0.4, y - s * 0.06, s * 0.17, s * 0.09, (205, 165, 120))
    pen.oval(x + s * 0.55, y - s * 0.06, s * 0.03, s * 0.03, BLACK)


def logs(pen: Pen, x, y, s, c: Colour) -> None:
    for row in range(3):
        for i in range(4 - row):
            cx, cy, r = x + (i - 1.5 + row / 2) * s * 0.26, y - s * (0.13 + 0.22 * row), s * 0.13
            pen.oval(cx, cy, r, r, (205, 165, 105))
            for k in (0.25, 0.5, 0.75, 1.0):
                pen.ring(cx, cy, r * k, shade(BROWN, 0.75), 0.007)


# In town


def bus(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.55, y - s * 0.5, x + s * 0.55, y - s * 0.08, c)
    pen.stripes(
        x - s * 0.5, y - s * 0.43, x + s * 0.55, y - s * 0.25, 6, (190, 225, 240), upright=True
    )
    pen.box(x - s * 0.55, y - s * 0.2, x + s * 0.55, y - s * 0.16, WHITE)
    wheels(pen, x, y, s)


def wheels(pen: Pen, x, y, s) -> None:
    for side in (-1, 1):
        pen.oval(x + side * s * 0.32, y - s * 0.08, s * 0.1, s * 0.1, BLACK)
        pen.oval(x + side * s * 0.32, y - s * 0.08, s * 0.045, s * 0.045, GREY)


def clocktower(pen: Pen, x, y, s, c: Colour) -> None:
    pen.bricks(x - s * 0.18, y - s * 1.1, x + s * 0.18, y, 0.03, (150, 90, 70))
    pen.polygon([(x - s * 0.22, y - s * 1.1), (x + s * 0.22, y - s * 1.1), (x, y - s * 1.5)], c)
    pen.oval(x, y - s * 0.88, s * 0.14, s * 0.14, WHITE)
    pen.ring(x, y - s * 0.88, s * 0.14, BLACK)
    pen.line([(x, y - s), (x, y - s * 0.88), (x + s * 0.08, y - s * 0.84)], BLACK, 0.01)


def crane(pen: Pen, x, y, s, c: Colour) -> None:
    for i in range(9):
        low, high = y - s * 0.14 * i, y - s * 0.14 * (i + 1)
        ends = (x - s * 0.05, x + s * 0.05)
        pen.line([(ends[i % 2], low), (ends[1 - i % 2], high)], c, 0.009)
        arm = x - s * 0.3 + s * 0.12 * i
        pen.line(
            [(arm, y - s * 1.26), (arm + s * 0.06, y - s * 1.34), (arm + s * 0.12, y - s * 1.26)],
            c,
            0.009,
        )
    for side in (-1, 1):
        pen.line([(x + side * s * 0.05, y), (x + side * s * 0.05, y - s * 1.3)], c)
    pen.line([(x + s * 0.7, y - s * 1.26), (x + s * 0.7, y - s * 0.8)], BLACK, 0.007)


def awning(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.5, y - s * 0.6, x + s * 0.5, y, shade(BROWN, 1.3))
    pen.box(x - s * 0.42, y - s * 0.4, x + s * 0.1, y - s * 0.08, (200, 230, 240))
    pen.box(x - s * 0.55, y - s * 0.68, x + s * 0.55, y - s * 0.42, WHITE)
    pen.stripes(x - s * 0.55, y - s * 0.68, x + s * 0.55, y - s * 0.42, 7, c, upright=True)


# In the snow


def firs(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, k in ((-0.45, 0.8), (0.0, 1.1), (0.45, 0.9)):
        fx = x + dx * s
        for i in range(4):
            base, w = y - s * k * 0.24 * i, s * k * (0.32 - 0.06 * i)
            pen.polygon([(fx - w, base), (fx + w, base), (fx, base - s * k * 0.4)], (25, 85, 60))
            pen.line(
                [(fx - w * 0.8, base - 0.02), (fx, base - s * 0.1), (fx + w * 0.8, base - 0.02)],
                WHITE,
                0.012,
            )


def cabin(pen: Pen, x, y, s, c: Colour) -> None:
    for i in range(7):
        low = y - s * 0.075 * i
        pen.box(x - s * 0.45, low - s * 0.065, x + s * 0.45, low, shade(BROWN, 0.8 + 0.2 * (i % 2)))
        pen.oval(x - s * 0.45, low - s * 0.035, s * 0.035, s * 0.035, (210, 170, 120))
    pen.box(x - s * 0.12, y - s * 0.35, x + s * 0.08, y, c)
    pen.polygon(
        [(x - s * 0.6, y - s * 0.5), (x + s * 0.6, y - s * 0.5), (x, y - s * 0.95)], (250, 250, 255)
    )


def snowman(pen: Pen, x, y, s, c: Colour) -> None:
    for low, r in ((0.22, 0.26), (0.6, 0.19), (0.9, 0.14)):
        pen.oval(x, y - s * low, s * r, s * r, (240, 244, 250))
        pen.ring(x, y - s * low, s * r, (165, 180, 205), 0.008)
    pen.box(x - s * 0.15, y - s * 0.8, x + s * 0.15, y - s * 0.72, c)
    pen.box(x - s * 0.12, y - s * 1.22, x + s * 0.12, y - s, BLACK)
    for side in (-1, 1):
        pen.oval(x + side * s * 0.05, y - s * 0.93, 0.008, 0.008, BLACK)
    pen.polygon([(x, y - s * 0.9), (x + s * 0.2, y - s * 0.87), (x, y - s * 0.85)], (235, 130, 35))


def skier(pen: Pen, x, y, s, c: Colour) -> None:
    for side in (-1, 1):
        pen.line(
            [(x - s * 0.5, y + side * 0.012), (x + s * 0.45, y - 0.05 + side * 0.012)], BLACK, 0.011
        )
        pen.line([(x + side * s * 0.25, y - s * 0.45), (x + side * s * 0.35, y)], GREY, 0.008)
        pen.line([(x, y - s * 0.3), (x + side * s * 0.12, y - 0.02)], BLACK, 0.026)
    pen.oval(x, y - s * 0.42, s * 0.12, s * 0.2, c)
    pen.oval(x, y - s * 0.7, s * 0.09, s * 0.09, (235, 190, 160))


# At night


def moon(pen: Pen, x, y, s, c: Colour) -> None:
    y = 0.32
    pen.oval(x, y, s * 0.5, s * 0.5, (235, 230, 200))
    for _ in range(9):
        turn, reach = pen.rng.uniform(0, 6.3), pen.rng.uniform(0.05, 0.36)
        cx, cy, r = (
            x + reach * s * np.cos(turn),
            y + reach * s * np.sin(turn),
            s * pen.rng.uniform(0.03, 0.09),
        )
        pen.oval(cx, cy, r, r, (205, 198, 165))
        pen.ring(cx, cy, r, (170, 163, 130), 0.008)


def planet(pen: Pen, x, y, s, c: Colour) -> None:
    y = 0.55
    pen.oval(x, y, s * 0.34, s * 0.34, c)
    for i in range(-2, 3):
        half = np.sqrt(0.32**2 - (0.11 * i) ** 2) * s
        pen.line(
            [(x - half, y + 0.11 * i * s), (x + half, y + 0.11 * i * s)], shade(c, 0.65), 0.018
        )
    for k in (0.5, 0.57, 0.64):
        pen.arc(x, y, s * k, s * 0.14, (225, 205, 160), 0.012, 0, 360, -20)


def rocket(pen: Pen, x, y, s, c: Colour) -> None:
    for i in range(6):
        pen.oval(
            x + pen.rng.uniform(-0.04, 0.04),
            y + 0.03 * i - 0.12,
            0.035,
            0.03,
            (250, 150 + 15 * i, 40),
        )
    pen.polygon([(x - s * 0.3, y - s * 0.1), (x + s * 0.3, y - s * 0.1), (x, y - s * 0.5)], c)
    pen.oval(x, y - s * 0.6, s * 0.15, s * 0.5, WHITE)
    for i in range(3):
        pen.ring(x, y - s * (0.45 + 0.2 * i), s * 0.06, (60, 90, 150), 0.014)


def comet(pen: Pen, x, y, s, c: Colour) -> None:
    x, y = min(x, 0.6), 0.25
    for spread in np.linspace(-0.12, 0.12, 7):
        pen.line([(x, y), (x + 1.1 * s, y + (0.35 + spread * 3) * s)], (185, 205, 250), 0.008)
    pen.oval(x, y, s * 0.09, s * 0.09, (255, 250, 230))


# On the farm


def barn(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.5, y - s * 0.6, x + s * 0.5, y, c)
    for i in range(13):
        at = x - s * 0.5 + i * s / 12
        pen.line([(at, y - s * 0.6), (at, y)], shade(c, 0.6), 0.007)
    roof = [(x - s * 0.6, y - s * 0.6), (x - s * 0.3, y - s * 0.95), (x + s * 0.3, y - s * 0.95)]
    pen.polygon([*roof, (x + s * 0.6, y - s * 0.6)], shade(GREY, 0.6))
    pen.box(x - s * 0.18, y - s * 0.36, x + s * 0.18, y, WHITE)
    pen.line([(x - s * 0.18, y - s * 0.36), (x + s * 0.18, y)], c, 0.02)
    pen.line([(x + s * 0.18, y - s * 0.36), (x - s * 0.18, y)], c, 0.02)


def sheep(pen: Pen, x, y, s, c: Colour) -> None:
    for dx in (-0.5, 0.1, 0.65):
        sx, sy, r = x + dx * s, y - pen.rng.uniform(0, 0.06), s * 0.2
        for side in (-1, 1):
            pen.line([(sx + side * r * 0.6, sy - r * 0.5), (sx + side * r * 0.6, sy)], BLACK, 0.018)
        pen.oval(sx, sy - r, r * 1.2, r * 0.8, WHITE)
        for _ in range(14):
            cx, cy = sx + pen.rng.uniform(-0.9, 0.9) * r, sy - r + pen.rng.uniform(-0.5, 0.5) * r
            pen.arc(cx, cy, r * 0.22, r * 0.22, (180, 178, 170), 0.007, 0, 280)
        pen.oval(sx + r * 1.2, sy - r * 1.2, r * 0.4, r * 0.32, BLACK)


def tractor(pen: Pen, x, y, s, c: Colour) -> None:
    pen.box(x - s * 0.1, y - s * 0.5, x + s * 0.5, y - s * 0.2, c)
    pen.box(x - s * 0.4, y - s * 0.75, x, y - s * 0.2, shade(c, 0.8))
    pen.box(x - s * 0.33, y - s * 0.68, x - s * 0.07, y - s * 0.45, (200, 230, 240))
    pen.line([(x + s * 0.35, y - s * 0.5), (x + s * 0.35, y - s * 0.8)], BLACK, 0.018)
    for wx, r in ((-0.22, 0.27), (0.4, 0.16)):
        pen.oval(x + wx * s, y - r * s, r * s, r * s, BLACK)
        for turn in np.arange(0, 6.28, 0.52):
            rim = (x + wx * s + r * s * np.cos(turn), y - r * s + r * s * np.sin(turn))
            pen.oval(*rim, 0.014, 0.014, BLACK)
        pen.oval(x + wx * s, y - r * s, r * s * 0.5, r * s * 0.5, YELLOW)


def bales(pen: Pen, x, y, s, c: Colour) -> None:
    for dx, up in ((-0.35, 0), (0.2, 0), (-0.08, 0.34), (0.75, 0)):
        bx, by = x + dx * s, y - s * (0.2 + up)
        pen.oval(bx, by, s * 0.22, s * 0.2, (225, 190, 90))
        turns = np.linspace(0, 22, 90)
        spiral = [(bx + s * 0.0095 * t * np.cos(t), by + s * 0.0088 * t * np.sin(t)) for t in turns]
        pen.line(spiral, (150, 115, 45), 0.007)
