package io.strait.farm.run;

import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.protocol.Master;
import io.strait.farm.protocol.Observer;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.transport.store.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A master with a journal on a real disk. */
public final class MasterNode implements AutoCloseable {
  private static final long SEGMENT = 64L << 20;

  private final Loop loop;
  private final Log journal;
  private final Master master;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> alone = new CompletableFuture<>();

  /** Questions that wait for their answers. */
  private final Map<Long, CompletableFuture<?>> asked = new ConcurrentHashMap<>();

  private final AtomicLong questions = new AtomicLong();

  /**
   * Opens the journal, which an earlier master may have begun.
   *
   * @param guard says why a child may not join, or null
   * @param observer is told what happens, by the loop's thread
   * @throws IOException if the journal cannot be used
   */
  public MasterNode(
      ProtocolSettings settings,
      FarmWork work,
      FarmLog log,
      Path folder,
      Function<Message.Hello, @Nullable String> guard,
      Observer observer)
      throws IOException {
    loop = new Loop("master");
    journal =
        Log.openUncached(
            folder,
            SEGMENT,
            new DiskListener(
                loop,
                warning -> log.note(Level.WARNING, "master", warning),
                position -> durable(position)));
    var known = new Journal(work);
    journal.recover(known::read);
    var host =
        new LiveHost(
            "master",
            log,
            () -> {
              throw new IllegalStateException("a master has no parent");
            });
    master = new Master(host, settings, work, journal, known, guard);
    master.observe(observer);
  }

  private void durable(long position) {
    master.durable(position);
  }

  /** What children connect to. */
  public Loop loop() {
    return loop;
  }

  /** Begins to work; the future ends when all is done, or the run has failed. */
  public CompletableFuture<@Nullable Void> start() {
    loop.start(
        master,
        () -> {
          if (master.isComplete() || master.isFailed()) {
            ended.complete(null);
          }
          if (master.isDismissed() && !master.isAnyThere()) {
            alone.complete(null);
          }
          @Nullable Throwable failure = loop.failure();
          if (failure != null) {
            ended.completeExceptionally(failure);
            asked.values().forEach(answer -> answer.completeExceptionally(failure));
          }
        });
    return ended;
  }

  /** Ends when all children were dismissed and have left. */
  public CompletableFuture<@Nullable Void> alone() {
    return alone;
  }

  /** Asks the master something, from its own thread. */
  public <T> T ask(Function<Master, T> question) {
    var answer = new CompletableFuture<T>();
    long number = questions.incrementAndGet();
    asked.put(number, answer);
    try {
      loop.post(
          () -> {
            try {
              answer.complete(question.apply(master));
            } catch (RuntimeException | Error e) {
              answer.completeExceptionally(e);
            }
          });
      @Nullable Throwable failure = loop.failure();
      if (failure != null) {
        answer.completeExceptionally(failure);
      }
      return answer.join();
    } finally {
      asked.remove(number);
    }
  }

  /** Tells the master something. */
  public void tell(Consumer<Master> news) {
    loop.post(() -> news.accept(master));
  }

  /** After the loop has ended: what came out. */
  public Master master() {
    return master;
  }

  @Override
  public void close() throws IOException {
    loop.close();
    journal.close();
  }
}
