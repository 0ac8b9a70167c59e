package io.strait.farm.run;

import io.strait.farm.protocol.Host.Level;
import io.strait.model.text.Printable;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

/** What happened, as one JSON object to a line; warnings also go where people look. */
public final class FarmLog implements AutoCloseable {
  private static final JsonFactory JSON = new JsonFactory();

  private final @Nullable FileChannel out;
  private final Consumer<String> people;
  private final boolean details;

  private FarmLog(@Nullable FileChannel out, Consumer<String> people, boolean details) {
    this.out = out;
    this.people = people;
    this.details = details;
  }

  /**
   * A log in a file, which is made or gone on with.
   *
   * @param people gets warnings
   */
  public static FarmLog file(Path file, Consumer<String> people) throws IOException {
    return new FarmLog(
        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND)),
        people,
        false);
  }

  /** A log that keeps nothing. */
  public static FarmLog people(Consumer<String> people, boolean details) {
    return new FarmLog(null, people, details);
  }

  /**
   * Notes what happened at a node. Much of it was said by others, so it is kept to a line, and
   * cannot play with a terminal.
   */
  public synchronized void note(Level level, String node, String words) {
    var event = Printable.line(words);
    boolean said = level == Level.WARNING || (details && level == Level.INFO);
    if (said) {
      people.accept(Printable.line(node) + ": " + event);
    }
    if (out == null || level == Level.DETAIL) {
      return;
    }
    try {
      var line = new StringWriter();
      try (var json = JSON.createGenerator(tools.jackson.core.ObjectWriteContext.empty(), line)) {
        json.writeStartObject();
        json.writeStringProperty("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        json.writeStringProperty("level", level.name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("node", node);
        json.writeStringProperty("event", event);
        json.writeEndObject();
      }
      append(out, (line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // A full disk must not end the run; the journal has what counts.
      if (!said) {
        people.accept(node + ": " + event);
      }
    }
  }

  /** Writes a line whole or not at all. */
  private static void append(FileChannel to, byte[] line) throws IOException {
    long before = to.size();
    try {
      var bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
    } catch (IOException e) {
      to.truncate(before);
      throw e;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
