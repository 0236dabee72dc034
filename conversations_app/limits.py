"""Every limit of a conversation, in one place."""

from datetime import timedelta

from django.conf import settings

MESSAGE_LENGTH = 4_000
CLIENT_ID_LENGTH = 100
IDEMPOTENCY_KEY_LENGTH = 100
# Of what an action says of its failure.
ACTION_ERROR_LENGTH = 500
COMMANDS_PER_MESSAGE = 20
METADATA_BYTES = 4_000
MESSAGES_PER_PAGE = 100
# Texts that one turn answers together, at most; together they are no longer than one message may be.
MERGED_MESSAGES = 50

WAIT_SECONDS = 30
WAIT_POLL_SECONDS = 1.0
# A channel layer that has not answered by then is done without.
WAIT_SUBSCRIBE_SECONDS = 2.0

TOKEN_AGE = timedelta(days=7)
TICKET_AGE = timedelta(seconds=30)

SOCKET_FRAME_BYTES = 32_000

# A turn that is not done by then is taken to be dead, and another worker may repeat it.
LEASE = timedelta(seconds=settings.SONI_LEASE_SECONDS)
LEASE_RENEWAL = LEASE / 3
# A turn that raises so often, or takes down so many workers, ends in an apology.
FAILURES_PER_TURN = 3
DELIVERIES_PER_TURN = 10

CHECKPOINTS_KEPT = 20
# Older checkpoints are dropped every so many messages, not at every one: it costs statements.
MESSAGES_BETWEEN_PRUNING = 20

ORM_THREADS = 8
ACTION_THREADS = 32
THINKING_THREADS = 2
# More of them that hang, and the process is no longer fit: a worker ends, so that another takes its place.
HANGING_ACTIONS = ACTION_THREADS // 2
PUSH_SECONDS = 5
SWEEP_BATCH = 500
RETENTION_BATCH = 1_000

# A small bot's takes less than 1 MB, one of a thousand flows 40 MB.
CATALOGUES_IN_MEMORY = 50
# One that is not fitted yet is looked at again after so long.
FITTING_LOOKED_FOR_SECONDS = 5
# Whoever has not fitted a catalogue by then is taken to be dead.
FITTING_TIME = timedelta(minutes=5)
# A user waits meanwhile: about a second.
EXAMPLES_ENCODED_AT_ONCE = 300
