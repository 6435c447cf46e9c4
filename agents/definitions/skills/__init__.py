"""Skills as files: SKILL.md and its folder, archives of them, the starter library, and what they allow."""
