package io.strait.program.run;

import java.io.IOException;

/** The code of one part of a calculation, whatever it is written in. Used by one thread. */
interface Code extends AutoCloseable {
  void run(Program.Unit unit) throws Exception;

  @Override
  void close() throws IOException;
}
