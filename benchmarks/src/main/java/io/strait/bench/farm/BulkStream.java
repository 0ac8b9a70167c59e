package io.strait.bench.farm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A limit for bulk results: a connection with TLS between two JVMs and nothing of a farm. The
 * receiver asks for results, the sender sends the same bytes again and again.
 */
final class BulkStream implements FarmUnderTest {
  private static final int RESULTS = 300;
  private static final int SECONDS = 60;
  private static final List<String> JVM = List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED");

  /** What the connection is. */
  enum Kind {
    GRPC("one stream, chunks of 256 KiB"),
    TLS("TLS 1.3, AES-128-GCM");

    private final String setting;

    Kind(String setting) {
      this.setting = setting;
    }
  }

  private final Kind kind;
  private final Program receiver;
  private final Program sender;

  private BulkStream(Kind kind, Program receiver, Program sender) {
    this.kind = kind;
    this.receiver = receiver;
    this.sender = sender;
  }

  static BulkStream open(Kind kind) {
    var key = Program.FOLDER.resolve(name(kind) + ".p12");
    try {
      Certificate.make(key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var receiver = start(kind, "receiver", key.toString());
    try {
      var port = Integer.toString((int) receiver.answer(SECONDS)[0]);
      return new BulkStream(kind, receiver, start(kind, "sender", key.toString(), port));
    } catch (RuntimeException e) {
      receiver.close();
      throw e;
    }
  }

  private static Program start(Kind kind, String role, String... arguments) {
    var command = new ArrayList<>(List.of(BulkStream.class.getName(), kind.name()));
    command.addAll(List.of(arguments));
    var classpath = System.getProperty("java.class.path");
    return Program.java(name(kind) + "-" + role, JVM, classpath, command.toArray(new String[0]));
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT) + "-stream";
  }

  @Override
  public String name() {
    return name(kind);
  }

  @Override
  public String setting() {
    return kind.setting;
  }

  @Override
  public int bulkTasks() {
    return RESULTS;
  }

  @Override
  public double bulkRate() {
    return RESULTS / receiver.ask(Integer.toString(RESULTS), SECONDS)[0];
  }

  @Override
  public List<Long> processes() {
    return List.of(receiver.pid(), sender.pid());
  }

  @Override
  public void close() {
    sender.close();
    receiver.close();
  }

  /** An end in a process of its own: {@code KIND KEY} receives, {@code KIND KEY PORT} sends. */
  public static void main(String[] args)
      throws GeneralSecurityException, IOException, InterruptedException {
    var kind = Kind.valueOf(args[0]);
    var certificate = Certificate.read(Path.of(args[1]));
    if (args.length == 2) {
      receive(
          switch (kind) {
            case GRPC -> new GrpcEnds(certificate);
            case TLS -> new TlsEnds(certificate);
          });
      return;
    }
    int port = Integer.parseInt(args[2]);
    switch (kind) {
      case GRPC -> GrpcEnds.send(certificate, port);
      case TLS -> TlsEnds.send(certificate, port);
    }
  }

  private static void receive(BulkReceiver receiver) throws IOException, InterruptedException {
    System.out.println("answer " + receiver.port());
    receiver.connect();
    var questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (var line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println("answer " + receiver.seconds(Integer.parseInt(line)));
    }
    // Threads of a server would keep the process.
    System.exit(0);
  }
}
