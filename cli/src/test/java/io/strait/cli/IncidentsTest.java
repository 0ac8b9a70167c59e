package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.run.Incidents;
import io.strait.lab.control.History;
import io.strait.lab.fault.Fault;
import io.strait.launch.Site.Incident;
import io.strait.launch.Site.Incident.Kind;
import io.strait.model.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of a lab as reports know them. */
class IncidentsTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir private Path folder;

  private static List<Incident> faults(String... texts) {
    var found = new ArrayList<Incident>();
    for (var text : texts) {
      boolean isEnd = text.startsWith("end ");
      var fault = Fault.parse(isEnd ? text.substring("end ".length()) : text);
      found.add(
          LabSite.incident(
              new History.Event(NOON.plusSeconds(found.size()), isEnd, fault), found.size()));
    }
    return found;
  }

  /** From when to when, in seconds; -1 if it does not end. */
  private static List<String> cuts(String from, String to, String... texts) {
    return Incidents.spans(faults(texts)).stream()
        .filter(span -> span.isCutOf(from, to))
        .map(
            span -> {
              var end = span.to();
              return "%.0f..%d"
                  .formatted(
                      span.begun().seconds(),
                      end == null ? -1 : end.getEpochSecond() - NOON.getEpochSecond());
            })
        .toList();
  }

  @Test
  void whatALabTellsIsRead() throws Exception {
    var history = new History(folder.resolve("faults.tsv"));
    var texts =
        List.of(
            "cut a-b for 2 s",
            "set a>b latency=300ms for 2 s",
            "kill gateway.b",
            "freeze h1",
            "partition a|b,c",
            "heal all");
    for (var text : texts) {
      history.happened(Fault.parse(text));
    }
    history.ended(Fault.parse(texts.getFirst()));
    var incidents = history.read().stream().map(event -> LabSite.incident(event, 1)).toList();
    assertThat(incidents)
        .extracting(Incident::kind)
        .containsExactly(
            Kind.CUT, Kind.SET, Kind.KILL, Kind.FREEZE, Kind.PARTITION, Kind.HEAL, Kind.END);
    assertThat(incidents)
        .extracting(Incident::where)
        .containsExactly("a-b", "a>b", "gateway.b", "h1", "a|b,c", "all", "a-b");
    assertThat(incidents).extracting(Incident::fault).startsWith(texts.toArray(String[]::new));
    assertThat(incidents.getLast().what()).isEqualTo("the end of: cut a-b for 2 s");
  }

  @Test
  void cutsEndByThemselvesOrAreHealed() {
    assertThat(cuts("a", "b", "cut a-b for 1 s", "end cut a-b for 1 s")).containsExactly("0..1");
    assertThat(cuts("b", "a", "cut a>b", "heal a-b")).containsExactly("0..1");
    assertThat(cuts("a", "b", "cut a-b", "heal all")).containsExactly("0..1");
    assertThat(cuts("a", "b", "cut a-b", "heal c", "set a-b loss=2%", "end set a-b loss=2%"))
        .containsExactly("0..-1");
    assertThat(cuts("a", "c", "cut a-b")).isEmpty();
    assertThat(cuts("a-b", "c", "cut c>a-b", "heal a-b-c")).containsExactly("0..1");
    // Two at a time; the first that is over is one of them.
    assertThat(
            cuts("a", "b", "cut a-b for 9 s", "cut a-b for 9 s", "end cut a-b for 9 s", "heal all"))
        .containsExactly("0..2", "1..3");
  }

  @Test
  void aPartitionCutsWhatIsBetweenItsGroups() {
    assertThat(cuts("a", "b", "partition a|b,c", "heal all")).containsExactly("0..1");
    assertThat(cuts("b", "c", "partition a|b,c")).isEmpty();
    assertThat(cuts("c", "d", "partition a|b,c")).containsExactly("0..-1"); // d is by itself
  }

  @Test
  void aFileOfAnotherShapeIsRefused() throws Exception {
    for (var line :
        List.of("2026-01-01T12:00:00Z\t1.0\tcut a-b", "x", "2026-01-01T12:00:00Z\t1\tbe\ta\tb")) {
      Files.writeString(folder.resolve(Incidents.NAME), line + "\n");
      assertThatThrownBy(() -> Incidents.read(folder))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("incidents.tsv:1: ")
          .hasMessageContaining("expected TIME, SECONDS, KIND, WHERE and the fault");
    }
  }
}
