"""The models written from the papers as plain loops: slow, and meant to be obviously right.

Rows are documents: counts (n_docs, n_words), doc_topic θ = p(z|d) (n_docs, n_topics), topic_word
φ = p(w|z) (n_topics, n_words). A corpus of several modalities is a dict, modality -> counts.

Sources: Hofmann's PLSA after Hong, "Probabilistic Latent Semantic Analysis" (arXiv 1212.3900);
Wang, Chang, Lyu, "Efficient Algorithms for Graph Regularized PLSA". Nothing in here imports gplsa.
"""

import math

import numpy as np

THETA_FLOOR = 1e-12  # log θ of a zero would pin the neighbours of a document to zero as well
Q_FLOOR = 1e-14


def rows_to_one(matrix):
    """Every row divided by its sum; a row of zeros stays as it is."""
    matrix = np.array(matrix, dtype=float)
    for d in range(len(matrix)):
        if matrix[d].sum() > 0:
            matrix[d] /= matrix[d].sum()
    return matrix


def floored(rows):
    """Rows of θ with every entry at least 1e-12, summing to 1."""
    return rows_to_one(np.maximum(rows, THETA_FLOOR))


# --- PLSA -----------------------------------------------------------------------------------------


def log_likelihood(counts, doc_topic, topic_word, weights=None):
    """Σ_d s_d Σ_w x_dw log Σ_z θ_dz φ_zw, x as given."""
    total = 0.0
    for d in range(counts.shape[0]):
        weight = 1.0 if weights is None else weights[d]
        for w in range(counts.shape[1]):
            # A word that only documents without weight have may be in no topic.
            if counts[d, w] > 0 and weight > 0:
                mixture = sum(doc_topic[d, z] * topic_word[z, w] for z in range(len(topic_word)))
                total += weight * counts[d, w] * math.log(mixture)
    return total


def em_statistics(counts, doc_topic, topic_word, weights=None):
    """Q_dz = Σ_w x_dw p(z|d,w) and M_zw = Σ_d s_d x_dw p(z|d,w) [Hong, eq. 13 and 14]."""
    n_docs, n_words = counts.shape
    n_topics = len(topic_word)
    doc_counts = np.zeros((n_docs, n_topics))
    word_counts = np.zeros((n_topics, n_words))
    for d in range(n_docs):
        for w in range(n_words):
            if counts[d, w] == 0:
                continue
            joint = [doc_topic[d, z] * topic_word[z, w] for z in range(n_topics)]
            for z in range(n_topics):
                expected = counts[d, w] * joint[z] / sum(joint)
                doc_counts[d, z] += expected
                word_counts[z, w] += (1.0 if weights is None else weights[d]) * expected
    return doc_counts, word_counts


def plsa_step(counts, doc_topic, topic_word):
    """One EM step of the asymmetric form; the new (θ, φ)."""
    doc_counts, word_counts = em_statistics(counts, doc_topic, topic_word)
    return rows_to_one(doc_counts), rows_to_one(word_counts)


def symmetric_step(counts, topic, word_given_topic, doc_given_topic):
    """One EM step of p(d,w) = Σ_z p(z) p(w|z) p(d|z) [Hong, eq. 36–38].

    topic (n_topics,), word_given_topic (n_topics, n_words), doc_given_topic (n_topics, n_docs);
    returns the three anew.
    """
    new_topic = np.zeros_like(topic)
    new_words = np.zeros_like(word_given_topic)
    new_docs = np.zeros_like(doc_given_topic)
    for d in range(counts.shape[0]):
        for w in range(counts.shape[1]):
            joint = topic * word_given_topic[:, w] * doc_given_topic[:, d]
            if counts[d, w] == 0:
                continue
            for z in range(len(topic)):
                expected = counts[d, w] * joint[z] / joint.sum()
                new_topic[z] += expected
                new_words[z, w] += expected
                new_docs[z, d] += expected
    return new_topic / counts.sum(), rows_to_one(new_words), rows_to_one(new_docs)


def symmetric_log_likelihood(counts, topic, word_given_topic, doc_given_topic):
    """Σ n(d,w) log Σ_z p(z) p(w|z) p(d|z)."""
    total = 0.0
    for d in range(counts.shape[0]):
        for w in range(counts.shape[1]):
            if counts[d, w] > 0:
                joint = topic * word_given_topic[:, w] * doc_given_topic[:, d]
                total += counts[d, w] * math.log(joint.sum())
    return total


def background_step(counts, doc_topic, topic_word, background, weight):
    """One EM step of p(w|d) = λ_B p_B(w) + (1−λ_B) Σ_z θ_dz φ_zw [Hong, section 6].

    Only the share of a word that the background does not explain is counted for the topics.
    """
    doc_counts = np.zeros_like(doc_topic)
    word_counts = np.zeros_like(topic_word)
    for d in range(counts.shape[0]):
        for w in range(counts.shape[1]):
            if counts[d, w] == 0:
                continue
            joint = doc_topic[d] * topic_word[:, w]
            from_topics = (1 - weight) * joint.sum()
            not_background = from_topics / (weight * background[w] + from_topics)
            for z in range(len(topic_word)):
                expected = counts[d, w] * not_background * joint[z] / joint.sum()
                doc_counts[d, z] += expected
                word_counts[z, w] += expected
    return rows_to_one(doc_counts), rows_to_one(word_counts)


def background_log_likelihood(counts, doc_topic, topic_word, background, weight):
    """Σ n(d,w) log(λ_B p_B(w) + (1−λ_B) Σ_z θ_dz φ_zw)."""
    total = 0.0
    for d in range(counts.shape[0]):
        for w in range(counts.shape[1]):
            if counts[d, w] > 0:
                mixture = sum(doc_topic[d, z] * topic_word[z, w] for z in range(len(topic_word)))
                total += counts[d, w] * math.log(weight * background[w] + (1 - weight) * mixture)
    return total


# --- the penalised objective ----------------------------------------------------------------------


def divergence(a, b, regularizer):
    """D(a, b) of two topic mixtures: Σ|a−b|, ½Σ(a−b)², Σ(a−b)(log a − log b) or ½Σ(√a−√b)²."""
    total = 0.0
    for x, y in zip(a, b, strict=True):
        if regularizer == "l1":
            total += abs(x - y)
        elif regularizer == "l2":
            total += 0.5 * (x - y) ** 2
        elif regularizer == "skl":
            total += (x - y) * (math.log(x) - math.log(y))
        elif repr(regularizer) == "SquaredHellinger()":
            total += 0.5 * (math.sqrt(x) - math.sqrt(y)) ** 2
        else:
            raise ValueError(regularizer)
    return total


def couplings(counts, lam=0.0, graph=None, graph_lam=0.0):
    """All pairs of nodes that are held together: a list of (node, node, strength).

    A node is (modality, document). Mates are held together with λ, neighbours within a modality
    with μ·r; a node without any word takes no part.
    """
    modalities = list(counts)
    has_words = {v: np.asarray(counts[v]).sum(axis=1) > 0 for v in modalities}
    n_docs = len(has_words[modalities[0]])
    links = []
    for i, v in enumerate(modalities):
        for v2 in modalities[i + 1 :]:
            for d in range(n_docs):
                if has_words[v][d] and has_words[v2][d] and lam > 0:
                    links.append(((v, d), (v2, d), lam))
        for d in range(n_docs if graph is not None else 0):
            for e in range(d + 1, n_docs):
                strength = graph_lam * graph[d, e]
                if has_words[v][d] and has_words[v][e] and strength > 0:
                    links.append(((v, d), (v, e), strength))
    return links


def penalised_objective(
    counts, doc_topic, topic_word, regularizer, *, lam=0.0, graph=None, graph_lam=0.0, weights=None
):
    """J: the likelihood of the rows of counts scaled to 1, less every coupling counted once."""
    total = 0.0
    for v in counts:
        total += log_likelihood(rows_to_one(counts[v]), doc_topic[v], topic_word[v], weights)
    for (v, d), (v2, e), strength in couplings(counts, lam, graph, graph_lam):
        total -= strength * divergence(doc_topic[v][d], doc_topic[v2][e], regularizer)
    return total


# --- one document given its neighbours ------------------------------------------------------------


def node_objective(u, q, neighbours, strengths, regularizer):
    """Σ_z q_z log u_z − Σ_l c_l D(u, v_l), with q ≥ 1e-14."""
    total = sum(max(qz, Q_FLOOR) * math.log(uz) for qz, uz in zip(q, u, strict=True))
    for v, c in zip(neighbours, strengths, strict=True):
        total -= c * divergence(u, v, regularizer)
    return total


def _slope(u, q, v, c, regularizer):
    """d/du_z of the node's objective, all topics at once; at a kink of ℓ1 the slope to its right.

    v (n_neighbours, n_topics), c (n_neighbours, 1). It falls as u grows, for every regulariser.
    """
    if regularizer == "l1":
        return q / u - (c * np.where(u >= v, 1.0, -1.0)).sum(axis=0)
    if regularizer == "l2":
        return q / u - (c * (u - v)).sum(axis=0)
    return q / u - (c * (np.log(u / v) + 1 - v / u)).sum(axis=0)


def _where_slope_is(eta, q, v, c, regularizer):
    """u_z in [1e-12, 1] at which the slope passes η, by bisection on log u."""
    low = np.full(len(q), math.log(THETA_FLOOR))
    high = np.zeros(len(q))
    for _ in range(70):
        middle = (low + high) / 2
        above = _slope(np.exp(middle), q, v, c, regularizer) > eta
        low = np.where(above, middle, low)
        high = np.where(above, high, middle)
    return np.exp(high)


def node_update(q, neighbours, strengths, regularizer):
    r"""The u on the floored simplex with the largest node objective, by plain bisection.

    On the simplex the slopes of all topics above the floor agree: their common value is the
    multiplier η of Σu = 1. Each u_z falls as η rises, so η is bisected until no float lies between
    the two ends. Where Σu still jumps there (ℓ1 with q near 0) every mixture of the two ends has
    the same slopes, and the one that sums to 1 is taken.
    """
    q = np.maximum(np.asarray(q, dtype=float), Q_FLOOR)
    v = np.asarray(neighbours, dtype=float).reshape(-1, len(q))
    c = np.asarray(strengths, dtype=float).reshape(-1, 1)
    # u ≤ 1 for all topics at `high` and u_z = 1 for one at `low`
    low = _slope(np.ones(len(q)), q, v, c, regularizer).max() - 1
    high = _slope(np.full(len(q), 1 / len(q)), q, v, c, regularizer).max() + 1 + 2 * c.sum()
    while low < (middle := (low + high) / 2) < high:
        if _where_slope_is(middle, q, v, c, regularizer).sum() > 1:
            low = middle
        else:
            high = middle
    left = _where_slope_is(low, q, v, c, regularizer)
    right = _where_slope_is(high, q, v, c, regularizer)
    gap = left.sum() - right.sum()
    share = (1 - right.sum()) / gap if gap > 0 else 0.0
    u = right + min(max(share, 0.0), 1.0) * (left - right)
    return floored(u[None])[0]


# --- whole fits -----------------------------------------------------------------------------------


def link_plsa_step(counts, doc_topic, topic_word):
    """One EM step with one θ for all modalities of a document (Cohn and Hofmann's link-PLSA)."""
    doc_counts = np.zeros_like(doc_topic)
    new_words = {}
    for v in counts:
        q, m = em_statistics(rows_to_one(counts[v]), doc_topic, topic_word[v])
        doc_counts += q
        new_words[v] = rows_to_one(m)
    return rows_to_one(doc_counts), new_words


def neighbours_of(links):
    """For every node its neighbours: node -> list of (node, strength)."""
    around = {}
    for a, b, strength in links:
        around.setdefault(a, []).append((b, strength))
        around.setdefault(b, []).append((a, strength))
    return around


def update_nodes(nodes, around, q, doc_topic, regularizer):
    """New mixtures of `nodes`, each with all the others held fixed; doc_topic is not changed."""
    new = {}
    for v, d in nodes:
        mates = around.get((v, d), [])
        others = np.array([doc_topic[v2][e] for (v2, e), _ in mates]).reshape(len(mates), -1)
        strengths = [strength for _, strength in mates]
        new[v, d] = node_update(q[v][d], others, strengths, regularizer)
    return new


def alternating_iteration(counts, doc_topic, topic_word, regularizer, lam):
    """One iteration as published: one modality after the other, its φ and then its θ by eq.
    (19)–(21).

    Returns the new (doc_topic, topic_word), both dicts by modality.
    """
    doc_topic, topic_word = dict(doc_topic), dict(topic_word)
    around = neighbours_of(couplings(counts, lam))
    for v in counts:
        x = rows_to_one(counts[v])
        q, m = em_statistics(x, doc_topic[v], topic_word[v])
        new = update_nodes([(v, d) for d in range(len(x))], around, {v: q}, doc_topic, regularizer)
        doc_topic[v] = np.array([new[v, d] for d in range(len(x))])
        topic_word[v] = rows_to_one(m)
    return doc_topic, topic_word


def colour_classes(nodes, around):
    """The nodes in classes without a link inside a class: greedily, the most linked ones first."""
    colour = {}
    for node in sorted(nodes, key=lambda node: -len(around.get(node, []))):
        taken = {colour[other] for other, _ in around.get(node, []) if other in colour}
        colour[node] = next(k for k in range(len(taken) + 1) if k not in taken)
    return [[n for n in nodes if colour[n] == k] for k in range(max(colour.values()) + 1)]


def colour_class_iteration(counts, doc_topic, topic_word, regularizer, lam, graph, graph_lam):
    """One iteration: E step, φ, and θ one colour class after the other. Returns (θ, φ), dicts."""
    doc_topic = {v: theta.copy() for v, theta in doc_topic.items()}
    around = neighbours_of(couplings(counts, lam, graph, graph_lam))
    q, new_words = {}, {}
    for v in counts:
        q[v], m = em_statistics(rows_to_one(counts[v]), doc_topic[v], topic_word[v])
        new_words[v] = rows_to_one(m)
    nodes = [(v, d) for v in counts for d in range(len(q[v]))]
    for members in colour_classes(nodes, around):
        for (v, d), u in update_nodes(members, around, q, doc_topic, regularizer).items():
            doc_topic[v][d] = u
    return doc_topic, new_words
