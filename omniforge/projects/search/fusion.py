"""Reciprocal rank fusion of several rankings (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections import defaultdict

from omniforge.projects.search.index import Ranked

_K = 60  # damping: higher values weight the top ranks less


def fuse(*rankings: Ranked) -> Ranked:
    """Return the union, best first. An item that every ranking puts first has score 1."""
    given = [ranking for ranking in rankings if ranking]
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in given:
        for rank, (passage_id, _) in enumerate(ranking):
            scores[passage_id] += (_K + 1) / (_K + 1 + rank) / len(given)
    return sorted(scores.items(), key=lambda scored: -scored[1])
