package io.strait.farm.task;

import io.strait.farm.file.Reduction;
import io.strait.kind.code.LargeFile;
import io.strait.kind.code.RelativePath;
import io.strait.kind.code.SharedFile;
import io.strait.kind.code.TaskCode;
import io.strait.kind.code.Template;
import io.strait.model.Element;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TaskSpec} as bytes: a version, the number of tasks, reduction and element, the code (a
 * kind, the line and retries; for a class its settings, else the time limit in nanoseconds or 0,
 * and for a command its columns and result file), then the shared files, first those with their
 * contents, then large ones with sizes and checksums. Numbers take seven bits per byte; texts and
 * contents follow their lengths.
 */
final class TaskSpecCodec {
  private static final int VERSION = 2;
  private static final int LONGEST_TEXT = 1 << 20;
  private static final int LONGEST_NAME = 16;
  private static final int MOST_RETRIES = 1_000_000;
  private static final int MOST_COLUMNS = 10_000;
  private static final int MOST_FILES = 100_000;
  private static final int SUM_LENGTH = 64;

  /** Modes of files. */
  private static final int PLAIN = 0;

  private static final int EXECUTABLE = 1;

  /** Is added to the mode of a large file. */
  private static final int LARGE = 2;

  private static final int CLASS = 0;
  private static final int COMMAND = 1;
  private static final int RESIDENT = 2;

  private TaskSpecCodec() {}

  static byte[] encode(TaskSpec spec) {
    var out = new PackedWriter();
    out.u8(VERSION).number(spec.tasks());
    out.text(spec.reduction().name()).text(spec.element().name());
    switch (spec.code()) {
      case TaskCode.JavaClass java -> {
        out.u8(CLASS).text(java.name()).number(java.retries()).number(java.with().size());
        java.with().forEach((key, value) -> out.text(key).text(value));
      }
      case TaskCode.Command command -> {
        out.u8(COMMAND).text(command.line()).number(command.retries());
        limit(out, command.timeLimit());
        out.number(spec.columns().size());
        spec.columns().forEach(out::text);
        out.text(command.result() == null ? "" : command.result());
      }
      case TaskCode.Resident resident -> {
        out.u8(RESIDENT).text(resident.line()).number(resident.retries());
        limit(out, resident.timeLimit());
      }
    }
    out.number(spec.files().size() + spec.large().size());
    for (var file : spec.files()) {
      out.text(file.name()).u8(file.executable() ? EXECUTABLE : PLAIN).bytes(file.content());
    }
    for (var file : spec.large()) {
      out.text(file.name()).u8(LARGE + (file.executable() ? EXECUTABLE : PLAIN));
      out.number(file.bytes()).text(file.sha256());
    }
    return out.toBytes();
  }

  private static void limit(PackedWriter out, @Nullable Duration limit) {
    out.number(limit == null ? 0 : limit.toNanos());
  }

  static TaskSpec decode(byte[] bytes) {
    var in = new PackedReader(bytes, "the description of the tasks");
    int version = in.u8();
    if (version != VERSION) {
      throw in.error("is of version %d, expected %d".formatted(version, VERSION));
    }
    int tasks = (int) in.number(Integer.MAX_VALUE);
    var reduction = constant(in, Reduction.class);
    var element = constant(in, Element.class);
    int kind = in.u8();
    var line = in.text(LONGEST_TEXT);
    int retries = (int) in.number(MOST_RETRIES);
    var columns = new ArrayList<String>();
    TaskCode code;
    switch (kind) {
      case CLASS -> code = new TaskCode.JavaClass(line, retries, with(in), List.of());
      case COMMAND -> {
        @Nullable Duration limit = limit(in);
        for (int i = in.count(MOST_COLUMNS); i > 0; i--) {
          columns.add(in.text(LONGEST_TEXT));
        }
        var result = in.text(LONGEST_TEXT);
        check(in, line, result, columns);
        code =
            new TaskCode.Command(
                line, limit, retries, List.of(), null, result.isEmpty() ? null : result);
      }
      case RESIDENT -> code = new TaskCode.Resident(line, limit(in), retries, List.of());
      default -> throw in.error("has code of kind %d, expected 0 to 2".formatted(kind));
    }
    var files = new ArrayList<SharedFile>();
    var large = new ArrayList<LargeFile>();
    files(in, files, large);
    in.end();
    return new TaskSpec(
        tasks, code, reduction, element, columns, List.copyOf(files), List.copyOf(large), null);
  }

  private static Map<String, String> with(PackedReader in) {
    var with = new LinkedHashMap<String, String>();
    for (int i = in.count(MOST_COLUMNS); i > 0; i--) {
      var key = in.text(LONGEST_TEXT);
      if (with.put(key, in.text(LONGEST_TEXT)) != null) {
        throw in.error("has the setting '%s' twice".formatted(key));
      }
    }
    return Collections.unmodifiableMap(with);
  }

  private static void files(PackedReader in, List<SharedFile> files, List<LargeFile> large) {
    var names = new HashSet<String>();
    int left = TaskSpec.MOST_BYTES;
    for (int i = in.count(MOST_FILES); i > 0; i--) {
      var name = in.text(LONGEST_TEXT);
      int mode = in.u8();
      if (!RelativePath.is(name) || !names.add(name) || mode > LARGE + EXECUTABLE) {
        throw in.error("has a file '%s' that is not to be written".formatted(name));
      }
      if (mode >= LARGE) {
        large.add(large(in, name, mode == LARGE + EXECUTABLE));
      } else if (large.isEmpty()) {
        var content = in.bytes(left);
        left -= content.length;
        files.add(new SharedFile(name, mode == EXECUTABLE, content));
      } else {
        throw in.error("has the file '%s' after large ones".formatted(name));
      }
    }
  }

  private static LargeFile large(PackedReader in, String name, boolean executable) {
    long bytes = in.number(Long.MAX_VALUE);
    var sum = in.text(SUM_LENGTH);
    try {
      return new LargeFile(name, executable, bytes, sum, null);
    } catch (IllegalArgumentException e) {
      throw in.error("has " + e.getMessage());
    }
  }

  private static void check(PackedReader in, String line, String result, List<String> columns) {
    try {
      var template = Template.parse(line);
      template.check(columns);
      template.checkQuotes();
      Template.parse(result).check(columns);
    } catch (IllegalArgumentException e) {
      throw in.error("has a wrong command: " + e.getMessage());
    }
  }

  private static @Nullable Duration limit(PackedReader in) {
    long nanos = in.number(Long.MAX_VALUE);
    return nanos == 0 ? null : Duration.ofNanos(nanos);
  }

  private static <E extends Enum<E>> E constant(PackedReader in, Class<E> type) {
    var name = in.text(LONGEST_NAME);
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw in.error("has '%s', expected one of %s".formatted(name, EnumSet.allOf(type)));
    }
  }
}
