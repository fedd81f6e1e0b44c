"""A pen on a square sheet with corners (0, 0) and (1, 1), and the textures it fills areas with."""

from collections.abc import Sequence

import cv2
import numpy as np

Colour = tuple[int, int, int]
Point = tuple[float, float]

SIDE = 176
FINE = 3  # drawn three times as large, then reduced: smooth edges

COLOURS: dict[str, Colour] = {
    "red": (200, 40, 35),
    "blue": (40, 90, 190),
    "yellow": (240, 200, 50),
    "green": (50, 140, 60),
    "white": (245, 245, 240),
    "black": (30, 30, 32),
    "brown": (130, 85, 45),
    "grey": (140, 142, 145),
    "violet": (130, 60, 150),
    "pink": (235, 130, 170),
    "orange": (235, 130, 35),
}


def shade(colour: Colour, by: float) -> Colour:
    """Darker below 1, lighter above."""
    red, green, blue = (int(min(255, channel * by)) for channel in colour)
    return red, green, blue


class Pen:
    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.sheet = np.zeros((SIDE * FINE, SIDE * FINE, 3), dtype=np.uint8)

    def _pixels(self, points: Sequence[Point]) -> np.ndarray:
        return np.round(np.asarray(points) * SIDE * FINE).astype(np.int32)

    # Shapes

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        cv2.fillPoly(self.sheet, [self._pixels(points)], colour)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour, turn=0.0) -> None:
        centre = tuple(int(v) for v in self._pixels([(x, y)])[0])
        axes = (max(1, round(rx * SIDE * FINE)), max(1, round(ry * SIDE * FINE)))
        cv2.ellipse(self.sheet, centre, axes, turn, 0, 360, colour, -1)

    def ring(self, x: float, y: float, r: float, colour: Colour, width=0.012) -> None:
        self.arc(x, y, r, r, colour, width, 0, 360)

    def arc(self, x, y, rx, ry, colour: Colour, width, start, end, turn=0.0) -> None:
        centre = tuple(int(v) for v in self._pixels([(x, y)])[0])
        axes = (max(1, round(rx * SIDE * FINE)), max(1, round(ry * SIDE * FINE)))
        thick = max(1, round(width * SIDE * FINE))
        cv2.ellipse(self.sheet, centre, axes, turn, start, end, colour, thick)

    def line(self, points: Sequence[Point], colour: Colour, width=0.012) -> None:
        thick = max(1, round(width * SIDE * FINE))
        cv2.polylines(self.sheet, [self._pixels(points)], False, colour, thick)

    # Textures

    def sky(self, top: Colour, bottom: Colour, y1=1.0) -> None:
        rows = np.linspace(0, 1, int(y1 * SIDE * FINE))[:, None, None]
        self.sheet[: len(rows)] = (1 - rows) * np.array(top) + rows * np.array(bottom)

    def stripes(self, x0, y0, x1, y1, n: int, colour: Colour, *, upright=False) -> None:
        """Every second of 2n bands."""
        for i in range(n):
            low, high = (2 * i) / (2 * n), (2 * i + 1) / (2 * n)
            if upright:
                self.box(x0 + low * (x1 - x0), y0, x0 + high * (x1 - x0), y1, colour)
            else:
                self.box(x0, y0 + low * (y1 - y0), x1, y0 + high * (y1 - y0), colour)

    def checks(self, y0: float, size: float, colour: Colour) -> None:
        for row in range(int((1 - y0) / size) + 1):
            for column in range(row % 2, int(1 / size) + 1, 2):
                x, y = column * size, y0 + row * size
                self.box(x, y, x + size, y + size, colour)

    def bricks(self, x0, y0, x1, y1, size: float, colour: Colour) -> None:
        self.box(x0, y0, x1, y1, shade(colour, 1.5))
        for row, y in enumerate(np.arange(y0, y1 - size / 4, size)):
            for x in np.arange(x0 - (row % 2) * size, x1, 2 * size):
                left, right = max(x, x0), min(x + 1.8 * size, x1)
                if right > left:
                    tone = shade(colour, self.rng.uniform(0.85, 1.1))
                    self.box(left, y, right, min(y + 0.8 * size, y1), tone)

    def windows(self, x0, y0, x1, y1, wide: int, high: int, lit: Colour, dark: Colour) -> None:
        across, down = (x1 - x0) / wide, (y1 - y0) / high
        for i in range(wide):
            for j in range(high):
                x, y = x0 + (i + 0.22) * across, y0 + (j + 0.2) * down
                colour = lit if self.rng.random() < 0.5 else dark
                self.box(x, y, x + 0.56 * across, y + 0.6 * down, colour)

    def waves(self, y0: float, y1: float, colour: Colour, n=9, height=0.012) -> None:
        for i, y in enumerate(np.linspace(y0, y1, n)):
            grow = 0.6 + 0.8 * i / n
            phase = self.rng.uniform(0, 6)
            xs = np.linspace(0, 1, 60)
            ys = y + height * grow * np.sin(xs * 38 / grow + phase)
            self.line(list(zip(xs, ys, strict=True)), colour, 0.009 * grow)

    def scatter(self, n: int, x0, y0, x1, y1, draw) -> None:
        """`draw(x, y)` at n random places."""
        for _ in range(n):
            draw(self.rng.uniform(x0, x1), self.rng.uniform(y0, y1))

    def leaves(self, n: int, x0, y0, x1, y1, colour: Colour, size=0.03) -> None:
        def leaf(x: float, y: float) -> None:
            turn, tone = self.rng.uniform(0, 180), shade(colour, self.rng.uniform(0.6, 1.35))
            self.oval(x, y, size, size * 0.42, tone, turn)
            dx, dy = np.cos(np.radians(turn)) * size, np.sin(np.radians(turn)) * size
            self.line([(x - dx, y - dy), (x + dx, y + dy)], shade(colour, 0.45), 0.004)

        self.scatter(n, x0, y0, x1, y1, leaf)

    def grass(self, y0: float, y1: float, colour: Colour, n=260) -> None:
        def blade(x: float, y: float) -> None:
            lean = self.rng.uniform(-0.02, 0.02)
            tone = shade(colour, self.rng.uniform(0.6, 1.4))
            self.line([(x, y), (x + lean, y - 0.05)], tone, 0.006)

        self.scatter(n, 0, y0, 1, y1, blade)

    def dots(self, n: int, x0, y0, x1, y1, colour: Colour, size=0.006) -> None:
        self.scatter(n, x0, y0, x1, y1, lambda x, y: self.oval(x, y, size, size, colour))

    def star(self, x: float, y: float, r: float, colour: Colour, points=4, inner=0.35) -> None:
        turns = np.arange(2 * points) * np.pi / points - np.pi / 2
        radii = np.where(np.arange(2 * points) % 2 == 0, r, inner * r)
        self.polygon(
            list(zip(x + radii * np.cos(turns), y + radii * np.sin(turns), strict=True)), colour
        )

    def finish(self) -> np.ndarray:
        """The picture (SIDE, SIDE, 3), RGB: a part of the sheet, mirrored or not."""
        whole = SIDE * FINE
        side = int(self.rng.integers(int(0.8 * whole), whole + 1))
        left, top = (int(self.rng.integers(whole - side + 1)) for _ in range(2))
        part = self.sheet[top : top + side, left : left + side]
        if self.rng.random() < 0.5:
            part = part[:, ::-1]
        small = cv2.resize(np.ascontiguousarray(part), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        light, grain = self.rng.uniform(0.85, 1.1), self.rng.normal(0, 3.0, (SIDE, SIDE, 1))
        return np.clip(small * light + grain, 0, 255).astype(np.uint8)
