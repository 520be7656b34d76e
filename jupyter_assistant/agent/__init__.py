"""The loop, and how runs are started and followed."""
