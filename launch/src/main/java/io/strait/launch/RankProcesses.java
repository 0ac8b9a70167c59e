package io.strait.launch;

import io.strait.model.text.InputException;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tokens;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ranks of a run as processes on this machine: an MPI job per cluster, or one by one. */
public final class RankProcesses implements RankCrew {
  /**
   * What to start.
   *
   * @param clusters the name of every rank's cluster
   * @param hosts the name of every rank's host
   * @param plan the plan file
   * @param run the name of the run
   * @param parent the address of its hub
   * @param folder the folder of the run, for the output of the processes
   */
  public record Options(
      Starter starter,
      List<String> clusters,
      List<String> hosts,
      Path plan,
      String run,
      String parent,
      Path folder) {
    public Options {
      clusters = List.copyOf(clusters);
      hosts = List.copyOf(hosts);
    }
  }

  /** What starts the ranks of a cluster. */
  public enum Starter {
    OPENMPI("mpirun.openmpi"),
    MPICH("mpirun.mpich"),
    NONE("");

    private final String command;

    Starter(String command) {
      this.command = command;
    }

    boolean isInstalled() {
      for (var folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
        if (Files.isExecutable(Path.of(folder, command))) {
          return true;
        }
      }
      return false;
    }

    /**
     * The command that starts an MPI job on hosts of a site, up to their own command.
     *
     * @param hosts the host of every process
     */
    List<String> job(List<String> hosts, Site site) {
      var job = job(hosts.size());
      @Nullable Path shell = site.remoteShell();
      if (shell == null) {
        return job;
      }
      var slots = new LinkedHashMap<String, Integer>();
      hosts.forEach(host -> slots.merge(host, 1, Integer::sum));
      var list = new ArrayList<String>();
      slots.forEach((host, count) -> list.add(host + ":" + count));
      if (this == OPENMPI) {
        job.addAll(List.of("--host", String.join(",", list), "--bind-to", "none"));
        for (var setting :
            List.of(
                "plm_rsh_agent " + shell,
                "plm_rsh_no_tree_spawn 1",
                "btl tcp,self",
                "oob_tcp_if_include " + site.device(),
                "btl_tcp_if_include " + site.device())) {
          int space = setting.indexOf(' ');
          job.addAll(List.of("--mca", setting.substring(0, space), setting.substring(space + 1)));
        }
      } else {
        job.addAll(List.of("-hosts", String.join(",", list), "-iface", site.device()));
        job.addAll(List.of("-launcher", "rsh", "-launcher-exec", shell.toString()));
      }
      return job;
    }

    /** The command that starts an MPI job of so many processes, up to their own command. */
    public List<String> job(int processes) {
      var job = new ArrayList<>(List.of(command, "-np", Integer.toString(processes)));
      if (this == OPENMPI) {
        job.add("--oversubscribe");
        if ("root".equals(System.getProperty("user.name"))) {
          job.add("--allow-run-as-root");
        }
      }
      return job;
    }

    /** The starter with a name; {@code auto} is the first one that is installed. */
    public static Starter of(String name) {
      return switch (name) {
        case "auto" -> OPENMPI.isInstalled() ? OPENMPI : MPICH.isInstalled() ? MPICH : NONE;
        case "openmpi" -> installed(OPENMPI);
        case "mpich" -> installed(MPICH);
        case "none" -> NONE;
        default ->
            throw new InputException(
                "--mpi '%s', expected one of: auto, openmpi, mpich, none".formatted(name));
      };
    }

    private static Starter installed(Starter starter) {
      if (!starter.isInstalled()) {
        throw new InputException(
            "%s is not on the PATH, expected it there or another --mpi".formatted(starter.command));
      }
      return starter;
    }
  }

  private final List<Process> processes = new ArrayList<>();
  private volatile boolean ending;

  /**
   * Starts the ranks.
   *
   * @param failed is told whose processes have failed, and how
   */
  public RankProcesses(
      Options options,
      LocalCertificates certificates,
      Launcher launcher,
      Site site,
      BiConsumer<List<Integer>, String> failed)
      throws IOException {
    var starter = options.starter;
    var logs = Files.createDirectories(options.folder.resolve("logs"));
    var common = common(options, certificates.folder());
    common.addAll(launcher.classPathOption());
    var token = certificates.token();
    try {
      if (starter == Starter.NONE) {
        for (int rank = 0; rank < options.clusters.size(); rank++) {
          var command = launcher.command();
          command.addAll(common);
          command.addAll(List.of("--rank", Integer.toString(rank)));
          var only = List.of(rank);
          start(
              "rank " + rank,
              site.on(options.hosts.get(rank), command),
              logs,
              token,
              why -> failed.accept(only, why));
        }
        return;
      }
      var ranks = new LinkedHashMap<String, List<Integer>>();
      for (int rank = 0; rank < options.clusters.size(); rank++) {
        ranks.computeIfAbsent(options.clusters.get(rank), _ -> new ArrayList<>()).add(rank);
      }
      for (var cluster : ranks.entrySet()) {
        var hosts = cluster.getValue().stream().map(options.hosts::get).toList();
        var command = starter.job(hosts, site);
        if (starter == Starter.OPENMPI) {
          command.addAll(List.of("-x", Tokens.VARIABLE));
        }
        command.addAll(launcher.command());
        command.addAll(common);
        command.addAll(List.of("--cluster", cluster.getKey()));
        start(
            "cluster " + cluster.getKey(),
            site.on(site.gateway(cluster.getKey()), command),
            logs,
            token,
            why -> failed.accept(cluster.getValue(), why));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The arguments that all ranks have in common. */
  private static List<String> common(Options options, @Nullable Path certificates) {
    var common = new ArrayList<String>();
    common.addAll(List.of("rank", options.plan.toAbsolutePath().toString(), "--run", options.run));
    common.addAll(List.of("--parent", options.parent));
    common.addAll(List.of("--while", Long.toString(ProcessHandle.current().pid())));
    common.addAll(
        certificates == null
            ? List.of("--plaintext")
            : List.of(
                "--identity",
                certificates.resolve(NodeRole.WORKER.toString()).toAbsolutePath().toString()));
    return common;
  }

  private void start(
      String name, List<String> command, Path logs, String token, Consumer<String> failed)
      throws IOException {
    var log = logs.resolve(name.replaceAll("[^A-Za-z0-9._-]", "_") + ".log");
    var builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put(Tokens.VARIABLE, token);
    var process = builder.start();
    processes.add(process);
    var _ =
        process
            .onExit()
            .thenAcceptAsync(
                ended -> {
                  // The ranks themselves report failures better, so this waits for them.
                  if (!ending && ended.exitValue() != 0) {
                    failed.accept(
                        "the processes of %s ended with code %d%s"
                            .formatted(name, ended.exitValue(), Launcher.lastLine(log)));
                  }
                },
                CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
  }

  @Override
  public void close() {
    ending = true;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    try {
      for (var process : processes) {
        if (!process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          process.destroy();
        }
      }
      for (var process : processes) {
        if (!process.waitFor(3, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      processes.forEach(Process::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }
}
