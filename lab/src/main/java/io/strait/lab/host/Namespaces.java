package io.strait.lab.host;

import io.strait.lab.relay.Hosts;
import io.strait.model.text.InputException;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The network namespaces of a lab's hosts: {@code lab:NAME:HOST}, with the names of all hosts in
 * the {@code /etc/hosts} that programs see inside.
 *
 * @param lab its name
 */
public record Namespaces(String lab) {
  /** The device of every host. */
  public static final String DEVICE = "eth0";

  private static final Path FILES = Path.of("/run/netns");
  private static final Path ETC = Path.of("/etc/netns");
  private static final int MTU = 1500;

  /** So many packets may wait until the relay takes them: a burst of a fast network. */
  private static final int QUEUE = 5000;

  /** The namespace of a host. */
  public String of(String host) {
    return "lab:%s:%s".formatted(lab, host);
  }

  /** The file of a host's namespace. */
  public Path file(String host) {
    return FILES.resolve(of(host));
  }

  /** Refuses to make namespaces where others have made some of these names. */
  public void checkFree(Hosts hosts) {
    for (var host : hosts.all()) {
      var etc = ETC.resolve(of(host.name()));
      if (Files.exists(file(host.name())) || Files.exists(etc)) {
        throw new InputException(
            "the namespace %s is there already, expected another --lab".formatted(of(host.name())));
      }
    }
  }

  /** Makes the namespaces, without devices. */
  public void make(Hosts hosts) throws IOException {
    var names = names(hosts);
    var commands = new ArrayList<String>();
    for (var host : hosts.all()) {
      var etc = Files.createDirectories(ETC.resolve(of(host.name())));
      Files.writeString(etc.resolve("hosts"), names, StandardCharsets.UTF_8);
      Files.writeString(etc.resolve("resolv.conf"), "", StandardCharsets.UTF_8);
      commands.add("netns add " + of(host.name()));
    }
    Ip.batch(commands);
  }

  private static String names(Hosts hosts) {
    var names = new StringBuilder("127.0.0.1 localhost\n");
    for (var host : hosts.all()) {
      names.append(host.address()).append(' ').append(host.name()).append('\n');
    }
    return names.toString();
  }

  /** Gives the device of a host its address and switches it on. */
  public void configure(Hosts.Host host) throws IOException {
    Ip.batch(
        of(host.name()),
        List.of(
            "link set lo up",
            "link set %s mtu %d txqueuelen %d addrgenmode none".formatted(DEVICE, MTU, QUEUE),
            "addr add %s/8 dev %s".formatted(host.address(), DEVICE),
            "link set %s up".formatted(DEVICE)));
  }

  /** Removes the namespaces of these hosts, as far as they are there. */
  public void remove(List<String> hosts) throws IOException {
    Ip.tryBatch(
        hosts.stream()
            .filter(host -> Files.exists(file(host)))
            .map(host -> "netns del " + of(host))
            .toList());
    for (var host : hosts) {
      Folders.delete(ETC.resolve(of(host)));
    }
    Folders.deleteEmpty(ETC);
  }

  /** What starts a command inside a host, with the host's name and its quota. */
  public List<String> inside(String host, List<String> command) {
    var all = new ArrayList<String>();
    @Nullable Path quota = new Quotas(lab).members(host);
    if (quota != null) {
      all.addAll(List.of("sh", "-c", "echo $$ >\"$0\"; exec \"$@\"", quota.toString()));
    }
    all.addAll(List.of("ip", "netns", "exec", of(host), "unshare", "--uts"));
    var show = quota == null ? "" : Quotas.show();
    all.addAll(
        List.of("sh", "-c", show + "echo \"$0\" >/proc/sys/kernel/hostname; exec \"$@\"", host));
    all.addAll(command);
    return all;
  }
}
