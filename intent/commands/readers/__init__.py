"""Slot readers, one module per subject. Each module registers its types. All are loaded automatically."""
