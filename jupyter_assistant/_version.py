"""The version of this package, where everybody may read it."""

__version__ = "0.1.0"
