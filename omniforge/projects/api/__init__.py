"""The workspace over REST. What is given of a row is what its patches are about (`represent`)."""
