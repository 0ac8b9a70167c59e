package io.strait.apps.viewer;

import io.strait.program.run.Program;
import io.strait.view.Png;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the columns of all tracers together, and writes and shows the frames. */
public final class Display implements Program.Code {
  private final Scene scene;
  private final Path folder;
  private final @Nullable LivePage page;
  private final int[] columns;
  private final int[] pixels;
  private final int[] line;

  /**
   * A display that leaves its frames in a folder, as {@code frames/00000.png} and so on.
   *
   * @param units how many frames there will be
   * @param promised frames per second that the plan promises; 0 if it promises nothing
   * @param say takes the address of the page
   * @throws IOException if the folder cannot be made or the page not be opened
   */
  public Display(Scene scene, int units, double promised, Path folder, Consumer<String> say)
      throws IOException {
    this.scene = scene;
    this.folder = folder.resolve("frames");
    this.columns = scene.columns();
    this.pixels = new int[scene.width() * scene.height()];
    this.line = new int[scene.width()];
    if (scene.frames() > 0) {
      Files.createDirectories(this.folder);
    }
    this.page = scene.page() < 0 ? null : LivePage.open(scene, units, promised);
    if (page != null) {
      Files.writeString(folder.resolve("page.txt"), page.address() + "\n");
      say.accept("strait: the view is live at " + page.address());
    }
  }

  @Override
  public void run(Program.Unit unit) throws IOException {
    int painted = 0;
    for (int part = 0; part < unit.parts("trace"); part++) {
      painted += paint(unit.input("trace", part), painted);
    }
    if (painted != scene.width()) {
      throw new IOException(
          "%d columns came for frame %d, expected %d"
              .formatted(painted, unit.number(), scene.width()));
    }
    boolean written = scene.frames() > 0 && unit.number() % scene.frames() == 0;
    if (written || page != null) {
      var png = png();
      if (written) {
        Files.write(folder.resolve("%05d.png".formatted(unit.number())), png);
      }
      if (page != null) {
        page.show(unit.number(), png);
      }
    }
  }

  /** Paints a part's columns, dealt from a place on, and says how many there are. */
  private int paint(byte[] part, int from) throws IOException {
    int bytes = scene.height() * scene.pixelBytes();
    int count = part.length / bytes;
    if (count * bytes != part.length || from + count > scene.width()) {
      throw new IOException(
          "%d bytes came from a tracer, expected whole columns of %d bytes, at most %d of them"
              .formatted(part.length, bytes, scene.width() - from));
    }
    int at = 0;
    for (int dealt = from; dealt < from + count; dealt++) {
      for (int i = columns[dealt]; i < pixels.length; i += scene.width()) {
        if (scene.palette()) {
          pixels[i] = Palette.rgb(part[at++]);
        } else {
          pixels[i] = (part[at] & 0xff) << 16 | (part[at + 1] & 0xff) << 8 | (part[at + 2] & 0xff);
          at += 3;
        }
      }
    }
    return count;
  }

  private byte[] png() throws IOException {
    byte[] bytes = {};
    for (int work = 0; work < scene.work().display(); work++) {
      try (var png = new Png(scene.width(), scene.height())) {
        for (int row = 0; row < scene.height(); row++) {
          System.arraycopy(pixels, row * scene.width(), line, 0, scene.width());
          png.row(line);
        }
        bytes = png.finish();
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    if (page != null) {
      page.close();
    }
  }
}
