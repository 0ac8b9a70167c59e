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
   * Reads both; the kind of application then checks that they fit.
   *
   * @param kind what the app file must say under {@code kind}
   */
  public static <A extends App> Inputs<A> read(
      Document grid, Document app, String kind, Function<Document, A> reader) {
    AppFile.checkKind(app, kind);
    return new Inputs<>(grid, app, GridFile.read(grid), reader.apply(app));
  }

  /** Refuses links that differ by direction, for kinds of application that would not notice. */
  public void checkDirections() {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("links") instanceof Node.Sequence links) {
      for (var link : links.items()) {
        @Nullable Node back = link instanceof Node.Mapping mapping ? mapping.get("back") : null;
        if (back != null) {
          throw gridDocument.error(
              back,
              "a link has 'back', which only a realignment heeds; expected none for app '%s'"
                  .formatted(app.name()));
        }
      }
    }
  }

  /** Where the index-th host of a cluster stands in the grid file. */
  public Node hostNode(String cluster, int index) {
    if (gridDocument.root() instanceof Node.Mapping root
        && root.get("clusters") instanceof Node.Mapping clusters
        && clusters.get(cluster) instanceof Node.Mapping found
        && found.get("hosts") instanceof Node.Sequence hosts) {
      return hosts.items().get(index);
    }
    return gridDocument.root();
  }

  /** Where a key of the app file is, or else the file's beginning. */
  public Node appNode(String key) {
    var root = appDocument.root();
    @Nullable Node node = root instanceof Node.Mapping mapping ? mapping.get(key) : null;
    return node == null ? root : node;
  }
}
