package io.strait.apps;

import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import io.strait.kind.code.Settings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A scene rendered by POV-Ray, a strip of rows per task, joined to {@code povray.png}. Settings:
 * {@code width}, {@code height}, and the {@code scene}, a file that the app file names under {@code
 * files}. Workers need the program {@code povray}.
 *
 * <p>Antialiasing is of method 2, which looks at one pixel at a time, without jitter: strips fit
 * together as if the image had been rendered as a whole.
 */
public final class PovRay implements Farm {
  private static final List<String> ALWAYS =
      List.of("+FP8", "-D", "-GD", "-GR", "-GS", "-V", "-P", "+WT1", "+A0.1", "+AM2", "+R2", "-J");
  private static final String SCENE = "scene.pov";
  private static final String IMAGE = "strip.ppm";
  private static final String MESSAGES = "messages";
  private static final int TOLD = 300;

  private Strips strips = new Strips(1, 1, 1);
  private byte[] scene = {};

  @Override
  public void begin(Settings settings) {
    int width = settings.whole("width", 640, 1, 20_000);
    int height = settings.whole("height", 400, 1, 20_000);
    strips = new Strips(width, height, settings.tasks());
    scene = settings.file(settings.text("scene", "scene.pov"));
  }

  /** What POV-Ray is told about this strip; it counts rows from 1. */
  @Override
  public byte[] input(int task) {
    var options =
        "+W%d +H%d +SR%d +ER%d"
            .formatted(
                strips.width(), strips.height(), strips.first(task) + 1, strips.first(task + 1));
    return options.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] compute(int task, byte[] input) throws IOException, InterruptedException {
    if (strips.rows(task) == 0) {
      return new byte[0];
    }
    var folder = Files.createTempDirectory("strait-povray-");
    try {
      Files.write(folder.resolve(SCENE), scene);
      render(folder, new String(input, StandardCharsets.US_ASCII).split(" "));
      return strip(folder.resolve(IMAGE), task);
    } finally {
      for (var name : List.of(SCENE, IMAGE, MESSAGES)) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    }
  }

  private static void render(Path folder, String... options)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("povray", "+I" + SCENE, "+O" + IMAGE));
    line.addAll(ALWAYS);
    line.addAll(List.of(options));
    var messages = folder.resolve(MESSAGES);
    Process process;
    try {
      process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start();
    } catch (IOException e) {
      throw new IOException(
          "povray is not installed, expected it on the path (Debian: apt-get install povray)", e);
    }
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException("povray ended with code %d: %s".formatted(code, last(messages)));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly().onExit().join();
      throw e;
    }
  }

  /** The image is a PPM file of the whole size; rows that were not asked for are empty. */
  private byte[] strip(Path image, int task) throws IOException {
    int row = 3 * strips.width();
    try (var file = new RandomAccessFile(image.toFile(), "r")) {
      var strip = new byte[row * strips.rows(task)];
      file.seek(file.length() - (long) row * (strips.height() - strips.first(task)));
      file.readFully(strip);
      return strip;
    }
  }

  private static String last(Path messages) throws IOException {
    var text = Files.readString(messages, StandardCharsets.ISO_8859_1).strip();
    return text.substring(Math.max(0, text.length() - TOLD)).replaceAll("\\s+", " ");
  }

  @Override
  public void finish(Results results) throws IOException {
    Files.write(results.folder().resolve("povray.png"), Canvas.png(strips.join(results)));
  }
}
