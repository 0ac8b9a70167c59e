package io.strait.measure.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.measure.simgrid.SimGridPlatform.Imported;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole platforms and the grids they become. SimGrid 3.32 loads these files, and its routes between
 * hosts have the latencies and bandwidths of these grids.
 */
@Timeout(60)
class SimGridPlatformTest {

  private static Imported read(String name) {
    return SimGridPlatform.parse(name, text(name));
  }

  private static String text(String name) {
    try (var in = SimGridPlatformTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Imported platform(String zones) {
    return SimGridPlatform.parse("p.xml", "<platform version=\"4.1\">\n" + zones + "</platform>\n");
  }

  private static Grid grid(String yaml) {
    return GridFile.read(Document.parse("expected", yaml));
  }

  @Test
  void zonesWithHostsBecomeClusters() {
    var imported = read("two-zones.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: both
                clusters:
                  north:
                    lan: {bandwidth: 12.5 MB/s, latency: 100 us}
                    hosts:
                      - {name: n, count: 2, speed: 98.095 Mflop/s}
                      - {name: n3, speed: 98.095 Mflop/s, cores: 4}
                  south:
                    hosts: [{name: alone, speed: 2.5 Gflop/s}]
                links:
                  - {between: [north, south], bandwidth: 10 kB/s, latency: 105 ms}
                """));
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void clusterTagsBecomeClusters() {
    var imported = read("clusters.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: campus
                clusters:
                  plain:
                    lan: {bandwidth: 100 MB/s, latency: 600 us}
                    hosts:
                      - {name: p-0, speed: 1 Gflop/s}
                      - {name: p-, count: 9, speed: 1 Gflop/s}
                      - {name: p-20, speed: 1 Gflop/s}
                  wide:
                    lan: {bandwidth: 2.25 GB/s, latency: 600 us}
                    hosts:
                      - {name: w-1.example, speed: 2 Gflop/s, cores: 8}
                      - {name: w-2.example, speed: 2 Gflop/s, cores: 8}
                      - {name: w-3.example, speed: 2 Gflop/s, cores: 8}
                  bare:
                    lan: {bandwidth: 1 Gbit/s, latency: 40 us, duplex: full}
                    hosts: [{name: b, count: 6, speed: 500 Mflop/s}]
                  held:
                    lan: {bandwidth: 100 MB/s, latency: 0.2 ms}
                    hosts: [{name: h, count: 2, speed: 500 Mflop/s}]
                  fat:
                    lan: {bandwidth: 40 MB/s, latency: 30 us, duplex: full}
                    hosts: [{name: f5, speed: 500 Mflop/s}, {name: f6, speed: 500 Mflop/s}]
                links:
                  - {between: [plain, wide], bandwidth: 1 Gbit/s, latency: 1 ms}
                  - {between: [wide, bare], bandwidth: 1 Gbit/s, latency: 2 ms}
                  - {between: [bare, held], bandwidth: 1 Gbit/s, latency: 3 ms}
                  - {between: [held, fat], bandwidth: 1 Gbit/s, latency: 4 ms}
                """));
    assertThat(imported.warnings())
        .containsExactly(
            "clusters.xml:7: the host links of 'wide' (125 MB/s) are narrower than what they"
                + " share: its LAN gets the 2250 MB/s that they share",
            "clusters.xml:9: cluster 'bare' has no shared backbone: its LAN gets the 125 MB/s that"
                + " one host can use",
            "clusters.xml:11: the LAN of 'held' has a link for each direction (100 MB/s) and one"
                + " for both (150 MB/s): it gets 100 MB/s for both",
            "clusters.xml:11: cluster 'held' has no shared backbone: its LAN gets the 100 MB/s that"
                + " one host can use",
            "clusters.xml:13: cluster 'fat' has no shared backbone: its LAN gets the 40 MB/s that"
                + " one host can use");
  }

  @Test
  void nestedZonesAreFlattened() {
    var imported = read("nested.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: world
                clusters:
                  paris:
                    lan: {bandwidth: 1 Gbit/s, latency: 25 us}
                    hosts: [{name: paris, count: 4, speed: 3 Gflop/s}]
                  rome:
                    lan: {bandwidth: 1 Gbit/s, latency: 25 us}
                    hosts: [{name: rome, count: 5, speed: 3 Gflop/s}]
                  boston:
                    hosts: [{name: bean, speed: 4 Gflop/s, cores: 16}]
                  reno:
                    hosts: [{name: dice, speed: 4 Gflop/s, cores: 16}]
                links:
                  - {between: [paris, rome], bandwidth: 200 Mbit/s, latency: 8 ms}
                  - {between: [boston, reno], bandwidth: 100 Mbit/s, latency: 35 ms}
                  - {between: [paris, boston], bandwidth: 50 Mbit/s, latency: 42 ms}
                  - {between: [paris, reno], bandwidth: 50 Mbit/s, latency: 73 ms}
                """));
    assertThat(imported.warnings())
        .containsExactly(
            "nested.xml:28: link 'pike' (12.5 MB/s) is shared by 2 gaps (boston-reno,"
                + " paris-boston): the grid counts its whole bandwidth for each",
            "nested.xml:29: link 'desert' (12.5 MB/s) is shared by 2 gaps (boston-reno,"
                + " paris-reno): the grid counts its whole bandwidth for each",
            "nested.xml:37: link 'atlantic' (6250 kB/s) is shared by 2 gaps (paris-boston,"
                + " paris-reno): the grid counts its whole bandwidth for each");
  }

  @Test
  void hostsOfAFlatPlatformAreGroupedByDistance() {
    var imported = read("flat.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: lab
                clusters:
                  desk1:
                    lan: {bandwidth: 10 MB/s, latency: 0.2 ms}
                    hosts: [{name: desk, count: 2, speed: 1 Gflop/s}]
                  attic:
                    hosts: [{name: attic, speed: 3 Gflop/s, cores: 2}]
                  shed:
                    hosts: [{name: shed, speed: 2 Gflop/s}]
                links:
                  - {between: [desk1, attic], bandwidth: 1 MB/s, latency: 20 ms}
                  - {between: [desk1, shed], bandwidth: 2 MB/s, latency: 30 ms}
                """));
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void routersBelongToTheHostsNearThem() {
    var imported = read("flat-routers.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: lab
                clusters:
                  a1:
                    lan: {bandwidth: 100 Mbit/s, latency: 0.1 ms, duplex: full}
                    hosts: [{name: a, count: 2, speed: 1 Gflop/s}]
                  b1:
                    lan: {bandwidth: 1 Gbit/s, latency: 0.14 ms, duplex: full}
                    hosts: [{name: b, count: 3, speed: 1 Gflop/s}]
                links:
                  - {between: [a1, b1], bandwidth: 20 Mbit/s, latency: 15 ms, duplex: full}
                """));
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void sharingPoliciesBecomeDuplex() {
    var imported = read("sharing.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: star
                clusters:
                  a: {hosts: [{name: ha, speed: 1 Gflop/s}]}
                  b: {hosts: [{name: hb, speed: 1 Gflop/s}]}
                  c: {hosts: [{name: hc, speed: 1 Gflop/s}]}
                links:
                  - {between: [a, b], bandwidth: 10 MB/s, latency: 7 ms, duplex: full}
                  - {between: [a, c], bandwidth: 10 MB/s, latency: 7 ms, duplex: full}
                  - {between: [b, c], bandwidth: 20 MB/s, latency: 3 ms}
                """));
    assertThat(imported.warnings())
        .containsExactly(
            "sharing.xml:8: link 'up-a' (10 MB/s) is shared by 2 gaps (a-b, a-c): the grid counts"
                + " its whole bandwidth for each",
            "sharing.xml:9: link 'up-b' (20 MB/s) is shared by 2 gaps (a-b, b-c): the grid counts"
                + " its whole bandwidth for each",
            "sharing.xml:22: <zoneRoute> from hb to hc has no route back: it stands for both",
            "sharing.xml:22: the gap b-c has a link for each direction (20 MB/s) and one for both"
                + " (25 MB/s): it gets 20 MB/s for both");
  }

  @Test
  void clustersMayBeBuiltByHand() {
    var imported = read("host-links.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: built
                clusters:
                  built:
                    lan: {bandwidth: 70 MB/s, latency: 40 us}
                    hosts: [{name: x, count: 2, speed: 1 Gflop/s}]
                """));
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void whatAGridCannotSayIsNamed() {
    var imported = read("left-out.xml");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: odds
                clusters:
                  ends:
                    lan: {bandwidth: 10 Mbit/s, latency: 1 ms}
                    hosts:
                      - {name: old_host, speed: 2 Gflop/s}
                      - {name: _-dash, speed: 1 Gflop/s}
                  torus:
                    lan: {bandwidth: 1 Gbit/s, latency: 20 us}
                    hosts: [{name: t, count: 8, speed: 1 Gflop/s}]
                links:
                  - {between: [ends, torus], bandwidth: 1 Mbit/s, latency: 10 ms}
                """));
    assertThat(imported.warnings())
        .containsExactly(
            "left-out.xml:4: <config> is left out: it sets up the simulator",
            "left-out.xml:6: <prop> is left out: a grid has no properties (6 times)",
            "left-out.xml:8: state_file of <host> is left out: a grid does not change over time",
            "left-out.xml:8: coordinates of <host> is left out: a grid expresses distances by"
                + " links",
            "left-out.xml:8: the host 'old host' is renamed to 'old_host': a name has letters,"
                + " digits, '_', '.' and '-'",
            "left-out.xml:8: 'old host' has 3 speeds: a grid has one, so it gets 2Gf",
            "left-out.xml:9: <disk> is left out: a grid has no disks",
            "left-out.xml:13: speed_file of <host> is left out: a grid does not change over time",
            "left-out.xml:13: the host '-dash' is renamed to '_-dash': a name has letters, digits,"
                + " '_', '.' and '-'",
            "left-out.xml:14: coordinates of <router> is left out: a grid expresses distances by"
                + " links",
            "left-out.xml:15: bandwidth_file of <link> is left out: a grid does not change over"
                + " time",
            "left-out.xml:15: latency_file of <link> is left out: a grid does not change over time",
            "left-out.xml:17: <route> from a host to itself is left out: messages inside a host"
                + " cost nothing",
            "left-out.xml:18: <bypassRoute> is left out: a grid has no exceptions to its routes",
            "left-out.xml:20: loopback_bw of <cluster> is left out: messages inside a host cost"
                + " nothing",
            "left-out.xml:20: loopback_lat of <cluster> is left out: messages inside a host cost"
                + " nothing",
            "left-out.xml:20: topology TORUS of <cluster> is left out: the LAN of a grid has no"
                + " inner structure",
            "left-out.xml:25: <peer> is left out: its distances are coordinates, expected hosts"
                + " and routes (2 times)",
            "left-out.xml:29: <cabinet> is left out: expected a <cluster>",
            "left-out.xml:34: link 'air' is wifi: a grid has no distances to an antenna,"
                + " so it gets 54Mbps, shared",
            "left-out.xml:38: <bypassZoneRoute> is left out: a grid has no exceptions to its"
                + " routes",
            "left-out.xml:39: <trace> is left out: a grid does not change over time",
            "left-out.xml:40: <trace_connect> is left out: a grid does not change over time (2"
                + " times)",
            "left-out.xml:43: <actor> is left out: programs are described in an app file");
  }

  /** Hosts in a row, each joined to the next by its own link. */
  private static Imported row(int hosts, String latency) {
    var names = IntStream.rangeClosed(1, hosts).boxed().toList();
    var zone =
        names.stream()
                .map(
                    i ->
                        "<host id='h%d' speed='1Gf'/><link id='l%d' bandwidth='1MBps' latency='%s'/>\n"
                            .formatted(i, i, latency))
                .collect(Collectors.joining())
            + names.stream()
                .skip(1)
                .map(
                    i ->
                        "<route src='h%d' dst='h%d'><link_ctn id='l%d'/></route>\n"
                            .formatted(i - 1, i, i))
                .collect(Collectors.joining());
    return platform("<zone id='row' routing='Floyd'>\n" + zone + "</zone>\n");
  }

  @Test
  void upToFiftyHostsFarApartAreClustersOfTheirOwn() {
    var imported = row(50, "2ms");
    assertThat(imported.grid().clusters()).hasSize(50);
    assertThat(imported.grid().links()).hasSize(49);
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void moreThanFiftyHostsFarApartAreOneCluster() {
    var imported = row(51, "2ms");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: row
                clusters:
                  row:
                    lan: {bandwidth: 1 MB/s, latency: 100 ms}
                    hosts: [{name: h, count: 51, speed: 1 Gflop/s}]
                """));
    assertThat(imported.warnings())
        .containsExactly(
            "p.xml:2: the hosts of zone 'row' form 51 groups that are more than 1 ms apart,"
                + " expected at most 50: they become one cluster",
            "p.xml:2: cluster 'row' has no shared backbone: its LAN gets the 1 MB/s that one host"
                + " can use");
  }

  @Test
  void routesThereAndBackBecomeTheSlowerOne() {
    var imported =
        platform(
            """
            <zone id='z' routing='Full'>
            <zone id='a' routing='Full'><host id='ha' speed='1Gf'/></zone>
            <zone id='b' routing='Full'><host id='hb' speed='1Gf'/></zone>
            <link id='out' bandwidth='2MBps' latency='1ms'/>
            <link id='back' bandwidth='1MBps' latency='3ms'/>
            <zoneRoute src='a' dst='b' gw_src='ha' gw_dst='hb' symmetrical='NO'><link_ctn id='out'/></zoneRoute>
            <zoneRoute src='b' dst='a' gw_src='hb' gw_dst='ha' symmetrical='NO'><link_ctn id='back'/></zoneRoute>
            </zone>
            """);
    assertThat(imported.text()).contains("bandwidth: 1 MB/s", "latency: 3 ms");
    assertThat(imported.warnings())
        .containsExactly(
            "p.xml:7: <zoneRoute> from ha to hb differs from the route back: the slower one stands"
                + " for both");
  }

  @Test
  void hostsWithoutRoutesHaveALanWithoutLimits() {
    var imported =
        platform(
            "<zone id='z' routing='None'><host id='a' speed='1Gf'/><host id='b'"
                + " speed='1f'/></zone>\n");
    assertThat(imported.grid())
        .isEqualTo(
            grid(
                """
                grid: z
                clusters: {z: {hosts: [{name: a, speed: 1 Gflop/s}, {name: b, speed: 1 flop/s}]}}
                """));
    assertThat(imported.warnings())
        .containsExactly("p.xml:2: cluster 'z' has no inner routes: its LAN has no limits");
  }

  @Test
  void namesThatBecomeEqualAreToldApart() {
    var imported =
        platform(
            "<zone id='z z' routing='None'><host id='a b' speed='1Gf'/><host id='a_b'"
                + " speed='1Gf'/></zone>\n");
    assertThat(imported.grid().name()).isEqualTo("z_z");
    assertThat(imported.grid().clusters().getFirst().hosts())
        .extracting(group -> group.name())
        .containsExactly("a_b", "a_b_2");
    assertThat(imported.warnings()).hasSize(5);
  }

  @Test
  void manyEqualHostsAreOneGroup() {
    var imported =
        platform(
            "<cluster id='c' prefix='n' suffix='' radical='1-5000000,5000001-9999999' speed='1Gf'"
                + " bw='1Gbps' lat='1us' bb_bw='1Gbps'/>\n");
    assertThat(imported.grid().clusters().getFirst().hosts()).hasSize(1);
    assertThat(imported.grid().hostCount()).isEqualTo(9_999_999);
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void manyHostsAreReadInReasonableTime() {
    var hosts =
        IntStream.rangeClosed(1, 50_000)
            .mapToObj(
                i ->
                    "<host id='h%d.x' speed='1Gf'/><route src='h%d.x' dst='r'><link_ctn id='l'/></route>\n"
                        .formatted(i, i))
            .collect(Collectors.joining());
    var imported =
        platform(
            "<zone id='z' routing='Floyd'><router id='r'/><link id='l' bandwidth='1Gbps'"
                + " latency='5us'/>\n"
                + hosts
                + "</zone>\n");
    assertThat(imported.grid().hostCount()).isEqualTo(50_000);
    assertThat(imported.warnings()).isEmpty();
  }

  /** A damaged file makes a grid, or one line that says where it is wrong. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "two-zones.xml",
        "clusters.xml",
        "nested.xml",
        "flat.xml",
        "flat-routers.xml",
        "sharing.xml",
        "left-out.xml",
        "host-links.xml"
      })
  void damagedFilesAreReadOrRefused(String name) {
    var text = text(name);
    var random = new Random(7);
    var parts = text.split("(?<=[ \"<>])");
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      var damaged = parts.clone();
      for (int k = random.nextInt(3); k >= 0; k--) {
        int at = random.nextInt(parts.length);
        damaged[at] =
            switch (random.nextInt(4)) {
              case 0 -> "";
              case 1 -> damaged[at] + damaged[at];
              case 2 -> parts[random.nextInt(parts.length)];
              default -> damaged[at].substring(damaged[at].length() / 2);
            };
      }
      try {
        SimGridPlatform.parse(name, String.join("", damaged));
      } catch (InputException e) {
        assertThat(e.getMessage()).matches("(?s)" + name + ":\\d+:\\d+: .*");
        assertThat(e.getMessage()).contains("expected").doesNotContain("\n");
        refused++;
      }
    }
    assertThat(refused).isBetween(50, 399);
  }
}
