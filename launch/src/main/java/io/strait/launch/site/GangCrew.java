package io.strait.launch.site;

import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.model.Start;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Gangs of one run at its sites. A thread looks after each, and ends it. */
public final class GangCrew implements AutoCloseable {
  /**
   * What all of them need to know.
   *
   * @param run the name of the run, for folders and jobs
   * @param port that leads home, on this machine
   * @param patience how long a job may wait in a queue
   * @param bundle makes what is installed at sites
   * @param say takes a line for people
   */
  public record Options(
      String run,
      int port,
      Duration patience,
      LocalCertificates certificates,
      Launcher launcher,
      Installer.Source bundle,
      Consumer<String> say) {}

  private final Options options;
  private final Path sockets;
  private final List<Gang> gangs = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  public GangCrew(Options options) throws IOException {
    this.options = options;
    this.sockets = Files.createTempDirectory("strait-");
  }

  /**
   * Starts a gang.
   *
   * @param name of its cluster or host, for people and files
   * @param host whose name stands for {@link Start#HOST}; may be empty
   * @param failed is told why it has failed
   */
  public synchronized void start(
      String name, Start start, String host, GangWork work, Consumer<String> failed) {
    var gang = new Gang(name, start, host, work, options, sockets, failed);
    gangs.add(gang);
    threads.add(Thread.ofPlatform().daemon().name("site " + name).start(gang::run));
  }

  /** Ends all jobs and waits until they are gone. */
  @Override
  public synchronized void close() {
    gangs.forEach(Gang::end);
    SiteThreads.join(threads, i -> gangs.get(i).isLeaving());
    try {
      Folders.delete(sockets);
    } catch (IOException e) {
      // Sockets of connections that are closed.
    }
  }
}
