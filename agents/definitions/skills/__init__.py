"""Skills as files: SKILL.md with its folder, archives, the starter library, and the tools they allow."""
