import asyncio
import threading

from soniplatform.standalone.channel_layer import StandaloneChannelLayer


async def test_what_another_threads_loop_sends_arrives_on_the_servers() -> None:
    layer = StandaloneChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("group", channel)

    def send_from_elsewhere() -> None:
        async def send() -> None:
            for number in range(50):
                await layer.group_send("group", {"type": "event", "number": number})

        asyncio.run(send())

    sender = threading.Thread(target=send_from_elsewhere)
    sender.start()
    async with asyncio.timeout(30):
        received = [(await layer.receive(channel))["number"] for _ in range(50)]
    await asyncio.to_thread(sender.join)

    assert received == list(range(50))


async def test_a_receiver_that_waits_is_woken_by_another_thread() -> None:
    layer = StandaloneChannelLayer()
    channel = await layer.new_channel()
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0.05)

    await asyncio.to_thread(lambda: asyncio.run(layer.send(channel, {"type": "event"})))

    async with asyncio.timeout(30):
        assert (await waiting)["type"] == "event"


def test_without_a_listener_a_message_goes_nowhere() -> None:
    layer = StandaloneChannelLayer()

    asyncio.run(layer.group_send("group", {"type": "event"}))

    assert layer.channels == {}
