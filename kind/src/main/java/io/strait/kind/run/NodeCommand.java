package io.strait.kind.run;

import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that lets this process take part in runs of one kind until they are over.
 *
 * @param name of the command
 * @param examples of its use, without the command's name
 */
public record NodeCommand(
    String name, String description, List<String> examples, List<Option> options, Work work) {
  public NodeCommand {
    examples = List.copyOf(examples);
    options = List.copyOf(options);
  }

  /** Finds the identity to show at an address; null for plain text. */
  public interface Identities {
    io.strait.transport.wire.@Nullable Identity at(InetSocketAddress address);
  }

  /** What the process does. */
  public interface Work {
    /**
     * Reads the options, before anything is done.
     *
     * @return what to do
     */
    Node prepare(Options options, Identities identities) throws IOException;
  }

  /** A process about to join. */
  public interface Node {
    /**
     * @return the exit code
     */
    int run(Joining joining) throws IOException;
  }
}
