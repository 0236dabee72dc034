"""Turns a second through REST, from many conversations at once, and what each process spends on a turn."""

from collections.abc import Mapping

from tests.bench.bots import conversations, key_for, published_bot
from tests.bench.processes import Client, cpu_of, postgresql_pid, redis_pid
from tests.bench.results import Result, at_least
from tests.bench.timing import percentile
from tests.bench.world import World

AT_ONCE = 32
WARM_UP_SECONDS = 4
SECONDS = 15
# What the users mean comes with their messages: there is nothing to understand.
SCRIPT = [
    {"commands": [{"type": "start_flow", "flow": "greet"}]},
    {"commands": [{"type": "set_slot", "slot": "name", "value": "Ana"}]},
    {"commands": [{"type": "set_slot", "slot": "city", "value": "Rome"}]},
]


def measure(world: World) -> Result:
    bot = published_bot("load")
    with world.deployed() as deployment, Client.running("talkers") as client:
        order = {
            "address": deployment.web.address,
            "authorization": key_for(bot),
            "conversations": conversations(bot, AT_ONCE),
            "script": SCRIPT,
        }
        client.ask(**order, seconds=WARM_UP_SECONDS)
        pids = {
            "web": deployment.web.pid,
            "worker": deployment.workers[0].pid,
            "PostgreSQL": postgresql_pid(world.database_url),
            "Redis": redis_pid(world.redis_url),
            "client": client.pid,
        }
        before = cpu_of(pids)
        talked = client.ask(**order, seconds=SECONDS)
        after = cpu_of(pids)
    taken = talked["milliseconds"]
    used = {name: (after[name] - before[name]) / len(taken) * 1000 for name in before}
    rate = len(taken) / talked["seconds"]
    detail = (
        f"aim 100; {AT_ONCE} conversations at once, {percentile(taken, 50):.0f} ms a turn, "
        f"p95 {percentile(taken, 95):.0f} ms; CPU ms a turn: {_listed(used)}"
    )
    return Result(
        [at_least("sustained turns through REST, two cores for everything", rate, 60, "a second", detail=detail)]
    )


def _listed(used: Mapping[str, float]) -> str:
    each = ", ".join(f"{name} {milliseconds:.1f}" for name, milliseconds in used.items())
    return f"{each}, together {sum(used.values()):.1f}"
