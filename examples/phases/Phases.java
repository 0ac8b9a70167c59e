import io.strait.stencil.run.DoubleKernel;
import io.strait.stencil.run.Scale;
import java.util.SplittableRandom;

/**
 * A mixture that separates: every cell turns to 1 or to -1, whichever it is nearer to, and follows
 * its neighbours (the equation of Allen and Cahn, u' = u - u^3 + change from place to place). From
 * noise, islands emerge whose shores become smooth.
 *
 * <pre>
 * javac -cp 'dist/lib/*' -d classes examples/phases/Phases.java
 * ./strait run examples/phases --classpath classes
 * </pre>
 */
public class Phases implements DoubleKernel {
  private static final double STEP = 0.1;

  @Override
  public double start(long x, long y) {
    return 0.2 * new SplittableRandom(1_000_003 * x + y).nextDouble() - 0.1;
  }

  @Override
  public double next(Around cell) {
    double here = cell.at(0, 0);
    double sides = cell.at(-1, 0) + cell.at(1, 0);
    double ends = cell.at(0, -1) + cell.at(0, 1);
    double flow = sides + ends - 4 * here;
    return here + STEP * (flow + here - here * here * here);
  }

  @Override
  public Scale scale() {
    return new Scale(-1, 1, Scale.Colours.HEAT);
  }
}
