package io.strait.cli;

import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** A secret in a new file of its owner's, until it is closed. */
final class SecretFile implements AutoCloseable {
  private final Path file;

  SecretFile(Path file, String secret) throws IOException {
    this.file = file;
    try {
      PrivateFiles.create(Map.of(file, (secret + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (FileAlreadyExistsException e) {
      throw wrong("it is there already, expected the name of a new file");
    } catch (NoSuchFileException e) {
      throw wrong("there is no such folder, expected the name of a new file in one that is there");
    }
  }

  private InputException wrong(String why) {
    return new InputException("--secret-file %s: %s".formatted(file, why));
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
