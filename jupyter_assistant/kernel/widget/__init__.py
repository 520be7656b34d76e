"""Replies as widgets: for notebooks whose front end draws the reply view.

The view itself is TypeScript: `labextension/src`, built into `static`.
"""
