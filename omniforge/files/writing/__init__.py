"""Files that agents write: workbooks, documents, and tables without formulas."""
