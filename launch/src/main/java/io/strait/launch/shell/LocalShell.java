package io.strait.launch.shell;

import java.util.List;

/** The shell of this machine. */
public final class LocalShell extends Shell {
  @Override
  public String where() {
    return "this machine";
  }

  @Override
  protected List<String> command(String script) {
    return List.of("sh", "-c", script);
  }

  @Override
  protected String unreachable(Output output) {
    return "";
  }
}
