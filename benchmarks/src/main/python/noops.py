"""A Dask cluster of two worker processes that does nothing, as often as it is asked to."""

import sys
import time


def nothing(number):
    return number


def take_any_bokeh():
    """Debian's Dask asks for a Bokeh older than those that can be had; it works with newer ones."""
    import distributed.versions

    distributed.versions.MAX_BOKEH_VERSION = "99"


def main():
    take_any_bokeh()
    from distributed import Client, LocalCluster, wait

    # The scheduler and its dashboard are in this process.
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0")
    client = Client(cluster)
    print("answer", cluster.dashboard_link, flush=True)
    for line in sys.stdin:
        count = int(line)
        began, cpu = time.perf_counter(), time.process_time()
        futures = client.map(nothing, range(count), pure=False)
        wait(futures)
        print("answer", time.perf_counter() - began, time.process_time() - cpu, flush=True)
        del futures
    client.close()
    cluster.close()


if __name__ == "__main__":
    main()
