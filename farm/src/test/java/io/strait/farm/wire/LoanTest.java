package io.strait.farm.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Frame;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Large messages over a real connection, where chunks stay in the buffers of the network. */
@Tag("real")
class LoanTest {
  /** Keeps what comes. */
  private static final class Desk implements Inbox {
    private record Arrived(Message message, Runnable handled) {}

    private final BlockingQueue<NodeLink> links = new LinkedBlockingQueue<>();
    private final BlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();

    @Override
    public void accepted(NodeLink link) {}

    @Override
    public void connected(NodeLink link) {
      links.add(link);
    }

    @Override
    public void received(NodeLink link, Envelope envelope, Runnable handled) {
      arrived.add(new Arrived(envelope.message(), handled));
    }

    @Override
    public void ready(NodeLink link) {}

    @Override
    public void closed(NodeLink link, String why) {}

    Arrived next() throws InterruptedException {
      var next = arrived.poll(20, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      return next;
    }
  }

  @Test
  void whatIsLentIsWhatWasSent() throws Exception {
    var random = new Random(1);
    var sent = new ArrayList<Message>();
    sent.add(new Message.Want(1));
    for (int size : new int[] {10, 70_000, 256 << 10, 100_000, 256 << 10, 600_000, 65_536}) {
      var bytes = new byte[size];
      random.nextBytes(bytes);
      sent.add(new Message.Chunk(7, size / 2, bytes));
      sent.add(new Message.Want(size));
    }
    // The last frame of such a message may begin like a chunk.
    var sixes = new byte[3 * Frame.MOST - 100_000];
    Arrays.fill(sixes, (byte) 6);
    sent.add(new Message.Chunk(9, 0, sixes));
    var there = new Desk();
    var here = new Desk();
    try (var listener = Links.listen(new InetSocketAddress("localhost", 0), null, there);
        var dialler = new Dialler(new InetSocketAddress("localhost", listener.port()), null)) {
      Links.dial(dialler, here);
      var link = here.links.poll(20, TimeUnit.SECONDS);
      assertThat(link).isNotNull();
      for (int i = 0; i < sent.size(); i++) {
        link.send(new Envelope(5, i, sent.get(i)));
      }
      List<Desk.Arrived> kept = new ArrayList<>();
      for (int i = 0; i < sent.size(); i++) {
        kept.add(there.next());
      }
      // All of them are looked at only now: none may have been used for another meanwhile.
      for (int i = 0; i < sent.size(); i++) {
        assertThat(Codec.encode(new Envelope(5, i, kept.get(i).message())))
            .isEqualTo(Codec.encode(new Envelope(5, i, sent.get(i))));
        kept.get(i).handled().run();
      }
      assertThat(kept.stream().filter(LoanTest::isOutsideTheHeap).count()).isEqualTo(5);
    }
  }

  private static boolean isOutsideTheHeap(Desk.Arrived arrived) {
    return arrived.message() instanceof Message.Chunk chunk
        && Arrays.stream(chunk.piece().buffers()).allMatch(buffer -> buffer.isDirect());
  }
}
