package io.strait.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.lab.relay.Wires;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultScriptTest {
  private static final Wires WIRES =
      new Wires(
          GridFile.read(
              Document.parse(
                  "grid.yaml",
                  """
                  grid: g
                  home: east
                  clusters:
                    east: {hosts: [{name: e}]}
                    west: {hosts: [{name: w}]}
                  links: [{between: [east, west], latency: 5 ms}]
                  """)),
          1,
          1);

  private static FaultScript read(String text) {
    return FaultScript.read(Document.parse("night.yaml", text), Injector.checker(WIRES));
  }

  @Test
  void faultsAreSortedByTime() {
    var script =
        read(
            """
            faults:
              - {at: 30 s, kill: gateway.west}
              - {at: 10 s, cut: east-west, for: 90 s}
              - {at: 20 s, set: west>east, change: "latency=300ms, loss=2%"}
              - {at: 40 s, freeze: w, for: 70 s}
              - {at: 50 s, partition: "east|west", for: 20 s}
              - {at: 80 s, heal: all}
            """);
    assertThat(script.faults().stream().map(timed -> timed.at() + " " + timed.fault()))
        .containsExactly(
            "PT10S cut east-west for 90 s",
            "PT20S set west>east latency=300ms,loss=2%",
            "PT30S kill gateway.west",
            "PT40S freeze w for 70 s",
            "PT50S partition east|west for 20 s",
            "PT1M20S heal all");
    assertThat(script.end()).isEqualTo(Duration.ofSeconds(110));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      textBlock =
          """
          {at: 1 s, cut: east-north}!1:25!the lab has no network 'east-north', expected one of: east-west, east, west
          {cut: east-west}!1:10!at
          {at: 1 s}!1:10!a fault has no name, expected cut, heal, set, kill, freeze or partition
          {at: 1 s, cut: east, kill: e}!1:37!a fault both cut and kill, expected one of them
          {at: 1 s, set: east}!1:10!change
          {at: 1 s, set: east, change: 'loss=200%'}!1:39!expected a share from 0% to 100%
          {at: 1 s, set: east, change: 'colour=red'}!1:39!expected
          {at: 1 s, cut: east, change: 'loss=2%'}!1:39!change belongs to set, expected none for cut
          {at: soon, cut: east}!1:15!at is 'soon', expected a time such as 30 s
          {at: -1 s, cut: east}!1:15!expected a time
          {at: 1 s, cut: east, for: 0 s}!1:36!for is '0 s', expected a time above zero such as 30 s
          {at: 1 s, kill: q}!1:26!the lab has no host 'q'
          {at: 1 s, kill: e, for: 3 s}!1:26!expected no time for it
          {at: 1 s, partition: 'east|south'}!1:31!expected groups of clusters
          {at: 1 s, explode: e}!1:20!explode
          """)
  void badInputIsNamedWithItsPlace(String item, String place, String message) {
    assertThatThrownBy(() -> read("faults: [" + item + "]"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("night.yaml:" + place + ": ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cut east-west for 30 s",
        "heal all",
        "set east latency=3ms,loss=2%",
        "kill e",
        "freeze w for 1 min",
        "partition east|west"
      })
  void aFaultIsItsText(String text) {
    var fault = Fault.parse(text);
    Injector.check(WIRES, fault);
    assertThat(Fault.parse(fault.toString())).isEqualTo(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "cut", "cut a b", "set east", "explode e", "cut east for", "cut east for 0s"})
  void badTextIsRefused(String text) {
    assertThatThrownBy(() -> Fault.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected");
  }
}
