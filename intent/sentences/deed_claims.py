"""Whether an answer may claim that something was done in the workspace."""

from intent.data_files import pattern

_CLAIMS = pattern("deed_claims", "claims")


def may_claim_deed(answer: str) -> bool:
    """Return whether an answer has words of a deed, in English, German or Spanish, that need a judge."""
    return bool(_CLAIMS.search(answer))
