"""Several rankings made into one, by reciprocal rank (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections import defaultdict

from omniforge.projects.search.index import Ranked

_K = 60  # how little the very first places count more than the next ones


def fuse(*rankings: Ranked) -> Ranked:
    """Return all that is ranked anywhere, best first; 1 is the score of what every ranking puts first."""
    given = [ranking for ranking in rankings if ranking]
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in given:
        for rank, (passage_id, _) in enumerate(ranking):
            scores[passage_id] += (_K + 1) / (_K + 1 + rank) / len(given)
    return sorted(scores.items(), key=lambda scored: -scored[1])
