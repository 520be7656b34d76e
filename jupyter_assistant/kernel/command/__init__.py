"""`%assistant`: set the assistant up and look after it."""
