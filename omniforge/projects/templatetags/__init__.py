"""Tags of the pages of projects."""
