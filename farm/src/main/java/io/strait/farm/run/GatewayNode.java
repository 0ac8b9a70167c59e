package io.strait.farm.run;

import io.strait.farm.journal.Members;
import io.strait.farm.journal.Spools;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Gateway;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.protocol.Master;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.task.Reducer;
import io.strait.transport.Folders;
import io.strait.transport.store.Disk;
import io.strait.transport.store.Log;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A gateway with a spool on a real disk. */
public final class GatewayNode implements AutoCloseable {
  private static final long SEGMENT = 64L << 20;

  private final String name;
  private final FarmLog log;
  private final Path folder;
  private final Loop loop;
  private volatile UnaryOperator<String> tokens = given -> given;
  private final Gateway gateway;
  private final MembersFile members;
  private volatile CompletableFuture<NodeEnd> ending = new CompletableFuture<>();
  private volatile @Nullable Log spool;
  private volatile @Nullable Path spoolFolder;

  /**
   * @param spools the folder under which every run has a spool
   * @param parent connects to the parent, given the loop that is to hear of it
   * @param reducers makes reducers from the spec of a run
   * @param guard says why a child may not join, or null
   */
  public GatewayNode(
      String name,
      String token,
      ProtocolSettings settings,
      FarmLog log,
      Path spools,
      Function<Loop, NodeLink> parent,
      Function<byte[], @Nullable Supplier<Reducer>> reducers,
      Function<Message.Hello, @Nullable String> guard) {
    this.name = name;
    this.log = log;
    this.folder = spools;
    this.members = new MembersFile(spools, name, log);
    this.loop = new Loop(name);
    var host = new LiveHost(name, log, () -> parent.apply(loop), given -> tokens.apply(given));
    this.gateway =
        new Gateway(
            host,
            settings,
            WorkerNode.hello(name, token, Message.Role.GATEWAY, 0),
            ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE),
            new Spools() {
              @Override
              public Disk open(String run, Visitor visitor) {
                return GatewayNode.this.open(run, visitor);
              }

              @Override
              public Members members() {
                return members.open();
              }
            },
            reducers,
            guard);
  }

  /** What may be part of a file's name. */
  static String fileName(String text) {
    return text.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private Disk open(String run, Spools.Visitor visitor) {
    try {
      var place = folder.resolve("run-" + fileName(run)).resolve("gateway-" + fileName(name));
      var opened = Log.open(place, SEGMENT, new DiskListener(loop, this::warn, gateway::durable));
      opened.recover(visitor::record);
      spool = opened;
      spoolFolder = place;
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException("its spool cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Warns people here and at home. */
  public void warn(String warning) {
    log.note(Level.WARNING, name, warning);
    loop.post(() -> gateway.tell(warning));
  }

  /** What children connect to. */
  public Loop loop() {
    return loop;
  }

  /** Reads the token anew at every dial, for a file may have a newer one. */
  public void tokens(UnaryOperator<String> newest) {
    tokens = newest;
  }

  /** Begins to work; the future tells how it ended. */
  public CompletableFuture<NodeEnd> start() {
    ending =
        loop.startChild(
            gateway,
            () -> {
              @Nullable String reason = gateway.ended();
              return reason == null ? null : new NodeEnd(reason, gateway.isRefused(), 0);
            });
    return ending;
  }

  /** Takes no tasks any more, delivers what its children compute, and leaves. */
  public void drain() {
    loop.post(gateway::drain);
  }

  /** When the run is over, nobody will ask for what was kept. */
  private void forgetSpool() throws IOException {
    var place = spoolFolder;
    if (place == null || !ending.isDone() || ending.isCompletedExceptionally()) {
      return;
    }
    if (ending.join().reason().equals(Master.OVER)) {
      Folders.delete(place);
      members.delete();
      Folders.deleteEmpty(folder.relativize(place).getNameCount() > 1 ? place.getParent() : null);
      Folders.deleteEmpty(folder);
    }
  }

  @Override
  public void close() {
    loop.close();
    var open = spool;
    if (open != null) {
      try {
        open.close();
        forgetSpool();
      } catch (IOException e) {
        log.note(Level.WARNING, name, "the spool could not be closed: " + e.getMessage());
      }
    }
  }
}
