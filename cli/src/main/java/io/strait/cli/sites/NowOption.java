package io.strait.cli.sites;

import io.strait.kind.Kind;
import io.strait.kind.file.Inputs;
import io.strait.launch.engine.Offer;
import io.strait.launch.engine.SlurmOffers;
import io.strait.launch.shell.ShellException;
import io.strait.launch.site.RemoteSite;
import io.strait.model.App;
import io.strait.model.Cluster;
import io.strait.model.Start;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridTree;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of {@code strait plan} that asks sites what they have free. */
public final class NowOption {
  @Option(
      names = "--now",
      description =
          "Ask the engine of every site how many cores are idle, and plan with the hosts that fit"
              + " on them.")
  private boolean now;

  public boolean isAsked() {
    return now;
  }

  /** Refuses what does not go together. */
  public void check(boolean hasOthers) {
    if (now && hasOthers) {
      throw new UsageException(
          "--now plans with what is free, expected no --what-if, --sweep or --forecast with it");
    }
  }

  /**
   * The inputs with as many hosts as are free.
   *
   * @param say takes a line for people
   */
  public <A extends App, P> Inputs<A> of(Kind<A, P> kind, Inputs<A> inputs, Consumer<String> say)
      throws IOException {
    var idle = new LinkedHashMap<String, Integer>();
    var sockets = Files.createTempDirectory("strait-");
    try {
      for (var cluster : inputs.grid().clusters()) {
        @Nullable Offer offer = ask(cluster, sockets);
        if (offer != null) {
          idle.put(cluster.name(), offer.idleCores());
          say.accept(
              "%s: %d of %d nodes and %d cores of %s are idle, %d jobs are queued"
                  .formatted(
                      cluster.name(),
                      offer.idle(),
                      offer.nodes(),
                      offer.idleCores(),
                      offer.what(),
                      offer.waiting()));
        }
      }
    } finally {
      Folders.delete(sockets);
    }
    if (idle.isEmpty()) {
      throw new UsageException(
          "--now asks Slurm, and no cluster has it; expected start: {slurm: {…}} in one");
    }
    return limited(kind, inputs, idle);
  }

  private static @Nullable Offer ask(Cluster cluster, java.nio.file.Path sockets)
      throws IOException {
    @Nullable Start start = cluster.start();
    if (start == null || !(start.engine() instanceof Start.Slurm slurm)) {
      return null;
    }
    var host = cluster.hosts().getFirst().hostName(0);
    try (var site = new RemoteSite(cluster.name(), start, host, sockets)) {
      site.open();
      var offers = SlurmOffers.ask(site.shell(), slurm.partition());
      if (offers.isEmpty()) {
        throw new ShellException(
            "%s: Slurm has no partition %s, expected one of: sinfo"
                .formatted(cluster.name(), slurm.partition()));
      }
      return offers.stream().filter(Offer::isDefault).findFirst().orElse(offers.getFirst());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static <A extends App, P> Inputs<A> limited(
      Kind<A, P> kind, Inputs<A> inputs, Map<String, Integer> idle) {
    var source = inputs.gridDocument().source() + " now";
    var grid = IdleHosts.of(inputs.grid(), idle);
    return kind.files()
        .inputs(Document.parse(source, GridTree.of(grid).yaml()), inputs.appDocument());
  }
}
