package io.strait.measure.grid.probe;

import java.io.IOException;

/** An experiment or a probe failed. The message says why, in one sentence. */
public final class ProbeException extends IOException {
  public ProbeException(String message) {
    super(message);
  }
}
