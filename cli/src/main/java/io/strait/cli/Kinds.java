package io.strait.cli;

import io.strait.farm.FarmKind;
import io.strait.kind.Kind;
import io.strait.kind.file.AppFile;
import io.strait.kind.file.PlanFile;
import io.strait.kind.measure.CommandMeasurer;
import io.strait.model.text.Document;
import io.strait.program.ProgramKind;
import io.strait.realign.RealignKind;
import io.strait.stencil.StencilKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of application that there are. To add one, add it to {@link #ALL}. */
public final class Kinds {
  public static final Kinds ALL =
      new Kinds(List.of(new FarmKind(), new StencilKind(), new RealignKind(), new ProgramKind()));

  private final List<Kind<?, ?>> kinds;

  public Kinds(List<Kind<?, ?>> kinds) {
    this.kinds = List.copyOf(kinds);
  }

  public List<Kind<?, ?>> all() {
    return kinds;
  }

  /** The kind that an app file names. */
  public Kind<?, ?> ofApp(Document app) {
    return named(AppFile.kind(app, names()));
  }

  /** The kind that a plan file is for. */
  public Kind<?, ?> ofPlan(Document plan) {
    return named(PlanFile.kind(plan, names()));
  }

  /** All keys that {@code run.yaml} may have for some kind. */
  public List<String> runKeys() {
    return kinds.stream().flatMap(kind -> kind.runKeys().stream()).distinct().toList();
  }

  private List<String> names() {
    return kinds.stream().<String>map(Kind::name).toList();
  }

  private Kind<?, ?> named(String name) {
    return kinds.stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
  }

  /** What describes commands in app files. */
  CommandMeasurer commandMeasurer() {
    return kinds.stream()
        .<CommandMeasurer>mapMulti(
            (kind, found) -> {
              @Nullable CommandMeasurer measurer = kind.commandMeasurer();
              if (measurer != null) {
                found.accept(measurer);
              }
            })
        .findFirst()
        .orElseThrow();
  }
}
