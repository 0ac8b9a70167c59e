package io.strait.kind.live;

import io.strait.model.text.Tree;
import io.strait.view.page.Section;
import io.strait.view.page.Tile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run stands at a moment: what a page shows, and what programs are told.
 *
 * @param headline the run in one sentence: how far it is, when it ends, whether that is as promised
 * @param share of the work that is done, from 0 to 1
 * @param isOver whether nothing will change any more
 * @param parts of the page, in their order
 * @param workers who computes; null where nobody is known one by one
 */
public record LiveView(
    String headline,
    double share,
    boolean isOver,
    List<Tile> tiles,
    List<Part> parts,
    @Nullable WorkerMap workers,
    Tree json) {
  /**
   * A part of the page that changes on its own.
   *
   * @param id a word, the same at every moment
   */
  public record Part(String id, Section section) {}

  public LiveView {
    tiles = List.copyOf(tiles);
    parts = List.copyOf(parts);
  }
}
