package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.code.UserClass;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of classes that cannot be used is for people who do not know Java's own words. */
final class UserClassTest {
  private static final String HERE = UserClassTest.class.getName();

  /** Its constructor fails. */
  public static final class Failing implements Farm {
    public Failing() {
      throw new IllegalStateException("no licence");
    }

    @Override
    public byte[] compute(int task, byte[] input) {
      return input;
    }
  }

  /** It fails when it is loaded. */
  public static final class Broken implements Farm {
    private static final int SIZE = Integer.parseInt("none");

    @Override
    public byte[] compute(int task, byte[] input) {
      return new byte[SIZE];
    }
  }

  /** Finds a class of another name, as a folder does that is not the root of its packages. */
  private static final class Misplaced extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) {
      try (var in = UserClassTest.class.getResourceAsStream("UserClassTest.class")) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          HERE$Failing | cannot be created: no licence, expected a constructor that succeeds
          HERE$Broken  | cannot be loaded: For input string: "none", expected its full name
          UserClassTest | cannot be loaded: UserClassTest (wrong name: io/strait/farm/task/UserClassTest), expected its full name
          """)
  void isWordedForPeople(String name, String words) {
    assertThatThrownBy(
            () -> UserClass.create(Farm.class, "farm", name.replace("HERE", HERE), new Misplaced()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words)
        .message()
        .doesNotContain("java.lang");
  }
}
