import gzip

from flows_app.outbound.reading import Inflated


def test_no_more_is_inflated_than_there_is_room_for() -> None:
    """One byte more, to see that it was too much."""
    assert len(Inflated().decode(gzip.compress(b" " * 10_000_000), room=100)) == 101
