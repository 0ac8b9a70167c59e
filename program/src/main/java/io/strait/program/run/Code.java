package io.strait.program.run;

import java.io.IOException;

/** The code of one part of a calculation, whatever it is written in. Used by one thread. */
interface Code extends AutoCloseable {
  void run(Program.Unit unit) throws Exception;

  /** The run fails: ends what an interrupt does not end. Any thread may call it. */
  default void abort() {}

  @Override
  void close() throws IOException;
}
