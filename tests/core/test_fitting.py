"""The fitting loop on a toy problem whose every step is known."""

from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace

import pytest

from gplsa.core.fitting import Watch, climb


@dataclass(frozen=True)
class Spot:
    x: float
    objective: float


class Parabola:
    """−(x − 1)²; every step goes a fixed share of the way to the top."""

    settled = True

    def __init__(self, share, overshoot=1.0):
        self.share, self.overshoot = share, overshoot

    def evaluate(self, x):
        return Spot(x, -((x - 1.0) ** 2))

    def improve(self, spot):
        return spot.x + self.share * (1.0 - spot.x)

    def extrapolate(self, new, old, share):
        return new + self.overshoot * share * (new - old)


def run(problem, **changes):
    options = {
        "iterations": 400,
        "tol": 0.0,
        "accelerate": False,
        "watch": Watch(400, None),
    } | changes
    return climb(problem, 0.0, **options)


def never_falls(history):
    return all(b >= a for a, b in pairwise(history))


def test_plain_steps_and_their_history():
    result = run(Parabola(0.5), iterations=3)
    assert result.history == pytest.approx([-1.0, -0.25, -0.0625, -0.015625])
    assert not result.converged


def test_momentum_needs_fewer_iterations_and_never_falls():
    plain = run(Parabola(0.02), tol=1e-7)
    quick = run(Parabola(0.02), tol=1e-7, accelerate=True)
    assert quick.converged
    assert len(quick.history) < 0.6 * len(plain.history)
    assert never_falls(quick.history)


def test_momentum_that_overshoots_is_taken_back():
    result = run(Parabola(0.1, overshoot=30.0), accelerate=True, iterations=200)
    assert never_falls(result.history)
    assert result.history[-1] > -1e-6


def test_tolerance_is_relative_and_waits_for_settling():
    restless = Parabola(0.5)
    restless.settled = False
    assert len(run(restless, tol=3.1, iterations=7).history) == 8
    result = run(Parabola(0.5), tol=3.1, iterations=7)  # gains 0.75 on its way to −0.25
    assert result.converged
    assert len(result.history) == 2


def test_a_step_that_would_fall_is_refused():
    class Down(Parabola):
        def improve(self, spot):
            return spot.x - 1.0

    result = run(Down(0.5), iterations=5)
    assert never_falls(result.history)
    assert result.at.x == 0.0


def test_the_callback_hears_every_iteration_and_may_stop():
    heard = []

    def callback(progress):
        heard.append(progress)
        if progress.iteration == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Parabola(0.1), watch=Watch(400, callback))
    assert [p.iteration for p in heard] == [1, 2, 3, 4]
    assert all(p.max_iter == 400 and p.seconds_left >= 0 for p in heard)
    assert heard[0].objective == pytest.approx(-0.81)


def test_momentum_starts_again_where_it_led_down():
    shares: list[float] = []

    class Hill:
        """Each step is one up; the first point ahead lies low, the next ones high."""

        settled = True

        def evaluate(self, point):
            return SimpleNamespace(point=point, objective=point)

        def improve(self, evaluated):
            return evaluated.point + 1.0

        def extrapolate(self, new, old, share):
            shares.append(share)
            return -99.0 if len(shares) == 1 else new

    found = climb(Hill(), 0.0, iterations=6, tol=0.0, accelerate=True, watch=Watch(6, None))
    assert found.history == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    # From the beginning: a plain step, then as boldly as at first.
    assert len(shares) == 4
    assert shares[1] == shares[0] < shares[2] < shares[3]
