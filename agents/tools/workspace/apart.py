"""Tells things of one name apart, by what differs: kind, project, parent, day, owner, state, when made."""

from collections.abc import Mapping, Sequence

Features = Mapping[str, str]  # in words, those first that people tell things by


def told_apart(features: Sequence[Features]) -> list[str]:
    """Return for each thing the words that tell it from the others; none where it is the only one.

    As few features are told as do; the last one may leave some alike.
    """
    names = list(features[0]) if features else []
    chosen = list[str]()
    for name in names:
        if _kinds(features, chosen) == len(features):
            break
        if _kinds(features, [*chosen, name]) > _kinds(features, chosen):
            chosen.append(name)
    return [", ".join(one[name] for name in chosen if one[name]) for one in features]


def _kinds(features: Sequence[Features], names: Sequence[str]) -> int:
    return len({tuple(one[name] for name in names) for one in features})
