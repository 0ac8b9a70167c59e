package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import io.strait.launch.shell.Shell;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Ranks of one cluster, or of one host of it.
 *
 * @param isAlone whether they are those of one host, and others of the cluster are elsewhere
 */
record RankWork(String cluster, boolean isAlone, List<Integer> ranks, Gangs.Options options)
    implements GangWork {
  RankWork {
    ranks = List.copyOf(ranks);
  }

  @Override
  public String what() {
    return "%d ranks".formatted(ranks.size());
  }

  @Override
  public Map<String, byte[]> files() throws IOException {
    return Map.of("plan.yaml", Files.readAllBytes(options.plan()));
  }

  @Override
  public Engine engine(RemoteSite site) {
    return site.engine();
  }

  @Override
  public boolean hasBegun() {
    return options.hasBegun().getAsBoolean();
  }

  @Override
  public Engine.Job job(String name, Place place) throws IOException {
    int nodes = (int) ranks.stream().map(options.hosts()::get).distinct().count();
    return Engine.Job.ofGang(
        name, script(place), place.folder(), new Engine.Gang(ranks.size(), nodes));
  }

  /** Variables, and a script that uses them. */
  private String script(Place place) throws IOException {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("place", place.folder());
    variables.put("strait", place.strait());
    variables.put("cluster", cluster);
    variables.put("run", options.run());
    variables.put("login", place.entry());
    variables.put("port", place.port());
    variables.put("first", ranks.getFirst());
    variables.put("count", ranks.size());
    variables.put("ranks", ranks.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    variables.put("alone", isAlone ? "yes" : "");
    variables.put("master", NodeRole.MASTER);
    variables.put("identity", NodeRole.WORKER);
    variables.put("classes", RunFiles.classPathOption(options.launcher().classPath()));
    try (var body = RankWork.class.getResourceAsStream("gang.sh")) {
      return Shell.variables(variables)
          + new String(Objects.requireNonNull(body).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
