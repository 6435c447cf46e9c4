"""Plans: work in stages and steps (seed 003, section 10), made by rules or a model, checked, carried out."""
