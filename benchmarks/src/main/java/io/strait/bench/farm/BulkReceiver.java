package io.strait.bench.farm;

import java.io.IOException;

/** The end of a connection that asks for bulk results and gets them. */
interface BulkReceiver {
  /** Where the sender shall connect. */
  int port();

  /** Waits for the sender. */
  void connect() throws IOException, InterruptedException;

  /** Asks for results and returns the seconds until the last byte of them is there. */
  double seconds(int results) throws IOException, InterruptedException;
}
