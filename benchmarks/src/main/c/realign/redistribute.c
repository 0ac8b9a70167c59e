/* Redistribution of a matrix by ScaLAPACK's pdgemr2d, and plain copies as the limit.
   gcc: mpicc -O3 redistribute.c -lscalapack-openmpi
   run: mpirun -np P ./a.out ROUNDS M N  P1 Q1 MB1 NB1  P2 Q2 MB2 NB2   (M changes fastest)
        ./a.out ROUNDS memcpy BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void Cblacs_get(int, int, int *);
extern void Cblacs_gridinit(int *, const char *, int, int);
extern void Cblacs_gridinfo(int, int *, int *, int *, int *);
extern int numroc_(int *, int *, int *, int *, int *);
extern void descinit_(int *, int *, int *, int *, int *, int *, int *, int *, int *, int *);
extern void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *, int);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void print(double *seconds, int rounds, double bytes) {
  qsort(seconds, rounds, sizeof(double), compare);
  printf("best=%.6f median=%.6f gib=%.4f\n", seconds[0], seconds[rounds / 2],
         bytes / seconds[0] / (1 << 30));
}

static double value(long i, long j, long m) { return (double)(j * m + i) + 0.5; }

/* Element (i, j) of this process, or the check of it. */
static long each(double *a, int *desc, int p, int q, int row, int column, int m, int n, int fill) {
  int mb = desc[4], nb = desc[5], lld = desc[8];
  long wrong = 0;
  for (long j = 0; j < n; j++) {
    if (j / nb % q != column) continue;
    long lj = j / nb / q * nb + j % nb;
    for (long i = 0; i < m; i++) {
      if (i / mb % p != row) continue;
      double *x = a + lj * lld + i / mb / p * mb + i % mb;
      if (fill) *x = value(i, j, m);
      else wrong += *x != value(i, j, m);
    }
  }
  return wrong;
}

static double *part(int context, int *desc, int m, int n, int mb, int nb, int *p, int *q, int *row, int *column) {
  int zero = 0, info;
  Cblacs_gridinfo(context, p, q, row, column);
  int lm = numroc_(&m, &mb, row, &zero, p);
  int ln = numroc_(&n, &nb, column, &zero, q);
  int lld = lm > 1 ? lm : 1;
  descinit_(desc, &m, &n, &mb, &nb, &zero, &zero, &context, &lld, &info);
  size_t bytes = sizeof(double) * (size_t)lld * (ln > 1 ? ln : 1);
  double *a = aligned_alloc(64, (bytes + 63) / 64 * 64);
  memset(a, 255, bytes);
  return a;
}

int main(int count, char **args) {
  int rounds = atoi(args[1]);
  double *seconds = malloc(sizeof(double) * rounds);
  if (strcmp(args[2], "memcpy") == 0) {
    size_t bytes = atol(args[3]);
    char *a = aligned_alloc(64, bytes), *b = aligned_alloc(64, bytes);
    memset(a, 1, bytes);
    memset(b, 2, bytes);
    for (int i = 0; i < rounds; i++) {
      double began = now();
      memcpy(b, a, bytes);
      seconds[i] = now() - began;
      a[i % bytes] += b[(7 * i) % bytes];
    }
    print(seconds, rounds, bytes);
    return 0;
  }
  MPI_Init(&count, &args);
  int n[10], rank, size;
  for (int i = 0; i < 10; i++) n[i] = atoi(args[i + 2]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int from, to, all, da[9], db[9], p, q, r, c, p2, q2, r2, c2;
  Cblacs_get(0, 0, &from);
  Cblacs_get(0, 0, &to);
  Cblacs_get(0, 0, &all);
  Cblacs_gridinit(&from, "Row", n[2], n[3]);
  Cblacs_gridinit(&to, "Row", n[6], n[7]);
  Cblacs_gridinit(&all, "Row", 1, size);
  double *a = part(from, da, n[0], n[1], n[4], n[5], &p, &q, &r, &c);
  double *b = part(to, db, n[0], n[1], n[8], n[9], &p2, &q2, &r2, &c2);
  each(a, da, p, q, r, c, n[0], n[1], 1);
  for (int i = 0; i < rounds; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double began = now();
    Cpdgemr2d(n[0], n[1], a, 1, 1, da, b, 1, 1, db, all);
    MPI_Barrier(MPI_COMM_WORLD);
    seconds[i] = now() - began;
  }
  long wrong = each(b, db, p2, q2, r2, c2, n[0], n[1], 0), sum = 0;
  MPI_Reduce(&wrong, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    if (sum) printf("wrong=%ld\n", sum);
    print(seconds, rounds, 8.0 * n[0] * n[1]);
  }
  MPI_Finalize();
  return sum != 0 && rank == 0;
}
