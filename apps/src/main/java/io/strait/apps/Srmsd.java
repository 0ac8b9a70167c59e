package io.strait.apps;

import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;

/**
 * The stochastic resonant memory storage device of paper <em>tuning</em>: a {@link Ring} of
 * bistable oscillators is driven by a periodic stimulus for a while; afterwards the signal goes
 * round in the ring and decays, slowest at a medium noise level.
 *
 * <p>A task simulates one random initial condition, which follows from the task's number, at all
 * noise levels, and returns power spectra of the first oscillator: {@code float[601 frequencies][31
 * windows][31 noise levels]}, lowest byte first, 2,310,244 bytes. The app file says {@code reduce:
 * sum float}; {@link #finish} leaves the mean as {@code mean.f32} and a picture.
 *
 * <p>The paper's tasks took minutes; these take 10 to 15 ms of one core (2 to 3 GHz, AVX), so that
 * a run is bound by what carries 2.3 MB per task. Hence 4 oscillators, 43,520 steps, windows of 512
 * samples that overlap by three quarters, and all noise levels computed side by side.
 */
public final class Srmsd implements Farm {
  static final int FREQUENCIES = Spectra.FREQUENCIES;
  static final int WINDOWS = 31;
  static final int LEVELS = 31;

  /** Bytes of a result. */
  static final int BYTES = FREQUENCIES * WINDOWS * LEVELS * Float.BYTES;

  /** The frequency of the stimulus among those of a spectrum. */
  static final int STIMULUS = 60;

  /** The last window that sees nothing but stimulated samples. */
  static final int LAST_STIMULATED = 6;

  private static final int HOP = Spectra.WINDOW / 4;
  private static final int SAMPLES = (WINDOWS - 1) * HOP + Spectra.WINDOW;
  private static final double INTERVAL = Ring.STEP * Ring.STEPS_PER_SAMPLE;
  private static final double PERIOD = INTERVAL * Spectra.PADDED / STIMULUS;

  /** With what an oscillator takes to respond, the signal goes round in twelve periods. */
  private static final double DELAY = 2.91 * PERIOD;

  /** Noise levels, rounded up to what fills vectors. */
  private static final int LANES = 32;

  private final ThreadLocal<Bench> benches = ThreadLocal.withInitial(Bench::new);

  /** The strength D of a noise level. */
  static double noise(int level) {
    return 0.015 * (level + 1);
  }

  /** When the middle of a window is, in periods after the end of the stimulus. */
  static double time(int window) {
    double samples = (window - LAST_STIMULATED) * HOP - Spectra.WINDOW / 2.0;
    return samples * INTERVAL / PERIOD;
  }

  /** Where the density of one frequency, window and level stands in a result. */
  static int index(int frequency, int window, int level) {
    return (frequency * WINDOWS + window) * LEVELS + level;
  }

  @Override
  public byte[] compute(int task, byte[] input) {
    return benches.get().compute(task);
  }

  @Override
  public String reduce() {
    return "sum float";
  }

  @Override
  public void finish(Results results) throws IOException {
    int done = 0;
    for (int task = 0; task < results.tasks(); task++) {
      done += results.failed(task) ? 0 : 1;
    }
    if (done == 0) {
      return;
    }
    var sums = floats(results.total());
    var bytes = new byte[BYTES];
    var mean = floats(bytes);
    for (int i = 0; i < sums.capacity(); i++) {
      mean.put(i, sums.get(i) / done);
    }
    Files.write(results.folder().resolve("mean.f32"), bytes);
    Files.write(results.folder().resolve("srmsd.png"), SrmsdPicture.draw(mean, done));
  }

  static FloatBuffer floats(byte[] result) {
    return ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /** What one thread needs, kept from task to task. */
  private static final class Bench {
    private final float[][] samples = new float[SAMPLES][LANES];
    private final float[] density = new float[LANES];
    private final Ring ring;
    private final Spectra spectra = new Spectra(LANES, INTERVAL);

    Bench() {
      var noise = new double[LANES];
      for (int i = 0; i < LEVELS; i++) {
        noise[i] = noise(i);
      }
      ring = new Ring(noise, PERIOD, DELAY);
    }

    /**
     * Keeps 12 significant bits: one condition says less than that of the mean, and an exact sum of
     * several results then takes hardly more bytes than one of them.
     */
    private static void round(float[] values) {
      for (int i = 0; i < values.length; i++) {
        values[i] = Float.intBitsToFloat((Float.floatToRawIntBits(values[i]) + 0x800) & ~0xfff);
      }
    }

    byte[] compute(int task) {
      ring.simulate(task, samples, LAST_STIMULATED * HOP + Spectra.WINDOW);
      var result = new byte[BYTES];
      var floats = floats(result);
      for (int window = 0; window < WINDOWS; window++) {
        spectra.transform(samples, window * HOP);
        for (int k = 0; k < FREQUENCIES; k++) {
          spectra.power(k, density);
          round(density);
          floats.put(index(k, window, 0), density, 0, LEVELS);
        }
      }
      return result;
    }
  }
}
