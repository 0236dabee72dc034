"""Every limit of a conversation, in one place."""

from datetime import timedelta

from django.conf import settings

from flows_app.limits import DOCUMENT_BYTES

MESSAGE_LENGTH = 4_000
CLIENT_ID_LENGTH = 100
# Length of a sender's name; that of a socket connection is the longest.
SENDER_LENGTH = 128
IDEMPOTENCY_KEY_LENGTH = 100
# Longest path of a step: inside fifty loops, each in its thousandth round, with jumps back in each.
OCCASION_PATH_LENGTH = 500
# Longest text of an action's failure that is kept.
ACTION_ERROR_LENGTH = 500
COMMANDS_PER_MESSAGE = 20
METADATA_BYTES = 4_000
MESSAGES_PER_PAGE = 100
ROWS_PER_PAGE = 100
QUEUE_LENGTH = 100
AGENT_NAME_LENGTH = 100
RATINGS = range(1, 6)
RATING_COMMENT_LENGTH = 1_000
# Texts that one turn answers together, at most; together they are no longer than one message may be.
MERGED_MESSAGES = 50

# Messages of one conversation that no turn has answered yet; then the user waits for the bot.
UNANSWERED_MESSAGES = 10
# Then a turn task goes to the back of the queue, where others wait.
TURNS_PER_TASK = 3
# A bot's turns take at most so many threads of a worker as this times those that are free: room for others is left.
BOT_SHARE = 4

WAIT_SECONDS = 30
WAIT_POLL_SECONDS = 1.0
# A channel layer that has not answered by then is done without.
WAIT_SUBSCRIBE_SECONDS = 1.0

# Proxies end what is silent for longer, often after a minute.
STREAM_HEARTBEAT_SECONDS = 15.0
# Then the client comes back, with a credential that is looked at anew.
STREAM_SECONDS: float = settings.SONI_STREAM_SECONDS
STREAM_RETRY_SECONDS = 2

# So long a changed theme may look as before.
WIDGET_CACHE_SECONDS = 60
# Host pages come back to the script often, and an upgrade is to reach them soon; the modules that it loads are kept a
# minute.
WIDGET_SCRIPT_CACHE_SECONDS = 300

TOKEN_AGE = timedelta(days=7)
TICKET_AGE = timedelta(seconds=30)
# When a key was last used is written at most so often: it must not cost every request a statement.
KEY_USE_NOTED_EVERY = timedelta(minutes=1)
# Sockets of staff ask so often whether they may go on, in case nobody has told them.
STAFF_LOOK_AGAIN_SECONDS = 60.0

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
CPU_POOL_THREADS = 2
# More of them that hang, and the process is no longer fit: a worker ends, so that another takes its place.
HANGING_ACTIONS = ACTION_THREADS // 2
PUSH_SECONDS = 5
SWEEP_BATCH = 500
RETENTION_BATCH = 1_000

# A small bot's takes less than 1 MB, one of a thousand flows 40 MB.
CATALOGUES_IN_MEMORY = 50
# The same of flows that are not published: what authors try at the same time.
LEARNT_OF_DRAFTS_IN_MEMORY = 10
# One that is not fitted yet is looked at again after so long.
FITTING_LOOKED_FOR_SECONDS = 5
# A worker that has not fitted a catalogue by then is taken to be dead.
FITTING_TIME = timedelta(minutes=5)
# A user waits meanwhile: about a second.
EXAMPLES_ENCODED_AT_ONCE = 300

# Share by which a pause before the next try varies, so that what failed together is not tried again together.
PAUSE_JITTER = 0.2
# A receiver that asks for a longer pause gets it, up to this.
LONGEST_PAUSE = timedelta(hours=24)

CHANNEL_NAME_LENGTH = 40
CHANNEL_ADDRESS_LENGTH = 200
# Stored length of the error when a message could not be sent.
CHANNEL_ERROR_LENGTH = 500
# For sending one message, from the name's resolution to the end of the answer.
CHANNEL_SECONDS = 15
# After a first try that fails, and each one after it. Together less than a day: an older answer helps nobody.
CHANNEL_PAUSES = (
    timedelta(seconds=5),
    timedelta(seconds=15),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
)
# One message takes less; a worker that holds an address for longer is taken to be dead.
CHANNEL_LEASE = timedelta(seconds=30)
# A provider whose message is refused for now sends it again after so long.
CHANNEL_RETRY_SECONDS = 5

WEBHOOK_ENDPOINTS_PER_BOT = 10
WEBHOOK_DESCRIPTION_LENGTH = 200
WEBHOOK_URL_LENGTH = 2_000
# For everything together, from the name's resolution to the end of the answer.
WEBHOOK_SECONDS = 15
# Bytes of an answer that are kept.
WEBHOOK_RESPONSE_LENGTH = 1_000
# After a first try that fails, and each one after it; as Standard Webhooks recommends. Together about three days.
WEBHOOK_PAUSES = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
# An endpoint that nothing has reached for so long is switched off.
WEBHOOK_FAILING = timedelta(days=5)
# How long an old secret goes on signing beside the new one.
WEBHOOK_ROTATION = timedelta(hours=24)
# Sent to one endpoint at once; to one that fails only one, to see whether it is back.
WEBHOOK_BATCH = 10
# A batch takes less; a worker that holds an endpoint for longer is taken to be dead.
WEBHOOK_LEASE = timedelta(seconds=60)
# A new event's own task is on its way so long.
WEBHOOK_PATIENCE = timedelta(seconds=10)
WEBHOOK_RETENTION = timedelta(days=30)
DELIVERIES_PER_PAGE = 100

# How long a receipt of a failed turn is found when the same is asked for again; later it is a new wish.
RECEIPT_LEFT = timedelta(days=1)

# Limits of a run of the simulator, as its author’s browser keeps it and sends it back, together with a whole flow; and
# how long it can be gone on with.
SIMULATED_RUN_BYTES = 400_000
# The same before it is compressed: much of the same takes little room, until it is unpacked.
SIMULATED_RUN_BYTES_UNPACKED = 4_000_000
# Kept free for one turn more.
SIMULATED_TURN_BYTES = 50_000
SIMULATED_RUN_AGE = timedelta(days=1)
SIMULATED_TURNS = 200
# Largest request: the largest flow, the largest run, and the author's step with the stubs of actions.
SIMULATOR_REQUEST_BYTES = DOCUMENT_BYTES + SIMULATED_RUN_BYTES + 100_000
