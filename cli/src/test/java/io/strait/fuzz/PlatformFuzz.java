package io.strait.fuzz;

import io.strait.measure.simgrid.SimGridPlatform;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** SimGrid platforms. */
public final class PlatformFuzz {
  private static final String HEAD =
      "<?xml version='1.0' encoding='UTF-8'?>\n"
          + "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
          + "<platform version=\"4.1\">\n";

  /** A radical of so many hosts is right, and takes its time. */
  private static final Pattern MANY_HOSTS = Pattern.compile("-\\s*\\d{5}");

  private PlatformFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (MANY_HOSTS.matcher(new String(input, StandardCharsets.ISO_8859_1)).find()) {
      return;
    }
    SimGridPlatform.Imported imported;
    try {
      imported = SimGridPlatform.read(Samples.file(input));
    } catch (InputException e) {
      return;
    }
    var again = GridFile.read(Document.parse("grid", imported.text()));
    Samples.same(imported.grid(), again, imported.text());
  }

  static List<byte[]> seeds() {
    var seeds = new ArrayList<>(Samples.examples("*.xml"));
    seeds.addAll(
        Samples.texts(
            HEAD
                + "<cluster id='c' prefix='n-' suffix='.x' radical='0-3,7' speed='1Gf,2Gf' core='4'"
                + " pstate='1' bw='125MBps' lat='50us' bb_bw='1GBps' bb_lat='1ms'"
                + " sharing_policy='SPLITDUPLEX'/></platform>",
            HEAD
                + "<zone id='z' routing='Full'><host id='a1' speed='1e9'/><host id='a2'"
                + " speed='1Gf'/><router id='r'/><link id='l' bandwidth='1Gbps' latency='2ms'"
                + " sharing_policy='FATPIPE'/><route src='a1' dst='a2'><link_ctn id='l'/></route>"
                + "</zone></platform>",
            HEAD
                + "<AS id='A' routing='Full'><cluster id='c' prefix='c' suffix='' radical='1-9'"
                + " speed='1Gf' bw='1MBps' lat='1us' router_id='cr'/><AS id='B'"
                + " routing='Floyd'><host id='h' speed='2Gf' core='2'/><router id='br'/><link"
                + " id='w' bandwidth='1MBps' latency='0'/><route src='h' dst='br'><link_ctn id='w'"
                + " direction='UP'/></route></AS><link id='g' bandwidth='1kBps'"
                + " latency='10ms'/><ASroute src='c' dst='B' gw_src='cr' gw_dst='br'><link_ctn"
                + " id='g'/></ASroute></AS></platform>"));
    return seeds;
  }

  static List<String> words() {
    return List.of(
        "<zone",
        "</zone>",
        "<AS",
        "<cluster",
        "<cabinet",
        "<peer",
        "<host",
        "<link",
        "<router",
        "<route",
        "<zoneRoute",
        "<ASroute",
        "<bypassRoute",
        "<backbone",
        "<host_link",
        "<trace",
        "<prop",
        "<config",
        "<link_ctn",
        "id=\"\"",
        "routing=\"Full\"",
        "radical=\"0-9\"",
        "symmetrical=\"NO\"",
        "sharing_policy=\"FATPIPE\"",
        "topology=\"TORUS\"",
        "topo_parameters=\"2,2\"",
        "loopback_bw=\"1\"",
        "limiter_link=\"1\"",
        "router_id=\"r\"",
        "bb_sharing_policy=\"SHARED\"",
        "encoding=\"UTF-16\"",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<!DOCTYPE",
        "<!ENTITY",
        "&amp;",
        "&#0;",
        "<?",
        "?>",
        "/>");
  }
}
