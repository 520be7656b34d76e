"""The variables that a Jupyter server of ours sets for its kernels."""

URL_VARIABLE = "JUPYTER_ASSISTANT_URL"
"""Where it answers: its routes are below this address."""
TOKEN_VARIABLE = "JUPYTER_ASSISTANT_TOKEN"  # noqa: S105 (a name, no token)
"""The kernel's own key to it."""
