package io.strait.apps.viewer;

import io.strait.program.run.Program;
import java.util.Arrays;

/**
 * Sends the tiles around the eye: of every level those that are near enough to be seen in its
 * detail and lie in the direction of the view. A message has a fixed number of them: those first
 * that were never sent, coarse before fine, then those that were sent longest ago.
 */
public final class TerrainServer implements Program.Code {
  /** Within so many posts of a level a tracer may ask for it; the window has 256 to each side. */
  private static final double REACH = 2 * Posts.NEAR + 12;

  /** The cosine of the angle from the view's direction within which tiles are sent. */
  private static final double CONE = 0.42;

  private static final int MARGIN = 160;
  private static final long NEVER = -1;

  private final Scene scene;
  private final HeightField field;
  private final Flight flight;
  private final float[] background;
  private final int[][] sent = new int[Posts.BACKGROUND][Posts.TILES * Posts.TILES];
  private final long[][] when = new long[Posts.BACKGROUND][Posts.TILES * Posts.TILES];
  private long[] wanted = new long[1024];
  private int count;

  public TerrainServer(Scene scene) {
    this.scene = scene;
    this.field = new HeightField(scene.seed());
    this.background = Posts.background(field);
    this.flight = new Flight(scene, field, background);
    for (var level : sent) {
      Arrays.fill(level, -1);
    }
  }

  @Override
  public void run(Program.Unit unit) {
    unit.send("trace", message(unit.number()));
  }

  /** What the tracers need for a frame. */
  byte[] message(long frame) {
    var eye = flight.at(frame);
    count = 0;
    for (int level = 0; level < Posts.BACKGROUND; level++) {
      want(level, eye);
    }
    Arrays.sort(wanted, 0, count);
    int tiles = Math.min(count, scene.tiles());
    var message = TileMessage.begin(tiles);
    for (int i = 0; i < tiles; i++) {
      int level = Posts.BACKGROUND - 1 - (int) (wanted[i] >>> 20 & 0xf);
      int column = (int) (wanted[i] >>> 10 & 0x3ff);
      int row = (int) (wanted[i] & 0x3ff);
      for (int work = 0; work < scene.work().terrain(); work++) {
        TileMessage.write(message, i, field, level, column, row);
      }
      int slot = Posts.slot(column, row);
      sent[level][slot] = column << 16 | row;
      when[level][slot] = frame;
    }
    return message;
  }

  /** Notes the tiles of a level that can be seen, with what they are to be sorted by. */
  private void want(int level, Flight.Eye eye) {
    double side = TileMessage.SIDE << level;
    double reach = REACH * (1 << level) + 0.75 * side;
    int mask = TileMessage.tilesAcross(level) - 1;
    int middleX = (int) Math.floor(eye.x() / side);
    int middleZ = (int) Math.floor(eye.z() / side);
    int most = Posts.TILES / 2;
    for (int j = -most; j < most; j++) {
      for (int i = -most; i < most; i++) {
        double x = (middleX + i + 0.5) * side - eye.x();
        double z = (middleZ + j + 0.5) * side - eye.z();
        double ground = Posts.background(background, x + eye.x(), z + eye.z());
        double y = Math.max(0, eye.y() - ground - 0.5 * side - MARGIN);
        double flat = Math.sqrt(x * x + z * z);
        boolean near = x * x + y * y + z * z < reach * reach;
        boolean ahead = x * eye.dx() + z * eye.dz() > CONE * flat - side;
        if (near && ahead) {
          add(level, middleX + i & mask, middleZ + j & mask);
        }
      }
    }
  }

  private void add(int level, int column, int row) {
    int slot = Posts.slot(column, row);
    long since = sent[level][slot] == (column << 16 | row) ? when[level][slot] : NEVER;
    if (count == wanted.length) {
      wanted = Arrays.copyOf(wanted, 2 * count);
    }
    long coarse = Posts.BACKGROUND - 1L - level;
    wanted[count++] = (since + 1) << 24 | coarse << 20 | (long) column << 10 | row;
  }
}
