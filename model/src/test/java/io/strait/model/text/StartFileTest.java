package io.strait.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.Grid;
import io.strait.model.Start;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a grid file says that clusters are started. */
class StartFileTest {
  private static Grid grid(String start) {
    return GridFile.read(
        Document.parse(
            "grid.yaml",
            "grid: g\nclusters:\n  c:\n    start: %s\n    hosts: [{name: h}]\n".formatted(start)));
  }

  @Test
  void allKeys() {
    assertThat(grid("local").clusters().getFirst().start()).isEqualTo(Start.LOCAL);
    assertThat(
            grid("{ssh: me@login, slurm: {partition: batch, time: 2 h, args: [--account=phys]}}")
                .clusters()
                .getFirst()
                .start())
        .isEqualTo(
            new Start(
                "me@login",
                new Start.Slurm("batch", Duration.ofHours(2), List.of("--account=phys")),
                Start.FOLDER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "{ssh: login}",
        "{ssh: '{host}.lab'}",
        "{ssh: login, slurm: {}}",
        "{ssh: login, slurm: {partition: p, time: 90 min, args: [--account=a, '--comment=a b']}}",
        "{command: {submit: 'qsub {script}', status: 'qstat {id}', cancel: 'qdel {id}'}}",
        "{ssh: login, folder: /scratch/me}",
        "{ssh: login, quota: 200 GB}",
      })
  void writtenAsItIsRead(String start) {
    var grid = grid(start);
    assertThat(GridFile.read(Document.parse("again", GridTree.of(grid).yaml()))).isEqualTo(grid);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "remote | start is 'remote', expected local or {ssh: HOST, slurm: {…}}",
        "{ssh: -oProxyCommand=x} | ssh is '-oProxyCommand=x', expected a host, as ssh takes it, or"
            + " {host} for each host's name",
        "{ssh: '{hots}.example.org'} | ssh is '{hots}.example.org', expected a host, as ssh takes"
            + " it, or {host} for each host's name",
        "{ssh: 'a b'} | ssh is 'a b', expected a host, as ssh takes it, or {host} for each host's"
            + " name",
        "{ssh: a, slurm: {}, command: {}} | start has slurm and command, expected one of them",
        "{ssh: '{host}', slurm: {}} | expected one login node where an engine starts processes",
        "{slurm: {args: ['; rm -rf']}} | expected --name=value",
        "{slurm: {time: soon}} | time",
        "{command: {submit: qsub, status: 'q {id}', cancel: 'q {id}'}} | submit is 'qsub', expected"
            + " a command in one line with {script}",
        "{folder: 'a b'} | folder is 'a b', expected a path without blanks",
        "{ssh: login, quota: much} | quota",
        "{pbs: {}} | pbs",
      })
  void refused(String start, String why) {
    assertThatThrownBy(() -> grid(start))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("grid.yaml:4")
        .hasMessageContaining(why);
  }
}
