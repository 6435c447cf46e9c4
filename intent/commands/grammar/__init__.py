"""Templates, tokens, and how they are matched."""
