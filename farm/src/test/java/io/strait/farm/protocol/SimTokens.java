package io.strait.farm.protocol;

import io.strait.farm.journal.Member;
import io.strait.farm.journal.Members;
import io.strait.farm.message.Message;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Peer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a {@link World}: in half of them they expire at some moment. Nodes may have
 * certificates. One that is refused gets another token from a person.
 */
final class SimTokens {
  static final String EXPIRED = "its token expired";
  static final String NEW = "new";

  private final long end;
  private final boolean certificates;
  private final World world;

  /** Who has joined each gateway; a file that survives crashes. */
  private final Map<String, List<Member>> files = new HashMap<>();

  int refusals;

  SimTokens(World world, long seed, long latest) {
    var random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L);
    this.world = world;
    this.end = random.nextBoolean() ? random.nextLong(latest) : Long.MAX_VALUE;
    this.certificates = random.nextInt(3) > 0;
  }

  @Nullable String guard(Message.Hello hello) {
    return world.now >= end && !hello.token().equals(NEW) ? EXPIRED : null;
  }

  @Nullable Peer peer(SimNode child, boolean isWorker) {
    return certificates
        ? Peer.of(child.name, isWorker ? NodeRole.WORKER : NodeRole.GATEWAY, "of " + child.name)
        : null;
  }

  Members of(SimNode gateway) {
    var file = files.computeIfAbsent(gateway.name, name -> new CopyOnWriteArrayList<>());
    return new Members(file, file::add);
  }

  /** A parent sends something: whom it has let in before it must not refuse. */
  boolean isWrong(SimNode parent, String child, Message message) {
    if (!(message instanceof Message.Refused refused) || !refused.reason().equals(EXPIRED)) {
      return false;
    }
    refusals++;
    return certificates
        && (parent.parent == null ? parent.members() : files.getOrDefault(parent.name, List.of()))
            .stream().anyMatch(member -> member.name().equals(child));
  }
}
