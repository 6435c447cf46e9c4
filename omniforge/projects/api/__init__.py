"""The workspace over REST. Rows have the same form as in patches (`represent`)."""
