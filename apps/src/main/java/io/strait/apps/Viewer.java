package io.strait.apps;

import io.strait.apps.viewer.Display;
import io.strait.apps.viewer.Scene;
import io.strait.apps.viewer.Sequential;
import io.strait.apps.viewer.TerrainServer;
import io.strait.apps.viewer.Tracer;
import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Paper <em>porting</em>'s viewer: a flight over mountains and lakes. {@code terrain} sends heights
 * around the eye, which may be late, {@code trace} renders columns of the view and may be cut among
 * several hosts, {@code display} puts the frames together. Settings: {@code seed} of the world,
 * {@code width} and {@code height} of the view, {@code quality} (samples along a pixel's side),
 * {@code speed} (metres per frame), {@code above} (metres above the ground), {@code look} (degrees
 * down), {@code tiles} sent per frame, {@code colours} (rgb or palette), every how many {@code
 * frames} one is written to {@code frames/}, the port of a live {@code page}, and {@code
 * terrain-work}, {@code trace-work}, {@code display-work}: how often each does its work.
 *
 * <p>The frames depend on the settings and on which terrain came in time, not on how the view is
 * cut.
 */
public final class Viewer implements Program {
  private static final List<String> CALCULATIONS = List.of("terrain", "trace", "display");

  private Scene scene = Scene.of(Settings.of(Map.of()));

  @Override
  public void configure(Settings settings) {
    scene = Scene.of(settings);
  }

  @Override
  public Code open(Place place) throws IOException {
    if (place.parts() > 1 && !place.calculation().equals("trace")) {
      throw new IllegalArgumentException(
          "the viewer's %s is cut into %d parts, expected 1"
              .formatted(place.calculation(), place.parts()));
    }
    return switch (place.calculation()) {
      case "terrain" -> new TerrainServer(scene);
      case "trace" -> new Tracer(scene, place.from(), place.to());
      case "display" ->
          new Display(scene, place.units(), place.promised(), place.folder(), place.say());
      default ->
          throw new IllegalArgumentException(
              "the viewer has no calculation '%s', expected one of: %s"
                  .formatted(place.calculation(), String.join(", ", CALCULATIONS)));
    };
  }

  /**
   * Does everything in this thread, as the serial program that is to be ported.
   *
   * @param folder where frames are left
   */
  public static Sequential sequential(Settings settings, int units, Path folder) throws Exception {
    var viewer = new Viewer();
    viewer.configure(settings);
    return Sequential.run(viewer, CALCULATIONS, units, folder);
  }
}
