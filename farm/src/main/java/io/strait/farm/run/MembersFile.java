package io.strait.farm.run;

import io.strait.farm.journal.Member;
import io.strait.farm.journal.Members;
import io.strait.farm.protocol.Host.Level;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Who has joined a gateway, in a file of its spool folder that only its owner can read: the records
 * of {@link Member} one after the other. An end that was cut off is dropped.
 */
final class MembersFile {
  private final Path folder;
  private final Path file;
  private final String name;
  private final FarmLog log;

  MembersFile(Path folder, String name, FarmLog log) {
    this.folder = folder;
    this.file = folder.resolve("members-" + GatewayNode.fileName(name));
    this.name = name;
    this.log = log;
  }

  /** Those who joined before, and those to come. */
  Members open() {
    return new Members(read(), this::append);
  }

  private List<Member> read() {
    List<Member> all = new ArrayList<>();
    try {
      if (Files.exists(file)) {
        var in = ByteBuffer.wrap(Files.readAllBytes(file));
        long whole = 0;
        try {
          while (in.hasRemaining()) {
            all.add(Member.decode(in));
            whole = in.position();
          }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
          try (var channel = PrivateFiles.open(file, Set.of(StandardOpenOption.WRITE))) {
            channel.truncate(whole);
          }
        }
      }
    } catch (IOException e) {
      log.note(Level.WARNING, name, "who has joined before cannot be read: " + e.getMessage());
    }
    return all;
  }

  private void append(Member member) {
    try {
      PrivateFiles.createFolder(folder);
      try (var channel =
          PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
        channel.write(ByteBuffer.wrap(member.encode()));
      }
    } catch (IOException e) {
      log.note(Level.WARNING, name, "who has joined cannot be written down: " + e.getMessage());
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
