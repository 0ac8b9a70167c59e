package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A network device of a namespace whose packets this process reads and writes. */
public final class Tun implements AutoCloseable {
  /** The file that makes such devices. */
  public static final Path DEVICE = Path.of("/dev/net/tun");

  private static final long SET_INTERFACE = 0x400454caL;
  private static final short TUN_WITHOUT_HEADER = 0x1001;
  private static final int REQUEST = 40;
  private static final int NAME = 16;

  private final int file;

  private Tun(int file) {
    this.file = file;
  }

  /**
   * Makes a device.
   *
   * @param namespace the file of a network namespace
   * @param name of the device in it
   * @param control what governs the windows of TCP there
   */
  public static Tun open(Path namespace, String name, CongestionControl control)
      throws IOException {
    var made = new AtomicReference<@Nullable Tun>();
    var failed = new AtomicReference<@Nullable IOException>();
    // A thread that has entered a namespace stays there, so each has one of its own.
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    enter(namespace);
                    control.set();
                    made.set(here(name));
                  } catch (IOException e) {
                    failed.set(e);
                  }
                });
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    var tun = made.get();
    if (tun == null) {
      throw new IOException("a device for %s cannot be made".formatted(namespace), failed.get());
    }
    return tun;
  }

  private static void enter(Path namespace) throws IOException {
    int file = Linux.open(namespace.toString(), Linux.CLOEXEC);
    try {
      Linux.enterNetwork(file);
    } finally {
      Linux.close(file);
    }
  }

  private static Tun here(String name) throws IOException {
    int file = Linux.open(DEVICE.toString(), Linux.READ_WRITE | Linux.NONBLOCK | Linux.CLOEXEC);
    try (var arena = Arena.ofConfined()) {
      var request = arena.allocate(REQUEST);
      MemorySegment.copy(arena.allocateFrom(name), 0, request, 0, name.length());
      request.set(JAVA_SHORT, NAME, TUN_WITHOUT_HEADER);
      Linux.ioctl(DEVICE.toString(), file, SET_INTERFACE, request);
      return new Tun(file);
    } catch (IOException | RuntimeException e) {
      Linux.close(file);
      throw e;
    }
  }

  int file() {
    return file;
  }

  @Override
  public void close() {
    Linux.close(file);
  }
}
