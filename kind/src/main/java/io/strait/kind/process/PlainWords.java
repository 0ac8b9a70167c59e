package io.strait.kind.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which lines need no shell: those of plain words, some of them in quotes, where the first one
 * names a program. A program that is started by itself does exactly what a shell would make it do.
 */
final class PlainWords {
  private static final String PLAIN = "./_-+,:@%=";

  /**
   * Words that mean something to one shell or other, and not always what the program of that name
   * does. {@code true} and {@code false} mean the same everywhere.
   */
  private static final Set<String> OF_SHELLS =
      Set.of(
          ("if then else elif fi case esac for select while until do done in function time coproc"
                  + " . : alias bg bind break builtin caller cd chdir command compgen complete"
                  + " compopt continue declare dirs disown echo enable eval exec exit export fc fg"
                  + " getopts hash help history jobs kill let local logout mapfile newgrp popd"
                  + " printf pushd pwd read readarray readonly return set shift shopt source"
                  + " suspend test times trap type typeset ulimit umask unalias unset wait")
              .split(" "));

  private PlainWords() {}

  /** The words of a line; null if it needs a shell. */
  static @Nullable List<String> of(String line) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'' || c == '"') {
        int end = line.indexOf(c, i + 1);
        if (end < 0) {
          return null;
        }
        var quoted = line.substring(i + 1, end);
        if (quoted.indexOf('\0') >= 0 || (c == '"' && isExpanded(quoted))) {
          return null;
        }
        word.append(quoted);
        inside = true;
        i = end;
      } else if (c == ' ' || c == '\t') {
        if (inside) {
          words.add(word.toString());
          word.setLength(0);
          inside = false;
        }
      } else if (isPlain(c) && !(c == '=' && words.isEmpty())) {
        word.append(c);
        inside = true;
      } else {
        return null;
      }
    }
    if (inside) {
      words.add(word.toString());
    }
    return words.isEmpty() || words.getFirst().isEmpty() || OF_SHELLS.contains(words.getFirst())
        ? null
        : words;
  }

  private static boolean isExpanded(String quoted) {
    return quoted.chars().anyMatch(c -> c == '$' || c == '`' || c == '\\' || c == '!');
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || PLAIN.indexOf(c) >= 0;
  }
}
