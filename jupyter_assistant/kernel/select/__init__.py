"""What a question brings along: cells, values and files, looked at from outside."""
