"""The whole bound written out with loops, word by word and matrix by matrix."""

import numpy as np
from scipy.special import digamma, gammaln


def topic_bound(counts, phi, gamma, beta, alpha, eta):
    """phi[d][w] is q(z) of every token of word w in document d."""
    n_topics = len(beta)
    total = eta * np.log(beta).sum() if eta else 0.0
    for d, row in enumerate(counts):
        expected = digamma(gamma[d]) - digamma(gamma[d].sum())
        total += gammaln(n_topics * alpha) - n_topics * gammaln(alpha)
        total += ((alpha - 1) * expected).sum()
        total -= gammaln(gamma[d].sum()) - gammaln(gamma[d]).sum()
        total -= ((gamma[d] - 1) * expected).sum()
        for w in np.flatnonzero(row):
            q = phi[d][w]
            total += row[w] * (q * (expected + np.log(beta[:, w]) - np.log(q))).sum()
    return total


def tie_bound(counts, phi, features, zeta, variance):
    """E log p(c|z) and the entropy of q(c)."""
    n_topics, total = features.shape[1], 0.0
    for d, row in enumerate(counts):
        length = row.sum()
        words = np.flatnonzero(row)
        mean = sum((row[w] * phi[d][w] for w in words), np.zeros(n_topics))
        mean = mean / length if length else np.full(n_topics, 1 / n_topics)
        spread = sum(row[w] * (phi[d][w] * (1 - phi[d][w])).sum() for w in words)
        spread = spread / length**2 if length else 0.0
        square = ((features[d] - mean) ** 2).sum() + spread + n_topics * variance
        total += 0.5 * n_topics * np.log(zeta / (2 * np.pi)) - 0.5 * zeta * square
        total += 0.5 * n_topics * np.log(2 * np.pi * np.e * variance)
    return total


def expectations(mean, variance, points, bandwidth):
    """ψ (P,) and Ψ (P, P) of one document, by the formulas with matrix inverses."""
    n_points, n_topics = points.shape
    h, eye = variance * np.eye(n_topics), np.eye(n_topics)
    first, second = np.empty(n_points), np.empty((n_points, n_points))
    for p in range(n_points):
        r = points[p] - mean
        first[p] = np.linalg.det(h / bandwidth**2 + eye) ** -0.5 * np.exp(
            -0.5 * r @ np.linalg.inv(bandwidth**2 * eye + h) @ r
        )
        for q in range(n_points):
            r = (points[p] + points[q]) / 2 - mean
            second[p, q] = np.linalg.det(2 * h / bandwidth**2 + eye) ** -0.5 * np.exp(
                -((points[p] - points[q]) ** 2).sum() / (4 * bandwidth**2)
                - 0.5 * r @ np.linalg.inv(0.5 * bandwidth**2 * eye + h) @ r
            )
    return first, second


def process_bound(features, variance, points, bandwidth, outputs, kappa, means, covariance):
    """E log p(y|f) − KL(q(u)‖p(u)), for q(u_r) = N(means[:, r], covariance)."""
    n_points = len(points)
    gram = np.exp(-((points[:, None] - points) ** 2).sum(axis=2) / (2 * bandwidth**2))
    gram += 1e-6 * np.eye(n_points)
    inverse = np.linalg.inv(gram)
    total = 0.0
    for r in range(outputs.shape[1]):
        m = means[:, r]
        total -= 0.5 * (
            np.trace(inverse @ covariance)
            + m @ inverse @ m
            - n_points
            + np.linalg.slogdet(gram)[1]
            - np.linalg.slogdet(covariance)[1]
        )
        for d, y in enumerate(outputs[:, r]):
            first, second = expectations(features[d], variance, points, bandwidth)
            error = y**2 - 2 * y * first @ inverse @ m
            error += np.trace(second @ inverse @ (np.outer(m, m) + covariance) @ inverse)
            error += 1 - np.trace(second @ inverse)
            total += 0.5 * np.log(kappa / (2 * np.pi)) - 0.5 * kappa * error
    return total
