package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.stencil.run.FastestForm.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastestFormTest {
  @TempDir Path folder;

  private final AtomicInteger samples = new AtomicInteger();

  /** The second takes a hundredth of the work of the others. */
  private List<Form> forms() {
    return List.of(form("one", 100_000), form("two", 1_000), form("three", 100_000));
  }

  private Form form(String name, int work) {
    return new Form(
        name,
        () -> {
          samples.incrementAndGet();
          double sum = 0;
          for (int i = 1; i < work; i++) {
            sum += Math.sqrt(i + sum);
          }
          assertThat(sum).isPositive();
        });
  }

  private Path file() throws IOException {
    try (var files = Files.list(folder)) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void isMeasuredOnce() throws IOException {
    assertThat(new FastestForm(folder).choose("test", forms()).name()).isEqualTo("two");
    assertThat(file()).hasContent("two");
    samples.set(0);
    assertThat(new FastestForm(folder).choose("test", forms()).name()).isEqualTo("two");
    assertThat(samples).hasValue(0);
  }

  @Test
  void whatIsKeptCounts() throws IOException {
    new FastestForm(folder).choose("test", forms());
    Files.writeString(file(), "three\n");
    assertThat(new FastestForm(folder).choose("test", forms()).name()).isEqualTo("three");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "four", "two three", "\0\0\0"})
  void anythingElseIsMeasuredAgain(String text) throws IOException {
    new FastestForm(folder).choose("test", forms());
    Files.writeString(file(), text);
    assertThat(new FastestForm(folder).choose("test", forms()).name()).isEqualTo("two");
    assertThat(file()).hasContent("two");
  }

  @Test
  void largeFilesAreNotRead() throws IOException {
    new FastestForm(folder).choose("test", forms());
    Files.writeString(file(), "three" + " ".repeat(1000));
    assertThat(new FastestForm(folder).choose("test", forms()).name()).isEqualTo("two");
  }

  @Test
  void otherFormsAreAnotherChoice() throws IOException {
    new FastestForm(folder).choose("test", forms());
    Files.writeString(file(), "three");
    var choice = new FastestForm(folder).choose("test", forms().subList(0, 2));
    assertThat(choice.name()).isEqualTo("two");
    assertThat(new FastestForm(folder).choose("other", forms()).name()).isEqualTo("two");
  }

  @Test
  void aFolderThatCannotBeMadeCostsTimeAlone() throws IOException {
    var occupied = Files.writeString(folder.resolve("file"), "");
    var choice = new FastestForm(occupied.resolve("forms")).choose("test", forms());
    assertThat(choice.name()).isEqualTo("two");
  }

  @Test
  void thereAreNoMoreThanSixtyFourFiles() throws IOException {
    for (int i = 0; i < 70; i++) {
      Files.writeString(folder.resolve("old" + i), "one");
    }
    new FastestForm(folder).choose("test", forms());
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(64);
    }
    samples.set(0);
    new FastestForm(folder).choose("test", forms());
    assertThat(samples).hasValue(0);
  }
}
