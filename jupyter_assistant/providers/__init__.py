"""Models' providers. Importing this package imports no HTTP library."""
