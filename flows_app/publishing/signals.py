from django.dispatch import Signal

# Sent with `version` once it is committed: by publishing, and by rolling back.
flow_published = Signal()

# Sent with `flow` once it is committed.
flow_withdrawn = Signal()
