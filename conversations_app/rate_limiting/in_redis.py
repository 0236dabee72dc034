from collections.abc import Sequence

from redis import Redis

from conversations_app.rate_limiting.buckets import Bucket, Level

# A limit that takes longer to ask for than this is done without.
ANSWER_SECONDS = 0.25

# As `buckets.wait_for` and `buckets.level`, on Redis' own clock: the clocks of web machines differ.
_TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local kept = redis.call('MGET', unpack(KEYS))
local empty, waits, refused = {}, {}, false
for i = 1, #KEYS do
    local interval, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    empty[i] = math.max(tonumber(kept[i] or now), now)
    waits[i] = empty[i] + interval - burst * interval - now
    refused = refused or waits[i] > 0
end
local levels = {}
for i = 1, #KEYS do
    local interval, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    if not refused then
        empty[i] = empty[i] + interval
        redis.call('SET', KEYS[i], string.format('%.0f', empty[i]), 'PX', math.ceil((empty[i] - now) / 1000))
    end
    levels[3 * i - 2] = math.max(math.floor((now + burst * interval - empty[i]) / interval), 0)
    levels[3 * i - 1] = empty[i] - now
    levels[3 * i] = math.max(waits[i], 0)
end
return levels
"""


class RedisBuckets:
    """For all web processes together: one script, one round trip, a key a bucket that goes when it is empty."""

    def __init__(self, url: str, prefix: str = "soni.limit."):
        self._prefix = prefix
        client = Redis.from_url(url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS)
        self._script = client.register_script(_TAKE)

    def take(self, buckets: Sequence[Bucket]) -> list[Level]:
        keys = [self._prefix + bucket.key for bucket in buckets]
        rates = [number for bucket in buckets for number in (bucket.interval, bucket.burst)]
        answer: list[int] = self._script(keys=keys, args=rates)
        return [Level(*answer[at : at + 3]) for at in range(0, len(answer), 3)]
