package io.strait.apps.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.kind.code.Settings;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerrainTest {
  private static final double ROUNDED = 0.5 / TileMessage.STEPS + 1e-9;

  private final HeightField field = new HeightField(7);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, -4})
  void theWorldRepeatsAndStaysWithinItsHeights(int seed) {
    var world = new HeightField(seed);
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      double x = random.nextInt(HeightField.SIZE);
      double z = random.nextInt(HeightField.SIZE);
      double height = world.height(x, z, 0);
      assertThat(height).isBetween(1.0, HeightField.MOST);
      assertThat(world.height(x + HeightField.SIZE, z, 0)).isCloseTo(height, within(1e-5));
      assertThat(world.height(x, z - HeightField.SIZE, 0)).isCloseTo(height, within(1e-5));
    }
  }

  /** A coarser level leaves out what is small: levels next to each other are near each other. */
  @Test
  void levelsAgree() {
    var random = new SplittableRandom(1);
    for (int level = 0; level < Posts.BACKGROUND; level++) {
      double sum = 0;
      for (int i = 0; i < 500; i++) {
        double x = random.nextInt(HeightField.SIZE);
        double z = random.nextInt(HeightField.SIZE);
        sum += Math.abs(field.height(x, z, level) - field.height(x, z, level + 1));
      }
      assertThat(sum / 500).isLessThan(0.6 * (1 << level) + 0.4);
    }
  }

  @Test
  void tilesTravelAndCoarserLevelsAnswerForThoseThatDoNot() {
    var background = Posts.background(field);
    var posts = new Posts(background);
    assertThat(posts.height(1000, 5000, 3))
        .isEqualTo(Posts.background(background, 1000, 5000))
        .isEqualTo(posts.height(1000 + HeightField.SIZE, 5000 - HeightField.SIZE, 0));
    var message = TileMessage.begin(2);
    TileMessage.write(message, 0, field, 3, 3, 19); // 256 m: 768 to 1023, 4864 to 5119
    TileMessage.write(message, 1, field, 5, 0, 4); // 1024 m: 0 to 1023, 4096 to 5119
    TileMessage.read(message, posts);
    assertThat(posts.height(1000, 5000, 3))
        .isEqualTo(posts.height(1000, 5000, 0))
        .isCloseTo(field.height(1000, 5000, 3), within(ROUNDED));
    assertThat(posts.height(960, 4992, 5)).isCloseTo(field.height(960, 4992, 5), within(ROUNDED));
    assertThat(posts.height(960, 4160, 3)).isCloseTo(field.height(960, 4160, 5), within(ROUNDED));
    // the post to the right of the last is in a tile that has not come
    assertThat(posts.height(1020, 5000, 3)).isEqualTo(Posts.background(background, 1020, 5000));
  }

  @Test
  void tilesReplaceThoseAWindowAway() {
    var posts = new Posts(Posts.background(field));
    for (int column : new int[] {0, Posts.TILES}) {
      var message = TileMessage.begin(1);
      TileMessage.write(message, 0, field, 0, column, 0);
      TileMessage.read(message, posts);
      double x = column * TileMessage.SIDE + 9;
      assertThat(posts.height(x, 5, 0)).isCloseTo(field.height(x, 5, 0), within(ROUNDED));
    }
    assertThat(posts.height(9, 5, 0)).isEqualTo(posts.height(9, 5, Posts.BACKGROUND));
  }

  @Test
  void refusesMessagesThatAreNotWhole() {
    var posts = new Posts(Posts.background(field));
    var message = TileMessage.begin(1);
    TileMessage.write(message, 0, field, 5, 1, 1);
    assertThatThrownBy(() -> TileMessage.read(Arrays.copyOf(message, 99), posts))
        .hasMessage("99 bytes of terrain came for 1 tiles, expected 2058");
    message[4] = 6;
    assertThatThrownBy(() -> TileMessage.read(message, posts))
        .hasMessage(
            "a tile of terrain came for level 6, column 1, row 1, which is not in the world");
  }

  /** After the first round the server is never behind: all that is seen came in its detail. */
  @Test
  void whatIsInViewIsThere() {
    var scene = Scene.of(Settings.of(Map.of("seed", "7", "speed", "12")));
    var server = new TerrainServer(scene);
    var background = Posts.background(field);
    var posts = new Posts(background);
    var flight = new Flight(scene, field, background);
    var random = new SplittableRandom(5);
    for (int frame = 0; frame < 60; frame++) {
      TileMessage.read(server.message(frame), posts);
      var eye = flight.at(frame);
      for (int i = 0; i < 50 && frame >= 20; i++) {
        double across = random.nextDouble(-0.55, 0.55);
        double t = random.nextDouble(300, 5000);
        int level = (int) Posts.level(t * Math.sqrt(1 + across * across));
        int apart = 1 << level;
        double x = Math.floor((eye.x() + t * (eye.dx() - across * eye.dz())) / apart) * apart;
        double z = Math.floor((eye.z() + t * (eye.dz() + across * eye.dx())) / apart) * apart;
        assertThat(posts.height(x, z, level))
            .as("frame %d, distance %.0f, level %d", frame, t, level)
            .isCloseTo(field.height(x, z, level), within(ROUNDED));
      }
    }
  }

  @Test
  void theEyeKeepsAboveTheGroundAndMovesGently() {
    for (int seed = 1; seed <= 3; seed++) {
      var scene = Scene.of(Settings.of(Map.of("seed", Integer.toString(seed))));
      var world = new HeightField(seed);
      var flight = new Flight(scene, world, Posts.background(world));
      var before = flight.at(0);
      for (int frame = 1; frame < 2731; frame++) {
        var eye = flight.at(frame);
        assertThat(eye.dx() * eye.dx() + eye.dz() * eye.dz()).isCloseTo(1, within(1e-12));
        assertThat(eye.dx() * before.dx() + eye.dz() * before.dz()).isGreaterThan(0.9995);
        assertThat(eye.y() - before.y()).isBetween(-3.0, 3.0);
        if (frame % 10 == 0) {
          assertThat(eye.y() - world.height(eye.x(), eye.z(), 0)).isGreaterThan(60);
        }
        before = eye;
      }
    }
  }
}
