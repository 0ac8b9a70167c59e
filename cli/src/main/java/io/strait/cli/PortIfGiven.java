package io.strait.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Leaves the word after an option without a port where it is, unless that is a port. */
final class PortIfGiven implements IParameterPreprocessor {
  @Override
  @SuppressWarnings("PMD.LooseCoupling") // the interface says so
  public boolean preprocess(
      Stack<String> args, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
    boolean isAttached = !" ".equals(info.get("separator"));
    if (isAttached || (!args.isEmpty() && args.peek().matches("-?\\d+"))) {
      return false; // as usual
    }
    option.setValue(0);
    return true;
  }
}
