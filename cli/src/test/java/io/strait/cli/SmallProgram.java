package io.strait.cli;

import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;

/** A program of calculations a, b and c in a row. It fails or waits where its settings say so. */
public final class SmallProgram implements Program {
  private int bytes;
  private int fail;
  private int millis;

  @Override
  public void configure(Settings settings) {
    bytes = settings.whole("bytes", 10, 0, 1 << 20);
    fail = settings.whole("fail", -1, -1, 1_000_000);
    millis = settings.whole("millis", 0, 0, 100_000);
  }

  @Override
  public Code open(Place place) {
    var seen = new ArrayList<String>();
    return new Code() {
      @Override
      public void run(Unit unit) throws InterruptedException {
        Thread.sleep(millis);
        switch (place.calculation()) {
          case "a" -> unit.send("b", data(unit.number()));
          case "b" -> {
            if (unit.number() == fail) {
              throw new IllegalStateException("the printer is on fire");
            }
            check(unit, "a");
            unit.send("c", data(unit.number()));
          }
          default -> {
            check(unit, "b");
            seen.add(Long.toString(unit.number()));
          }
        }
      }

      @Override
      public void close() throws IOException {
        if (place.calculation().equals("c")) {
          Files.writeString(place.folder().resolve("seen.txt"), String.join(" ", seen));
        }
      }
    };
  }

  private byte[] data(long unit) {
    var data = new byte[bytes];
    Arrays.fill(data, (byte) unit);
    return data;
  }

  private void check(Unit unit, String from) {
    for (int part = 0; part < unit.parts(from); part++) {
      if (!Arrays.equals(unit.input(from, part), data(unit.number()))) {
        throw new IllegalStateException("wrong data in unit " + unit.number());
      }
    }
  }
}
