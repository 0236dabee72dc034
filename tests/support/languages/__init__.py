"""Languages of a plugin, which registers them by the name of this package."""
