package io.strait.model.text;

import io.strait.model.Start;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code start} of a cluster in a grid file. */
final class StartFile {
  private static final String LOCAL = "local";
  private static final String ID = "{id}";
  private static final String SCRIPT = "{script}";

  /** A name of a host as ssh takes it: never an option, never a second word. */
  private static final Pattern TARGET =
      Pattern.compile("([A-Za-z0-9_.]|\\{host})([A-Za-z0-9_.@:\\[\\]%+-]|\\{host})*");

  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./+-]*");
  private static final Pattern ARGUMENT = Pattern.compile("-[^\\p{Cntrl}]*");

  private final Document document;

  private StartFile(Document document) {
    this.document = document;
  }

  static Start read(Document document, Node node) {
    return new StartFile(document).start(node);
  }

  private Start start(Node node) {
    if (node instanceof Node.Scalar) {
      var text = Fields.text(document, node, "start");
      if (!text.equals(LOCAL)) {
        throw document.error(
            node, "start is '%s', expected local or {ssh: HOST, slurm: {…}}".formatted(text));
      }
      return Start.LOCAL;
    }
    var fields = Fields.of(document, node, "start", "ssh", "slurm", "command", "folder", "quota");
    if (fields.has("slurm") && fields.has("command")) {
      throw document.error(
          fields.required("command"), "start has slurm and command, expected one of them");
    }
    var start =
        new Start(
            matching(
                fields,
                "ssh",
                "",
                TARGET,
                "a host, as ssh takes it, or {host} for each host's name"),
            fields.has("slurm")
                ? slurm(fields.required("slurm"))
                : fields.has("command") ? commands(fields.required("command")) : null,
            matching(fields, "folder", Start.FOLDER, FOLDER, "a path without blanks"),
            fields.nonNegative("quota", Start.QUOTA, Bytes::parse, Bytes::count));
    if (start.isPerHost() && start.engine() != null) {
      throw document.error(
          fields.required("ssh"),
          "ssh is '%s', expected one login node where an engine starts processes"
              .formatted(start.ssh()));
    }
    return start;
  }

  private String matching(
      Fields fields, String key, String otherwise, Pattern pattern, String expected) {
    @Nullable Node node = fields.find(key);
    if (node == null) {
      return otherwise;
    }
    var text = Fields.text(document, node, key);
    if (!pattern.matcher(text).matches()) {
      throw document.error(
          node, "%s is '%s', expected %s".formatted(key, Printable.line(text, 80), expected));
    }
    return text;
  }

  private Start.Slurm slurm(Node node) {
    if (node instanceof Node.Scalar) {
      throw document.error(node, "slurm is a text, expected {} or {partition: …, time: …}");
    }
    var fields = Fields.of(document, node, "slurm", "partition", "time", "args");
    var args = new ArrayList<String>();
    @Nullable Node list = fields.find("args");
    for (var item : list == null ? List.<Node>of() : Fields.items(document, list, "args")) {
      var text = Fields.text(document, item, "args");
      if (!ARGUMENT.matcher(text).matches()) {
        throw document.error(
            item,
            "an argument of sbatch is '%s', expected --name=value"
                .formatted(Printable.line(text, 80)));
      }
      args.add(text);
    }
    return new Start.Slurm(
        fields.has("partition") ? fields.name("partition") : "",
        fields.nonNegative("time", Duration.ZERO, Durations::parse, Durations::seconds),
        args);
  }

  private Start.Commands commands(Node node) {
    var fields = Fields.of(document, node, "command", "submit", "status", "cancel");
    return new Start.Commands(
        template(fields, "submit", SCRIPT),
        template(fields, "status", ID),
        template(fields, "cancel", ID));
  }

  private String template(Fields fields, String key, String holds) {
    var node = fields.required(key);
    var text = Fields.text(document, node, key);
    if (!text.contains(holds) || text.lines().count() != 1) {
      throw document.error(
          node,
          "%s is '%s', expected a command in one line with %s"
              .formatted(key, Printable.line(text, 80), holds));
    }
    return text;
  }

  static Object tree(Start start) {
    if (start.equals(Start.LOCAL)) {
      return LOCAL;
    }
    var tree = new Tree();
    if (!start.ssh().isEmpty()) {
      tree.put("ssh", start.ssh());
    }
    switch (start.engine()) {
      case Start.Slurm slurm -> tree.put("slurm", tree(slurm));
      case Start.Commands commands ->
          tree.put(
              "command",
              new Tree()
                  .put("submit", commands.submit())
                  .put("status", commands.status())
                  .put("cancel", commands.cancel()));
      case null -> {}
    }
    if (!start.folder().equals(Start.FOLDER)) {
      tree.put("folder", start.folder());
    }
    return start.quota().equals(Start.QUOTA) ? tree : tree.put("quota", start.quota());
  }

  private static Tree tree(Start.Slurm slurm) {
    var tree = new Tree();
    if (!slurm.partition().isEmpty()) {
      tree.put("partition", slurm.partition());
    }
    if (!slurm.time().isZero()) {
      tree.put("time", Durations.text(slurm.time()));
    }
    return slurm.args().isEmpty() ? tree : tree.put("args", slurm.args());
  }
}
