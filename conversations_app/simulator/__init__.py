"""The simulator of the flow editor: an author talks to a draft, on the same engine that users will talk to.

Nothing of it is stored. The author's browser holds the run, signed, and sends it back with the next turn; to go back is
to send an older one.
"""
