package io.strait.apps;

import io.strait.farm.task.Results;
import java.awt.image.BufferedImage;
import java.io.IOException;

/**
 * An image that tasks compute in strips of rows, which differ by at most one row; a strip is three
 * bytes per pixel, red, green and blue.
 */
record Strips(int width, int height, int tasks) {
  /** The first row of a task's strip; that of the next task ends it. */
  int first(int task) {
    return (int) ((long) height * task / tasks);
  }

  int rows(int task) {
    return first(task + 1) - first(task);
  }

  /** Joins all strips. Where a task failed, the image stays black. */
  BufferedImage join(Results results) throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int task = 0; task < tasks; task++) {
      if (!results.failed(task)) {
        put(image, task, results.of(task));
      }
    }
    return image;
  }

  private void put(BufferedImage image, int task, byte[] strip) throws IOException {
    int pixels = width * rows(task);
    if (strip.length != 3 * pixels) {
      throw new IOException(
          "the strip of task %d has %d bytes, expected %d"
              .formatted(task, strip.length, 3 * pixels));
    }
    for (int i = 0; i < pixels; i++) {
      int rgb =
          (strip[3 * i] & 255) << 16 | (strip[3 * i + 1] & 255) << 8 | (strip[3 * i + 2] & 255);
      image.setRGB(i % width, first(task) + i / width, rgb);
    }
  }
}
