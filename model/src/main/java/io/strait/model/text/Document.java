package io.strait.model.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A YAML file as a tree.
 *
 * @param source the file's name as the user wrote it, for messages
 */
public record Document(String source, Node root) {

  private static final int LARGEST_FILE = 64 << 20;
  private static final int DEEPEST = 32;

  /** How many characters are read again at most because of tabs. */
  private static final long MOST_WORK = 1L << 28;

  /** An error at a node of this document. */
  public InputException error(Node at, String message) {
    return error(source, at.line(), at.column(), message);
  }

  private static InputException error(String source, int line, int column, String message) {
    return new InputException("%s:%d:%d: %s".formatted(source, line, column, message));
  }

  /** An error at the first character after this text. */
  private static InputException errorAfter(String source, String before, String message) {
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = 1 + before.codePointCount(lineStart, before.length());
    return error(source, line, column, message);
  }

  /** Reads a file. */
  public static Document read(Path file) {
    var source = file.toString();
    try {
      if (!Files.exists(file)) {
        throw error(source, 1, 1, "no such file, expected a YAML file");
      }
      if (!Files.isRegularFile(file)) {
        throw error(source, 1, 1, "not a file, expected a YAML file");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw error(
            source,
            1,
            1,
            "the file has %d bytes, expected at most %d (use count: for many equal hosts)"
                .formatted(Files.size(file), LARGEST_FILE));
      }
      return parse(source, decode(source, Files.readAllBytes(file)));
    } catch (IOException e) {
      throw error(
          source, 1, 1, "cannot be read (%s), expected a YAML file".formatted(e.getMessage()));
    }
  }

  private static String decode(String source, byte[] bytes) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    var text = CharBuffer.allocate(bytes.length);
    var result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      throw errorAfter(
          source, text.toString(), "this byte is not UTF-8 text, expected a YAML file in UTF-8");
    }
    return text.toString();
  }

  /** Reads a text. Messages call it {@code source}. */
  public static Document parse(String source, String text) {
    var read = text;
    for (long work = text.length(); ; work += text.length()) {
      try {
        return parsed(source, read);
      } catch (MarkedYamlEngineException e) {
        var mark = e.getProblemMark().or(e::getContextMark);
        int tab = work > MOST_WORK ? -1 : separatingTab(read, mark);
        if (tab < 0) {
          throw error(
              source,
              mark.map(Mark::getLine).orElse(0) + 1,
              mark.map(Mark::getColumn).orElse(0) + 1,
              "not valid YAML: %s, expected key: value, lists and texts".formatted(e.getProblem()));
        }
        read = read.substring(0, tab) + " " + read.substring(tab + 1);
      } catch (ReaderException e) {
        throw errorAfter(
            source,
            text.substring(0, text.offsetByCodePoints(0, e.getPosition())),
            "the character U+%04X is not accepted, expected a YAML text"
                .formatted(e.getCodePoint()));
      } catch (YamlEngineException e) {
        throw error(
            source, 1, 1, "not valid YAML: %s, expected a YAML text".formatted(e.getMessage()));
      }
    }
  }

  private static Document parsed(String source, String text) {
    var settings =
        LoadSettings.builder()
            .setLabel(source)
            .setUseMarks(true)
            .setCodePointLimit(LARGEST_FILE)
            .build();
    return new Reader(source, new Parse(settings).parseReader(new WholeCharacters(text)).iterator())
        .document();
  }

  /**
   * Where the tab is at which the parser stopped; -1 if it was something else, or if the tab
   * indents a line. YAML lets a tab stand between a key and its value, the parser does not.
   */
  private static int separatingTab(String text, Optional<Mark> mark) {
    int index = mark.map(Mark::getIndex).orElse(-1);
    if (index < 0 || index >= text.codePointCount(0, text.length())) {
      return -1;
    }
    int at = text.offsetByCodePoints(0, index);
    int line = text.lastIndexOf('\n', at) + 1;
    return text.charAt(at) == '\t' && !text.substring(line, at).isBlank() ? at : -1;
  }

  /** Builds the tree from the parser's events, without keeping them. */
  private record Reader(String source, Iterator<Event> events) {

    Document document() {
      events.next(); // start of stream
      var start = events.next();
      if (start.getEventId() == Event.ID.StreamEnd) {
        throw error(source, 1, 1, "the file is empty, expected a YAML mapping");
      }
      var root = node(events.next(), 0);
      events.next(); // end of document
      var next = events.next();
      if (next.getEventId() != Event.ID.StreamEnd) {
        throw at(next, "a second document starts here, expected one per file");
      }
      return new Document(source, root);
    }

    private Node node(Event event, int depth) {
      if (depth > DEEPEST) {
        throw at(event, "nested deeper than %d levels, expected a flat file".formatted(DEEPEST));
      }
      if (event instanceof AliasEvent) {
        throw at(event, "aliases are not accepted, expected the value itself");
      }
      if (event instanceof NodeEvent named && named.getAnchor().isPresent()) {
        throw at(event, "anchors are not accepted, expected the plain value");
      }
      int line = line(event);
      int column = column(event);
      switch (event) {
        case ScalarEvent scalar -> {
          untagged(event, scalar.getTag());
          // It can be written in quotes, and ends texts of the system.
          if (scalar.getValue().indexOf('\0') >= 0) {
            throw at(event, "the character U+0000 is not accepted, expected a text without it");
          }
          return new Node.Scalar(scalar.getValue().strip(), line, column);
        }
        case SequenceStartEvent sequence -> {
          untagged(event, sequence.getTag());
          var items = new ArrayList<Node>();
          for (var next = events.next(); next.getEventId() != Event.ID.SequenceEnd; ) {
            items.add(node(next, depth + 1));
            next = events.next();
          }
          return new Node.Sequence(items, line, column);
        }
        case MappingStartEvent mapping -> {
          untagged(event, mapping.getTag());
          var entries = new ArrayList<Node.Entry>();
          var keys = new HashSet<String>();
          for (var next = events.next(); next.getEventId() != Event.ID.MappingEnd; ) {
            if (!(node(next, depth + 1) instanceof Node.Scalar key)) {
              throw at(next, "a key must be a plain text, expected key: value");
            }
            if (!keys.add(key.text())) {
              throw at(next, "'%s' is given twice, expected every key once".formatted(key.text()));
            }
            entries.add(new Node.Entry(key, node(events.next(), depth + 1)));
            next = events.next();
          }
          return new Node.Mapping(entries, line, column);
        }
        default -> throw at(event, "unexpected " + event.getEventId());
      }
    }

    private void untagged(Event event, Optional<String> tag) {
      if (tag.isPresent()) {
        throw at(
            event, "the tag '%s' is not accepted, expected a plain value".formatted(tag.get()));
      }
    }

    private InputException at(Event event, String message) {
      return error(source, line(event), column(event), message);
    }

    private static int line(Event event) {
      return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    private static int column(Event event) {
      return event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
    }
  }
}
