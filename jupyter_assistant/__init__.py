"""An AI assistant that lives in the notebook: `%load_ext jupyter_assistant`, `%%ask`."""
__version__ = "0.1.0"
