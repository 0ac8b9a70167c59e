package io.strait.cli;

import io.strait.kind.run.Version;
import picocli.CommandLine.IVersionProvider;

/** The version, as the command line shows it. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {Version.text()};
  }
}
