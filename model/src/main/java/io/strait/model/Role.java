package io.strait.model;

/**
 * What a host may do in a run. Each host has one process, so the master's host does no other work.
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
