package io.strait.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A farm of processes: a master, gateways and workers, and in front of every child a proxy to its
 * parent. Closing it kills them all; so does the end of this process.
 */
final class Farmyard implements AutoCloseable {
  private final Site site;
  private final Jvm jvm;
  private final Path folder;
  private final int lease;
  private final Map<String, String> environment = new TreeMap<>();
  private final Member master;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Proxy> proxies = new LinkedHashMap<>();
  private final Map<String, String> parents = new LinkedHashMap<>();
  private final Thread hook = Thread.ofPlatform().unstarted(this::killAll);
  private boolean closed;

  /**
   * @param folder for everything that comes of it
   * @param lease in milliseconds
   */
  Farmyard(Site site, Jvm jvm, Path folder, int lease, int tasks) throws IOException {
    this.site = site;
    this.jvm = jvm;
    this.folder = Files.createDirectories(folder);
    this.lease = lease;
    Runtime.getRuntime().addShutdownHook(hook);
    var app = folder.resolve("app.yaml");
    site.writeApp(app, tasks);
    var command = site.master(lease);
    command.addAll(List.of("--folder", run().toString(), site.grid().toString(), app.toString()));
    master = new Member("master", jvm, folder, command);
    members.put("master", master);
  }

  /** The folder of the run. */
  Path run() {
    return folder.resolve("run");
  }

  Member master() {
    return master;
  }

  /** Sets a variable of the environment of members that are added later. */
  void environment(String variable, String value) {
    environment.put(variable, value);
  }

  /** After its first life a master goes on with the same run. */
  void masterResumes() {
    var command = site.master(lease);
    command.addAll(List.of("--resume", run().toString()));
    master.command(command);
  }

  /** Starts a gateway below the master. */
  Member addGateway(String name, int delayMillis) throws IOException {
    var command =
        site.gateway(name, proxy(name, "master", delayMillis), lease, folder.resolve("spool"));
    return add(name, command);
  }

  /** Starts a worker below the master or a gateway. */
  Member addWorker(String name, String parent, int cores) throws IOException {
    var role = parent.equals("master") ? "master" : "gateway";
    return add(name, site.worker(name, proxy(name, parent, 0), role, lease, cores));
  }

  private int proxy(String child, String parent, int delayMillis) throws IOException {
    var proxy = new Proxy(delayMillis);
    proxies.put(child, proxy);
    parents.put(child, parent);
    return proxy.port();
  }

  private synchronized Member add(String name, List<String> command) throws IOException {
    if (closed) {
      throw new IllegalStateException("it is over");
    }
    var member = new Member(name, jvm, folder, command);
    environment.forEach(member::with);
    members.put(name, member);
    member.start();
    return member;
  }

  Member member(String name) {
    return members.get(name);
  }

  List<Member> members() {
    return List.copyOf(members.values());
  }

  /** The way of a child to its parent. */
  Proxy proxy(String child) {
    return proxies.get(child);
  }

  String parent(String child) {
    return parents.get(child);
  }

  /** Leads every proxy to where the parent listens now. */
  void connect() throws IOException {
    var ports = new TreeMap<String, Integer>();
    for (var way : parents.entrySet()) {
      @Nullable Integer port = ports.get(way.getValue());
      if (port == null) {
        port = members.get(way.getValue()).port();
        ports.put(way.getValue(), port);
      }
      if (port > 0 || members.get(way.getValue()).hasLivedBefore()) {
        proxies.get(way.getKey()).target(port);
      }
    }
  }

  /** Whatever looks like a bug in what they said. */
  List<String> troubles() throws IOException {
    var all = new ArrayList<String>();
    for (var member : members.values()) {
      all.addAll(member.troubles());
    }
    return all;
  }

  /** The ends of what they said. */
  String tails() throws IOException {
    var all = new StringBuilder();
    for (var member : members.values()) {
      all.append(member.tail());
    }
    return all.toString();
  }

  private synchronized void killAll() {
    closed = true;
    members.values().forEach(Member::kill);
  }

  @Override
  public void close() throws IOException {
    killAll();
    for (var proxy : proxies.values()) {
      proxy.close();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running.
    }
  }
}
