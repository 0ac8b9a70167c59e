package io.strait.apps.viewer;

import io.strait.program.run.Program;

/** Renders the columns that are dealt to a part's share of every frame. */
public final class Tracer implements Program.Code {
  private final Scene scene;
  private final int[] columns;
  private final int from;
  private final int to;
  private final Posts posts;
  private final Flight flight;
  private final ColumnTracer tracer;
  private final int[] pixels;
  private final byte[] out;

  /**
   * A tracer of the columns between two shares of the frame.
   *
   * @param from from 0 to 1
   */
  public Tracer(Scene scene, double from, double to) {
    this.scene = scene;
    this.columns = scene.columns();
    this.from = scene.dealt(from);
    this.to = scene.dealt(to);
    var field = new HeightField(scene.seed());
    var background = Posts.background(field);
    this.posts = new Posts(background);
    this.flight = new Flight(scene, field, background);
    this.tracer = new ColumnTracer(scene, posts);
    this.pixels = new int[scene.height()];
    this.out = new byte[(this.to - this.from) * scene.height() * scene.pixelBytes()];
  }

  @Override
  public void run(Program.Unit unit) {
    unit.send("display", 0, render(unit.number(), unit.input("terrain", 0)), 0, out.length);
  }

  /** The columns of a frame; valid until the next. */
  byte[] render(long frame, byte[] terrain) {
    TileMessage.read(terrain, posts);
    var eye = flight.at(frame);
    int at = 0;
    for (int i = from; i < to; i++) {
      int column = columns[i];
      for (int work = 0; work < scene.work().trace(); work++) {
        tracer.column(eye, column, pixels);
      }
      for (int row = 0; row < scene.height(); row++) {
        int rgb = pixels[row];
        if (scene.palette()) {
          out[at++] = Palette.index(rgb, column, row);
        } else {
          out[at++] = (byte) (rgb >> 16);
          out[at++] = (byte) (rgb >> 8);
          out[at++] = (byte) rgb;
        }
      }
    }
    return out;
  }
}
