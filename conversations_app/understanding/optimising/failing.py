class OptimisingFailed(Exception):
    """Failure to make a new program; the text tells the person who runs it why. Nothing has changed."""
