package io.strait.model;

/**
 * What a host may do in a run. One process per host: a host that is the master computes no tasks.
 */
public enum Role {
  ANY,
  MASTER,
  WORKER;

  public boolean mayLead() {
    return this != WORKER;
  }

  public boolean mayWork() {
    return this != MASTER;
  }
}
