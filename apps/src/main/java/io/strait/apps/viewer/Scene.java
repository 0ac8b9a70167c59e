package io.strait.apps.viewer;

import io.strait.kind.code.Settings;

/**
 * The settings of a viewer.
 *
 * @param seed of the world
 * @param quality samples per pixel along either side
 * @param speed how far the eye moves in a frame, in metres
 * @param above how high the eye flies above the ground, in metres
 * @param look how far it looks down, in degrees
 * @param tiles how many tiles of terrain are sent per frame
 * @param palette whether a pixel is one byte instead of three
 * @param frames every how many frames one is written as a file; 0 for none
 * @param page the port of the live page; 0 for any, -1 for no page
 * @param work how often terrain, trace and display each do their work, which makes them slower
 */
public record Scene(
    int seed,
    int width,
    int height,
    int quality,
    double speed,
    double above,
    double look,
    int tiles,
    boolean palette,
    int frames,
    int page,
    Work work) {

  /** How often calculations do their work. */
  public record Work(int terrain, int trace, int display) {}

  private static final int MOST_WORK = 10_000;
  private static final String NO_PAGE = "none";

  /** Reads the settings of an app file. */
  public static Scene of(Settings settings) {
    return new Scene(
        settings.whole("seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE),
        settings.whole("width", 256, 8, 8192),
        settings.whole("height", 256, 8, 8192),
        settings.whole("quality", 2, 1, 8),
        settings.number("speed", 6, 0, 1000),
        settings.number("above", 260, 20, 1000),
        settings.number("look", 8, -20, 60),
        settings.whole("tiles", 32, 1, 4096),
        settings.choice("colours", "rgb", "palette").equals("palette"),
        settings.whole("frames", 1, 0, 1_000_000),
        settings.text("page", NO_PAGE).equals(NO_PAGE) ? -1 : settings.whole("page", 0, 0, 65535),
        new Work(
            settings.whole("terrain-work", 1, 1, MOST_WORK),
            settings.whole("trace-work", 1, 1, MOST_WORK),
            settings.whole("display-work", 1, 1, MOST_WORK)));
  }

  int pixelBytes() {
    return palette ? 1 : 3;
  }

  /**
   * The columns of the frame in the order in which they are dealt to the tracers. Neighbours are
   * far apart in the frame, about as the golden section divides it, so that equal shares cost
   * equally much whatever is seen left and right.
   */
  int[] columns() {
    int step = Math.max(1, (int) Math.rint(0.618034 * width));
    while (divisor(step, width) > 1) {
      step--;
    }
    var columns = new int[width];
    for (int i = 1; i < width; i++) {
      columns[i] = (columns[i - 1] + step) % width;
    }
    return columns;
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** How many columns are dealt before a share of the frame begins. */
  int dealt(double share) {
    return (int) Math.floor(share * width + 0.5 + 1e-9); // 1e-9: shares are quotients
  }
}
