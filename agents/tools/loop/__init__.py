"""The tools by which a model steers its own work: a plan that people see, parts handed on, rare tools."""
