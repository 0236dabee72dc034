class OptimisingFailed(Exception):
    """There is no new program; the text says why, for who runs it. Nothing has changed."""
