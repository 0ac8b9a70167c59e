package io.strait.cli;

import io.strait.kind.run.RunFolder;
import io.strait.lab.Lab;
import io.strait.lab.control.History;
import io.strait.lab.control.LabServer;
import io.strait.lab.host.Namespaces;
import io.strait.lab.host.ThisProcess;
import io.strait.lab.relay.Hosts;
import io.strait.launch.Launcher;
import io.strait.launch.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The hosts of a lab, for a run whose master is inside one of them. */
final class LabSite implements Site {
  /** Where {@code run.json} says in which lab and host a run's master is. */
  static final String KEY = "lab";

  private static final String INSIDE = "STRAIT_INSIDE";

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
  private final String here;
  private final @Nullable Path faults;
  private final Map<String, String> addresses = new HashMap<>();
  private volatile double scale = 1;
  private volatile Instant begun = Instant.EPOCH;

  private LabSite(Lab lab, String here, @Nullable Path faults) {
    this.lab = lab;
    this.here = here;
    this.faults = faults;
    Hosts.of(lab.grid()).all().forEach(host -> addresses.put(host.name(), host.address()));
  }

  /**
   * @param place the name of the lab and of the host where this process is, with a slash between
   */
  static LabSite of(String place, @Nullable Path faults) throws IOException {
    int slash = place.indexOf('/');
    var lab = Lab.named(slash < 0 ? place : place.substring(0, slash));
    var here = place.substring(slash + 1);
    lab.needHost(here);
    return new LabSite(lab, here, faults);
  }

  /** What {@link #of} takes. */
  static String place(Lab lab, String host) {
    return lab.name() + "/" + host;
  }

  /**
   * Goes on inside the host where the master of a run is, because only there it can be asked. Does
   * nothing if the run is in no lab, or its lab is gone.
   */
  static void follow(RunFolder run, CommandSpec spec) throws IOException {
    @Nullable String place = run.read("run.json").get(KEY);
    if (place == null || System.getenv(INSIDE) != null) {
      return;
    }
    int slash = place.indexOf('/');
    var lab = Lab.called(place.substring(0, Math.max(0, slash)));
    if (lab.isUp()) {
      var command = new ArrayList<>(List.of("env", INSIDE + "=1"));
      command.addAll(new Launcher(Main.class.getName(), null).leader());
      command.addAll(spec.root().commandLine().getParseResult().originalArgs());
      throw ThisProcess.become(lab.namespaces().inside(place.substring(slash + 1), command));
    }
  }

  @Override
  public String here() {
    return here;
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
  public String device() {
    return Namespaces.DEVICE;
  }

  @Override
  public Path remoteShell() {
    return lab.remoteShell();
  }

  @Override
  public void prepare(double scale) throws IOException {
    this.scale = scale;
    lab.client().order(LabServer.SCALE + scale);
  }

  @Override
  public void begins(boolean isLast) throws IOException {
    begun = Instant.now();
    if (isLast && faults != null) {
      lab.client().order(LabServer.PLAY + faults.toAbsolutePath());
    }
  }

  @Override
  public List<Incident> incidents() throws IOException {
    return lab.history().read().stream()
        .filter(event -> event.at().isAfter(begun))
        .map(event -> incident(event, scale * seconds(event.at())))
        .toList();
  }

  /** What happened in a lab, as reports know it. */
  static Incident incident(History.Event event, double seconds) {
    var fault = event.fault();
    return new Incident(
        event.at(),
        seconds,
        event.isEnd() ? Incident.Kind.END : Incident.Kind.valueOf(fault.what().name()),
        fault.where(),
        fault.toString());
  }

  private double seconds(Instant at) {
    return Duration.between(begun, at).toNanos() * 1e-9;
  }
}
