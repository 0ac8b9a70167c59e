package io.strait.stencil.plan;

import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The versions of all parts of a rank, and who waits for whom: tiles first, then ghosts, then
 * routes.
 */
public final class TileVersions {
  private final int tiles;
  private final int ghosts;
  private final boolean deep;
  private final int[] versions;
  private final int[] behind;
  private final int[] owned;
  private final int[][] needs;
  private final int[][] routesOf;
  private final int[][] repeatsNear;
  private final int[][] tilesAtGhost;
  private final int[][] tilesUnderRoute;
  private final int[][] tilesUnderRepeat;

  private TileVersions(RankLayout layout, StencilApp app, Strategy strategy) {
    this.tiles = layout.tiles().size();
    this.ghosts = layout.ghosts().size();
    this.deep = strategy == Strategy.DEEP_HALO;
    int routes = layout.routes().size();
    this.versions = new int[tiles + ghosts + routes];
    this.behind = array(layout.behind());
    this.needs = new int[tiles][];
    this.routesOf = new int[tiles][];
    this.repeatsNear = new int[tiles][];
    this.tilesAtGhost = new int[ghosts][];
    this.tilesUnderRoute = new int[routes][];
    this.tilesUnderRepeat = new int[ghosts][];
    var index = new TileIndex(layout.tiles());
    // A rank that delivers nothing computes only for others.
    this.owned = under(index, layout.owned().isEmpty() ? layout.inner() : layout.owned());
    boolean corners = app.corners() || deep;
    int reach = layout.halo();
    var found = lists(tiles);
    var near = lists(tiles);
    var sends = lists(tiles);
    for (int i = 0; i < tiles; i++) {
      for (int other : touching(index, layout.tiles().get(i), reach, corners)) {
        if (other != i) {
          found.get(i).add(other);
        }
      }
    }
    for (int i = 0; i < ghosts; i++) {
      var ghost = layout.ghosts().get(i);
      boolean repeats = ghost.source() == layout.rank();
      tilesAtGhost[i] = touching(index, ghost.rect(), reach, corners);
      tilesUnderRepeat[i] = repeats ? under(index, ghost.from()) : new int[0];
      var both = new TreeSet<Integer>();
      for (int tile : tilesAtGhost[i]) {
        found.get(tile).add(tiles + i);
        both.add(tile);
      }
      for (int tile : tilesUnderRepeat[i]) {
        both.add(tile);
      }
      for (int tile : repeats ? both : Set.<Integer>of()) {
        near.get(tile).add(i);
      }
    }
    for (int i = 0; i < routes; i++) {
      tilesUnderRoute[i] = under(index, layout.routes().get(i).rect());
      for (int tile : tilesUnderRoute[i]) {
        sends.get(tile).add(i);
        found.get(tile).add(tiles + ghosts + i);
      }
    }
    for (int i = 0; i < tiles; i++) {
      needs[i] = array(found.get(i));
      routesOf[i] = array(sends.get(i));
      repeatsNear[i] = array(near.get(i));
    }
  }

  public static TileVersions of(RankLayout layout, StencilApp app, Strategy strategy) {
    return new TileVersions(layout, app, strategy);
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<List<Integer>> lists(int count) {
    var lists = new ArrayList<List<Integer>>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  /** The tiles that depend on cells of a rectangle. */
  private static int[] touching(TileIndex index, Rect rect, int reach, boolean corners) {
    var found = new BitSet();
    index.under(rect.grow(reach, corners ? reach : 0), found);
    index.under(rect.grow(corners ? reach : 0, reach), found);
    return found.stream().toArray();
  }

  private static int[] under(TileIndex index, Rect rect) {
    var found = new BitSet();
    index.under(rect, found);
    return found.stream().toArray();
  }

  public int tiles() {
    return tiles;
  }

  public int[] versions() {
    return versions;
  }

  /** The version that all tiles have whose cells this rank delivers. */
  public int lowest() {
    int lowest = Integer.MAX_VALUE;
    for (int tile : owned) {
      lowest = Math.min(lowest, versions[tile]);
    }
    return lowest;
  }

  /**
   * Whether others have got all that they may need so that the cells here can have this version.
   */
  public boolean isServed(int version) {
    for (int i = tiles + ghosts; i < versions.length; i++) {
      if (versions[i] < version - 1) {
        return false;
      }
    }
    return true;
  }

  /** Whether a tile may advance, as far as these versions tell. */
  public boolean isReady(int tile, int[] known) {
    int version = versions[tile];
    for (int need : needs[tile]) {
      if (known[need] < version) {
        return false;
      }
    }
    return true;
  }

  /**
   * The version that what the rank delivers cannot exceed before this tile has advanced. The least
   * is the most urgent: earliest deadline first.
   */
  public int due(int tile) {
    return versions[tile] + behind[tile];
  }

  /** What a tile waits for: tiles, then ghosts, then routes. */
  int[] needs(int tile) {
    return needs[tile];
  }

  /** The tiles whose cells a route sends. */
  int[] underRoute(int route) {
    return tilesUnderRoute[route];
  }

  /** The tiles whose cells a ghost repeats. */
  int[] underRepeat(int ghost) {
    return tilesUnderRepeat[ghost];
  }

  public int[] routesOf(int tile) {
    return routesOf[tile];
  }

  public boolean isRouteReady(int route) {
    return isAtLeast(tilesUnderRoute[route], versions[tiles + ghosts + route] + 1);
  }

  /** Counts a route's next version and returns it. */
  public int routeReached(int route) {
    return ++versions[tiles + ghosts + route];
  }

  public int[] repeatsNear(int tile) {
    return repeatsNear[tile];
  }

  public boolean isRepeatReady(int ghost) {
    int version = ghostVersion(ghost);
    return isAtLeast(tilesUnderRepeat[ghost], version + 1)
        && isAtLeast(tilesAtGhost[ghost], version + (deep ? 1 : 0));
  }

  /** Whether a ghost may take this version: the next one, when nobody needs the one before it. */
  public boolean isGhostReady(int ghost, int version) {
    int now = ghostVersion(ghost);
    if (version != now + 1) {
      throw new IllegalStateException(
          "ghost %d at version %d got version %d".formatted(ghost, now, version));
    }
    return isAtLeast(tilesAtGhost[ghost], now + (deep ? 1 : 0));
  }

  public int ghostVersion(int ghost) {
    return versions[tiles + ghost];
  }

  public void ghostReached(int ghost) {
    versions[tiles + ghost]++;
  }

  private boolean isAtLeast(int[] which, int version) {
    for (int tile : which) {
      if (versions[tile] < version) {
        return false;
      }
    }
    return true;
  }
}
