/*
 * A farm over MPI: rank 0 hands out task numbers on demand, the other ranks answer each with 8 bytes.
 *
 *   farm rate TASKS BATCH   task numbers travel in messages of up to BATCH; every worker has one such
 *                           message in hand and one more on its way (prefetch 1); at most 500
 *   farm latency TASKS      one task at a time: sent, awaited, and only then the next
 *   farm bulk TASKS BYTES   as rate with batches of one, results of BYTES
 *
 * Rank 0 prints "seconds=S" and, for latency, "median=S p99=S"; it fails where a result is wrong.
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of messages; the longest batch, which MPI still sends without waiting for the receiver: two that wait for each
   other's longer messages would wait for ever. */
enum { TASKS = 1, RESULTS = 2, MOST_BATCH = 500, MOST_TASKS = 100000000 };

static long batch = 1;
static long bytes = sizeof(int64_t);

static int64_t answer(int task) { return 3 * (int64_t)task + 1; }

static void fail(const char *why) {
  fprintf(stderr, "farm: %s\n", why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    fail("out of memory");
  }
  return memory;
}

/* A worker: receives task numbers, sends their results; a message without tasks ends it. */
static void work(void) {
  int *tasks = allocate(batch * sizeof *tasks);
  char *results = allocate(batch * bytes);
  for (;;) {
    MPI_Status status;
    int count;
    MPI_Recv(tasks, (int)batch, MPI_INT, 0, TASKS, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    if (count == 0) {
      break;
    }
    for (int i = 0; i < count; i++) {
      int64_t result = answer(tasks[i]);
      memcpy(results + i * bytes, &result, sizeof result);
    }
    MPI_Send(results, (int)(count * bytes), MPI_BYTE, 0, RESULTS, MPI_COMM_WORLD);
  }
  free(tasks);
  free(results);
}

/* Tasks on their way to a worker or back, in the order in which they were sent. */
struct hand {
  int first[2], count[2], messages;
};

static int next;

/* Sends a worker the next batch, if tasks are left. */
static void give(struct hand *hand, int worker, int total, int *buffer) {
  int count = (int)(total - next < batch ? total - next : batch);
  if (count <= 0) {
    return;
  }
  for (int i = 0; i < count; i++) {
    buffer[i] = next + i;
  }
  MPI_Send(buffer, count, MPI_INT, worker, TASKS, MPI_COMM_WORLD);
  hand->first[hand->messages] = next;
  hand->count[hand->messages++] = count;
  next += count;
}

/* The master of a farm; prefetch is 0 or 1. Returns the seconds it took. */
static double master(int ranks, int total, int prefetch) {
  int *buffer = allocate(batch * sizeof *buffer);
  char *results = allocate(batch * bytes);
  struct hand *hands = allocate(ranks * sizeof *hands);
  next = 0;
  double start = MPI_Wtime();
  for (int i = 0; i <= prefetch; i++) {
    for (int worker = 1; worker < ranks; worker++) {
      give(&hands[worker], worker, total, buffer);
    }
  }
  for (int done = 0; done < total;) {
    MPI_Status status;
    MPI_Recv(results, (int)(batch * bytes), MPI_BYTE, MPI_ANY_SOURCE, RESULTS, MPI_COMM_WORLD, &status);
    struct hand *hand = &hands[status.MPI_SOURCE];
    int first = hand->first[0], count = hand->count[0];
    hand->first[0] = hand->first[1];
    hand->count[0] = hand->count[1];
    hand->messages--;
    give(hand, status.MPI_SOURCE, total, buffer);
    for (int i = 0; i < count; i++) {
      int64_t result;
      memcpy(&result, results + i * bytes, sizeof result);
      if (result != answer(first + i)) {
        fail("a result is wrong");
      }
    }
    done += count;
  }
  double seconds = MPI_Wtime() - start;
  free(buffer);
  free(results);
  free(hands);
  return seconds;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **words) {
  int rank, ranks;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long total = count > 2 ? atol(words[2]) : 0;
  if (total < 1 || total > MOST_TASKS || ranks < 2) {
    fail("expected two processes or more, and rate, latency or bulk with a number of tasks");
  }
  int single = strcmp(words[1], "latency") == 0;
  long size = count > 3 ? atol(words[3]) : 1;
  if (strcmp(words[1], "bulk") == 0) {
    bytes = size < (long)sizeof(int64_t) ? (long)sizeof(int64_t) : size;
  } else if (!single) {
    batch = size < 1 ? 1 : size > MOST_BATCH ? MOST_BATCH : size;
  }
  if (rank > 0) {
    work();
  } else {
    master(ranks, (int)(total < 1000 ? total : 1000), 1);
    if (single) {
      double *times = allocate(total * sizeof *times);
      double sum = 0;
      for (long i = 0; i < total; i++) {
        sum += times[i] = master(2, 1, 0);
      }
      qsort(times, total, sizeof *times, ascending);
      printf("seconds=%.9f median=%.9f p99=%.9f\n", sum, times[total / 2], times[(total - 1) * 99 / 100]);
      free(times);
    } else {
      printf("seconds=%.9f\n", master(ranks, (int)total, 1));
    }
    for (int worker = 1; worker < ranks; worker++) {
      MPI_Send(NULL, 0, MPI_INT, worker, TASKS, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
