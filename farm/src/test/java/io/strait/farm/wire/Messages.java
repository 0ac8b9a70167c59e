package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Messages by chance, of every kind. */
public final class Messages {
  private static final int KINDS = 22;

  private Messages() {}

  static Envelope envelope(Random random) {
    return new Envelope(random.nextLong(), number(random), message(random, 1 << 20));
  }

  /**
   * A message.
   *
   * @param tasks most numbers are below
   */
  public static Message message(Random random, int tasks) {
    return switch (random.nextInt(KINDS)) {
      case 0 ->
          new Message.Hello(
              number(random),
              number(random),
              text(random),
              text(random),
              random.nextBoolean() ? Message.Role.GATEWAY : Message.Role.WORKER,
              number(random),
              random.nextLong(),
              number(random));
      case 1 -> new Message.Holding(ids(random, tasks));
      case 2 -> new Message.Want(number(random));
      case 3 -> new Message.Results(parts(random, tasks));
      case 4 -> new Message.Offer(number(random), kind(random), ids(random, tasks), number(random));
      case 5 -> new Message.Chunk(number(random), number(random), bytes(random));
      case 6 -> new Message.Returned(ids(random, tasks));
      case 7 -> new Message.Leaving(text(random));
      case 8 ->
          new Message.Welcome(
              number(random),
              number(random),
              text(random),
              number(random),
              number(random),
              number(random),
              number(random),
              number(random),
              bytes(random));
      case 9 -> new Message.Refused(text(random), random.nextBoolean());
      case 10 -> tasks(random);
      case 11 -> new Message.Fetch(number(random));
      case 12 -> new Message.Ack(ids(random, tasks));
      case 13 -> new Message.Reject(number(random), ids(random, tasks));
      case 14 -> new Message.Cancel(ids(random, tasks));
      case 15 -> new Message.Finished(text(random));
      case 16 -> trace(random);
      case 17 -> new Message.Notice(List.of(text(random), text(random)), text(random));
      case 18 -> new Message.Stock(number(random), number(random));
      case 19 ->
          new Message.Paces(
              List.of(text(random), text(random)), new long[] {number(random), number(random)});
      case 20 -> new Message.Crew(number(random));
      default -> new Message.Beat(random.nextLong(), random.nextInt(3) == 0 ? 1 : 0);
    };
  }

  private static Message trace(Random random) {
    int count = random.nextInt(5);
    var failed = new boolean[count];
    for (int i = 0; i < count; i++) {
      failed[i] = random.nextBoolean();
    }
    return new Message.Trace(
        random.nextBoolean() ? List.of(text(random)) : List.of(text(random), text(random)),
        Message.Trace.Event.of(random.nextInt(4)),
        random.ints(count, 0, 1000).toArray(),
        random.longs(count).toArray(),
        random.longs(count).toArray(),
        failed,
        number(random),
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        text(random));
  }

  /** A number from 0 on; small ones and the largest are likely. */
  static int number(Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> Integer.MAX_VALUE - random.nextInt(2);
      case 1 -> random.nextInt(Integer.MAX_VALUE);
      default -> random.nextInt(1 << random.nextInt(1, 10));
    };
  }

  static IdSet ids(Random random, int below) {
    if (random.nextInt(20) == 0) {
      return IdSet.ofRanges(new int[] {random.nextInt(below), Integer.MAX_VALUE - 1});
    }
    var ids = new int[random.nextInt(8)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = random.nextInt(below + 1);
    }
    return IdSet.of(ids, ids.length);
  }

  private static Part.Kind kind(Random random) {
    return Part.Kind.of(random.nextInt(3));
  }

  private static List<Part> parts(Random random, int tasks) {
    var parts = new ArrayList<Part>();
    for (int i = random.nextInt(4); i > 0; i--) {
      parts.add(new Part(number(random), kind(random), ids(random, tasks), bytes(random)));
    }
    return parts;
  }

  private static Message tasks(Random random) {
    int count = random.nextInt(5);
    var ids = new int[count];
    var attempts = new byte[count];
    var inputs = new byte[count][];
    for (int i = 0; i < count; i++) {
      ids[i] = number(random);
      attempts[i] = (byte) random.nextInt();
      inputs[i] = bytes(random);
    }
    return new Message.Tasks(ids, attempts, inputs);
  }

  private static byte[] bytes(Random random) {
    var bytes = new byte[random.nextInt(4) == 0 ? 8 : random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(Random random) {
    return random
        .ints(random.nextInt(12), 0, 0x2fff)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
