package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command that kinds of application have. */
final class KindOptions {
  private final Kinds kinds;
  private final Verb verb;

  KindOptions(Kinds kinds, Verb verb) {
    this.kinds = kinds;
    this.verb = verb;
  }

  /** A command that has them; one that several kinds have stands there once. */
  CommandLine command(Object command) {
    var line = new CommandLine(command);
    var all = new LinkedHashMap<String, List<Option>>();
    for (var kind : kinds.all()) {
      kind.options(verb)
          .forEach(o -> all.computeIfAbsent(o.name(), name -> new ArrayList<>()).add(o));
    }
    all.values().forEach(same -> add(line.getCommandSpec(), same));
    return line;
  }

  /** Lets a command have options of its own. */
  static void add(CommandSpec spec, List<Option> same) {
    var first = same.getFirst();
    var text = same.stream().map(Option::description).distinct().collect(Collectors.joining(" "));
    var builder =
        OptionSpec.builder(first.name())
            .description(text.replace("%", "%%"))
            .hidden(first.hidden());
    if (first.label() == null) {
      builder.arity("0").type(boolean.class);
    } else {
      builder.arity("1").paramLabel(first.label());
      if (first.repeated()) {
        builder.type(List.class).auxiliaryTypes(String.class);
      } else {
        builder.type(String.class);
      }
    }
    spec.addOption(builder.build());
  }

  /** What was given of a kind's options; those that only other kinds have are refused. */
  Options of(CommandSpec spec, Kind<?, ?> kind, String app) {
    var own = kind.options(verb).stream().map(Option::name).toList();
    for (var other : kinds.all()) {
      for (var option : other.options(verb)) {
        if (!own.contains(option.name())
            && spec.commandLine().getParseResult().hasMatchedOption(option.name())) {
          throw new UsageException(
              "%s is for %s, but app '%s' is %s; expected %s"
                  .formatted(
                      option.name(),
                      owners(option.name()),
                      app,
                      kind.noun(),
                      own.isEmpty()
                          ? "a command without it"
                          : "none of these options but: "
                              + String.join(", ", own.stream().sorted().toList())));
        }
      }
    }
    return given(spec, kind.options(verb));
  }

  private String owners(String option) {
    return kinds.all().stream()
        .filter(kind -> kind.options(verb).stream().anyMatch(o -> o.name().equals(option)))
        .<String>map(Kind::plural)
        .collect(Collectors.joining(" and "));
  }

  /** What was given of some options. */
  static Options given(CommandSpec spec, List<Option> options) {
    var parsed = spec.commandLine().getParseResult();
    Map<String, List<String>> given = new HashMap<>();
    for (var option : options) {
      var matched = parsed.matchedOption(option.name());
      if (matched != null) {
        given.put(option.name(), List.copyOf(matched.stringValues()));
      }
    }
    return new Options(given);
  }
}
