"""How requests begin before they say what is wanted."""

POLITE = r"^(?:please\s+|can you\s+|could you\s+|would you\s+|and\s+|now\s+|also\s+)*"
