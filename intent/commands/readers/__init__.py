"""Slot readers, one module per subject. Each module registers its types; all are loaded automatically."""
