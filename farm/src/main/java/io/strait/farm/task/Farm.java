package io.strait.farm.task;

import io.strait.kind.code.Settings;
import java.io.IOException;

/**
 * A farm written in Java. The class is named in the app file ({@code run: {class: …}}) and needs a
 * constructor without parameters. The same class runs everywhere: {@code input} and {@code finish}
 * on the master, {@code compute} on workers, {@code combine} on gateways and the master.
 */
public interface Farm {
  /** Called before all else, wherever the class runs: what the app file says under {@code with}. */
  default void begin(Settings settings) {}

  /**
   * What the app file must say under {@code reduce} for {@link #finish} to have what it needs, such
   * as {@code sum long}; empty if the class takes any results. Another reduction is refused before
   * a run begins.
   */
  default String reduce() {
    return "";
  }

  /** What the worker gets for a task, numbered from 0. */
  default byte[] input(int task) {
    return new byte[0];
  }

  /** Computes a task. Several threads may call it at a time. */
  byte[] compute(int task, byte[] input) throws Exception;

  /** Makes one result of two, where the app file says {@code reduce: own}. Any order must do. */
  default byte[] combine(byte[] one, byte[] other) {
    throw new UnsupportedOperationException("reduce is 'own', but the class does not combine");
  }

  /** Called once, on the master, when all results are there. */
  default void finish(Results results) throws IOException {}
}
