import socket

_held: list[socket.socket] = []


def free_port() -> int:
    """Nobody else is given it while this process lives. Servers, which reuse addresses, may listen there, and again."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _held.append(holder)
    return int(holder.getsockname()[1])
