package io.strait.launch.shell;

import java.io.IOException;

/** A command at a site could not be run, or failed; the message says which, and what it printed. */
public final class ShellException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean isUnreachable;

  ShellException(String message, boolean isUnreachable) {
    super(message);
    this.isUnreachable = isUnreachable;
  }

  /** Something went wrong at a site that can be reached. */
  public ShellException(String message) {
    this(message, false);
  }

  /** Whether the site itself could not be reached, so that nothing is known of the command. */
  public boolean isUnreachable() {
    return isUnreachable;
  }

  /** Whether trying again without anybody's help may do: not for a wrong key or an unknown name. */
  public boolean mayPass() {
    var text = String.valueOf(getMessage());
    return isUnreachable
        && !text.contains("Permission denied")
        && !text.contains("Host key verification failed")
        && !text.contains("Could not resolve hostname")
        && !text.contains("Too many authentication failures");
  }
}
