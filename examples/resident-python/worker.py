"""A resident worker: estimates pi from 100,000 points per task. The protocol is in docs/resident.md."""
import random
import struct
import sys

POINTS = 100_000


def compute(task, data):
    source = random.Random(task)
    inside = sum(source.random() ** 2 + source.random() ** 2 < 1 for _ in range(POINTS))
    return struct.pack("<d", 4 * inside / POINTS)


def main():
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that a stray print does no harm
    while True:
        head = requests.read(4)
        if len(head) < 4:
            return  # end of input: leave
        (length,) = struct.unpack(">I", head)
        request = requests.read(length)
        kind, task, attempt = struct.unpack(">Bii", request[:9])
        try:
            status, body = 0, compute(task, request[9:])
        except Exception as problem:
            status, body = 1, repr(problem).encode()
        replies.write(struct.pack(">IBi", 5 + len(body), status, task) + body)
        replies.flush()


main()
