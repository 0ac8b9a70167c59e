package io.strait.measure.link;

import java.io.IOException;

/** A link could not be measured. The message says why, in one sentence. */
public final class LinkException extends IOException {
  public LinkException(String message) {
    super(message);
  }
}
