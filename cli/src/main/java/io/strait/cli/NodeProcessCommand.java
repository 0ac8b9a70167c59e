package io.strait.cli;

import io.strait.kind.option.Options;
import io.strait.kind.run.Joining;
import io.strait.kind.run.NodeCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command with which a process takes part in runs: {@code strait gateway}, {@code worker}. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
final class NodeProcessCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private JoinOptions join = new JoinOptions();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();
  @Mixin private ClassPathOption classes = new ClassPathOption();

  private final NodeCommand node;

  private NodeProcessCommand(NodeCommand node) {
    this.node = node;
  }

  static CommandLine of(NodeCommand node) {
    var command = new CommandLine(new NodeProcessCommand(node));
    var spec = command.getCommandSpec();
    spec.name(node.name());
    spec.usageMessage().description(node.description());
    var footer = new ArrayList<>(List.of("", "Examples:"));
    node.examples().forEach(line -> footer.add("  strait %s %s".formatted(node.name(), line)));
    spec.usageMessage().footer(footer.toArray(String[]::new));
    node.options().forEach(option -> KindOptions.add(spec, List.of(option)));
    return command;
  }

  @Override
  public Integer call() throws IOException {
    var parent = join.parent();
    var identity = join.identity(connection);
    var prepared =
        node.work().prepare(KindOptions.given(spec, node.options()), connection::identity);
    var patience =
        Duration.ofNanos(Options.nanos("--patience", join.patience, Duration.ofSeconds(1)));
    // What is wrong with these is said before anything is done.
    var _ = classes.install();
    var _ = join.token();
    join.followStarter();
    return prepared.run(
        new Joining(
            parent,
            identity,
            join.name(),
            join::token,
            patience,
            join.verbose,
            classes::install,
            Main.console(spec)));
  }
}
