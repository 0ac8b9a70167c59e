package io.strait.lab;

import io.strait.lab.control.History;
import io.strait.lab.control.LabClient;
import io.strait.lab.fault.FaultScript;
import io.strait.lab.fault.Injector;
import io.strait.lab.host.HostProcesses;
import io.strait.lab.host.Namespaces;
import io.strait.lab.host.Quotas;
import io.strait.lab.relay.Hosts;
import io.strait.lab.relay.Wires;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import io.strait.transport.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A grid of real hosts on this machine: a namespace for every host, and a relay process that is the
 * network between them. What there is of a lab is written down in its folder before it is made, so
 * that it can be taken down whatever died meanwhile.
 */
public final class Lab {
  private static final Path FOLDERS = Path.of("/run/strait/labs");
  private static final String HOSTS = "hosts";
  private static final String RELAY = "relay";
  private static final int LONGEST_NAME = 32;

  private final String name;
  private final Path folder;
  private final Namespaces namespaces;

  private Lab(String name) {
    this.name = name;
    this.folder = FOLDERS.resolve(name);
    this.namespaces = new Namespaces(name);
  }

  /** The labs that are there, up or not. */
  public static List<Lab> all() throws IOException {
    if (!Files.isDirectory(FOLDERS)) {
      return List.of();
    }
    try (var folders = Files.list(FOLDERS)) {
      return folders
          .filter(Files::isDirectory)
          .map(path -> new Lab(path.getFileName().toString()))
          .sorted((one, other) -> one.name.compareTo(other.name))
          .toList();
    }
  }

  /** The lab of a name, or the only one. */
  public static Lab named(@Nullable String wanted) throws IOException {
    var all = all();
    var names = all.stream().map(Lab::name).toList();
    if (wanted == null && all.size() == 1) {
      return all.getFirst();
    }
    for (var lab : all) {
      if (lab.name.equals(wanted)) {
        return lab;
      }
    }
    if (wanted == null && !all.isEmpty()) {
      throw new InputException(
          "there are %d labs, expected --lab with one of: %s"
              .formatted(all.size(), String.join(", ", names)));
    }
    throw new InputException(
        (wanted == null ? "there is no lab" : "there is no lab '%s'".formatted(wanted))
            + (names.isEmpty()
                ? ", expected one: strait lab up GRID"
                : ", expected one of: " + String.join(", ", names)));
  }

  /** A lab that need not be there yet. */
  public static Lab called(String name) {
    if (!GridFile.isName(name) || name.length() > LONGEST_NAME) {
      throw new InputException(
          "'%s' is not a valid name for a lab, expected at most %d letters, digits, '_', '.' and"
                  .formatted(name, LONGEST_NAME)
              + " '-'");
    }
    return new Lab(name);
  }

  public String name() {
    return name;
  }

  /** Where the lab keeps what it must know. */
  public Path folder() {
    return folder;
  }

  public Namespaces namespaces() {
    return namespaces;
  }

  public Path gridFile() {
    return folder.resolve("grid.yaml");
  }

  /** The grid that it is made of. */
  public Grid grid() {
    return GridFile.read(Document.read(gridFile()));
  }

  /** Where the relay listens for orders. */
  public Path socket() {
    return folder.resolve("control");
  }

  /** The faults that happened. */
  public History history() {
    return new History(folder.resolve(History.NAME));
  }

  /** What the relay says. */
  public Path log() {
    return folder.resolve("relay.log");
  }

  /** A program that runs a command inside a host, as ssh does. */
  public Path remoteShell() {
    return folder.resolve("rsh");
  }

  /** Orders for the relay. */
  public LabClient client() {
    return new LabClient(socket());
  }

  /** Whether its relay answers. */
  public boolean isUp() {
    return Files.exists(socket()) && client().isThere();
  }

  /**
   * Makes the namespaces and starts the relay.
   *
   * @param relay the command of the relay process, without the name of the lab
   */
  public void up(Grid grid, List<String> relay) throws IOException {
    up(grid, relay, Map.of());
  }

  /**
   * Makes the namespaces and starts the relay. If this process is told to end meanwhile, nothing
   * stays.
   *
   * @param relay the command of the relay process, without the name of the lab
   * @param quotas the CPUs of hosts; all that there are for those without
   */
  public void up(Grid grid, List<String> relay, Map<String, Double> quotas) throws IOException {
    Needs.check();
    var hosts = Hosts.of(grid);
    Needs.checkSize(grid, hosts);
    makeFolder();
    var here = Thread.currentThread();
    var isOver = new CountDownLatch(1);
    var end =
        new Thread(
            () -> {
              here.interrupt();
              try {
                isOver.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Runtime.getRuntime().addShutdownHook(end);
    try {
      namespaces.checkFree(hosts);
      Files.writeString(gridFile(), GridTree.of(grid).yaml(), StandardCharsets.UTF_8);
      Files.write(folder.resolve(HOSTS), hosts.all().stream().map(Hosts.Host::name).toList());
      namespaces.make(hosts);
      writeShell();
      if (!quotas.isEmpty()) {
        new Quotas(name).make(quotas);
      }
      startRelay(relay);
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IOException | RuntimeException e) {
      var _ = Thread.interrupted(); // cleaning up takes its time
      try {
        down();
      } finally {
        isOver.countDown();
      }
      throw e;
    }
  }

  private void writeShell() throws IOException {
    var inside =
        String.join(" ", namespaces.inside("$host", List.of()).stream().map(Lab::quoted).toList());
    Files.writeString(
        remoteShell(),
        """
        #!/bin/sh
        # Runs a command inside a host of this lab: rsh HOST COMMAND.
        host=$1
        shift
        exec %s sh -c "$*"
        """
            .formatted(inside),
        StandardCharsets.UTF_8);
    var _ = remoteShell().toFile().setExecutable(true, true);
  }

  private static String quoted(String word) {
    return word.contains("$host") ? '"' + word + '"' : "'" + word + "'";
  }

  private void makeFolder() throws IOException {
    Files.createDirectories(FOLDERS);
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      throw new InputException(
          "lab '%s' is there already, expected another --lab, or first: strait lab down %s"
              .formatted(name, name));
    }
  }

  private void startRelay(List<String> relay) throws IOException {
    var command = new ArrayList<>(List.of("setsid"));
    command.addAll(relay);
    command.add(name);
    var process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(log().toFile())
            .redirectErrorStream(true)
            .start();
    while (!isUp()) {
      try {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          var said = Files.readString(log(), StandardCharsets.UTF_8).strip();
          throw new IOException("the lab's relay did not start: " + said);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        process.destroy();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** Remembers the process that is the relay. */
  public void relayIs(ProcessHandle process) throws IOException {
    var part = folder.resolve("." + RELAY);
    Files.writeString(part, identity(process), StandardCharsets.UTF_8);
    Files.move(part, folder.resolve(RELAY), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String identity(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().orElseThrow();
  }

  /**
   * Removes all that belongs to the lab: processes inside its hosts, the relay, namespaces, files.
   * What is gone already is no trouble.
   */
  public void down() throws IOException {
    var names = hostNames();
    var processes = new HostProcesses(namespaces);
    endRelay();
    processes.kill(names);
    namespaces.remove(names);
    new Quotas(name).remove();
    endRelay(); // it may have come while this went on
    Folders.delete(folder);
    Folders.deleteEmpty(FOLDERS);
    Folders.deleteEmpty(FOLDERS.getParent());
  }

  private void endRelay() throws IOException {
    var file = folder.resolve(RELAY);
    if (!Files.exists(file)) {
      return;
    }
    var written = Files.readString(file, StandardCharsets.UTF_8).strip();
    var process =
        written.matches("\\d{1,18} .*")
            ? ProcessHandle.of(Long.parseLong(written.split(" ", -1)[0])).orElse(null)
            : null;
    // Another process may have the number by now.
    if (process == null
        || process.equals(ProcessHandle.current())
        || !identity(process).equals(written)) {
      return;
    }
    process.destroyForcibly();
    for (int i = 0; i < 100 && process.isAlive(); i++) {
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether its folder is there: it is being made, or it is up, or something of it died. */
  public boolean isThere() {
    return Files.exists(folder);
  }

  /** The hosts, those of the grid and gateways. */
  public List<String> hostNames() throws IOException {
    var file = folder.resolve(HOSTS);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** Reads a file of faults and says what is wrong with it. */
  public FaultScript faults(Path file) {
    return FaultScript.read(Document.read(file), Injector.checker(new Wires(grid(), 1, 1)));
  }

  /** Refuses a name that no host of the lab has. */
  public void needHost(String host) throws IOException {
    var names = hostNames();
    if (!names.contains(host)) {
      throw new InputException(
          "lab '%s' has no host '%s', expected one of: %s%s"
              .formatted(
                  name,
                  host,
                  String.join(", ", names.subList(0, Math.min(8, names.size()))),
                  names.size() > 8 ? ", …" : ""));
    }
    needUp();
  }

  /** Refuses to go on if the relay does not answer. */
  public void needUp() {
    if (!isUp()) {
      throw new InputException(
          "the relay of lab '%s' does not answer, expected: strait lab down %s"
              .formatted(name, name));
    }
  }
}
