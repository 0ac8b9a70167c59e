package io.strait.kind.file;

import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.Node;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A grid and an app that were read together and fit each other.
 *
 * @param <A> apps of one kind
 */
public record Inputs<A extends App>(Document gridDocument, Document appDocument, Grid grid, A app) {

  /**
   * Reads both. The kind of application then checks that they fit.
   *
   * @param kind the value that {@code kind} must have in the app file
   */
  public static <A extends App> Inputs<A> read(
      Document grid, Document app, String kind, Function<Document, A> reader) {
    AppFile.checkKind(app, kind);
    return new Inputs<>(grid, app, GridFile.read(grid), reader.apply(app));
  }

  /** Refuses links that differ by direction, for kinds of application that would ignore it. */
  public void checkDirections() {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("links") instanceof Node.Sequence links) {
      for (var link : links.items()) {
        @Nullable Node back = link instanceof Node.Mapping mapping ? mapping.get("back") : null;
        if (back != null) {
          throw gridDocument.error(
              back,
              "a link has 'back', which app '%s' would ignore, expected links without it"
                  .formatted(app.name()));
        }
      }
    }
  }

  /** Where a host group of a cluster is in the grid file, by its index. */
  public Node hostNode(String cluster, int index) {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("clusters") instanceof Node.Mapping clusters
        && clusters.get(cluster) instanceof Node.Mapping found
        && found.get("hosts") instanceof Node.Sequence hosts) {
      return hosts.items().get(index);
    }
    return gridDocument.root();
  }

  /** Where the value of a key is in the app file, or else the start of the file. */
  public Node appNode(String key) {
    var root = appDocument.root();
    @Nullable Node node = root instanceof Node.Mapping mapping ? mapping.get(key) : null;
    return node == null ? root : node;
  }
}
