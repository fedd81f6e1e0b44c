"""The simplex that mixtures live on, kept away from its borders."""

from gplsa.core.compile import inlined

FLOOR = 1e-12  # mixtures stay this far from zero: log 0 would pin every neighbour to zero as well
# Expected counts below this are raised to it, so that every topic keeps a pull on its mixture.
COUNT_FLOOR = 1e-14


@inlined()
def floored_simplex(mixture):
    """Scale to sum 1 and raise entries to the floor, in place."""
    total = 0.0
    for z in range(mixture.shape[0]):
        total += mixture[z]
    floored = 0.0
    for z in range(mixture.shape[0]):
        mixture[z] = max(mixture[z] / total, FLOOR)
        floored += mixture[z]
    for z in range(mixture.shape[0]):
        mixture[z] /= floored


@inlined()
def retract(u, step):
    """Move a positive number by `step`, to first order, without reaching zero.

    u + step upwards, u²/(u − step) downwards: the two meet with equal slope at 0.
    """
    if step > 0.0:
        return u + step
    return u * u / (u - step) if u > 0.0 else 0.0
