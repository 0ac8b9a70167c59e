package io.strait.cli;

import io.strait.lab.Lab;
import io.strait.lab.control.LabServer;
import io.strait.lab.relay.Hosts;
import io.strait.launch.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hosts of a lab, for a run whose master is inside one of them. */
final class LabSite implements Site {
  /** A lab that will be there when the run begins. */
  static final Site SOON =
      new Site() {
        @Override
        public List<String> on(String host, List<String> command) {
          throw new IllegalStateException("the lab is not up");
        }

        @Override
        public String address(String host) {
          throw new IllegalStateException("the lab is not up");
        }

        @Override
        public boolean hasNetworks() {
          return true;
        }
      };

  private final Lab lab;
  private final @Nullable Path faults;
  private final Map<String, String> addresses = new HashMap<>();

  private LabSite(Lab lab, @Nullable Path faults) {
    this.lab = lab;
    this.faults = faults;
    Hosts.of(lab.grid()).all().forEach(host -> addresses.put(host.name(), host.address()));
  }

  static LabSite of(String name, @Nullable Path faults) throws IOException {
    return new LabSite(Lab.named(name), faults);
  }

  @Override
  public List<String> on(String host, List<String> command) {
    return lab.namespaces().inside(host, command);
  }

  @Override
  public String address(String host) {
    var address = addresses.get(host);
    if (address == null) {
      throw new IllegalArgumentException("no host " + host);
    }
    return address;
  }

  @Override
  public boolean hasNetworks() {
    return true;
  }

  @Override
  public String gateway(String cluster) {
    return Hosts.GATEWAY + cluster;
  }

  @Override
  public Path remoteShell() {
    return lab.remoteShell();
  }

  @Override
  public void prepare(double scale) throws IOException {
    lab.client().order(LabServer.SCALE + scale);
  }

  @Override
  public void begins(boolean isLast) throws IOException {
    if (isLast && faults != null) {
      lab.client().order(LabServer.PLAY + faults.toAbsolutePath());
    }
  }
}
