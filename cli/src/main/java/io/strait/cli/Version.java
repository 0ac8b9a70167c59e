package io.strait.cli;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"strait " + (version == null ? "(unpackaged)" : version)};
  }
}
