"""A Dask cluster of a scheduler and one worker process, asked line by line: noop N, or latency N."""

import sys
import time


def same(number):
    return number


def noop(client, count):
    """Seconds for so many tasks from the first submission to the last result."""
    began = time.perf_counter()
    results = client.gather(client.map(same, range(count), pure=False))
    seconds = time.perf_counter() - began
    if sum(results) != count * (count - 1) // 2:
        raise SystemExit("the sum is wrong")
    return [seconds]


def latency(client, count):
    """Seconds of each of so many tasks, one after another."""
    seconds = []
    for number in range(count):
        began = time.perf_counter()
        if client.submit(same, number, pure=False).result() != number:
            raise SystemExit("a result is wrong")
        seconds.append(time.perf_counter() - began)
    return seconds


def main():
    from distributed import Client, LocalCluster

    # The scheduler is in this process, as is the client.
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None)
    client = Client(cluster)
    print("answer 0", flush=True)
    for line in sys.stdin:
        what, count = line.split()
        answer = {"noop": noop, "latency": latency}[what](client, int(count))
        print("answer", *answer, flush=True)
    client.close()
    cluster.close()


if __name__ == "__main__":
    main()
