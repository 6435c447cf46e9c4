"""Files that agents write: workbooks, documents, and tables in which nothing can be a formula."""
