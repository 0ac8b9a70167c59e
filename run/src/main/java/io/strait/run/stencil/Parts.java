package io.strait.run.stencil;

import io.strait.model.StencilApp;
import io.strait.model.Strategy;
import io.strait.plan.stencil.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * The versions of all parts of a rank, and who waits for whom: tiles first, then ghosts, then
 * routes.
 */
final class Parts {
  private final int tiles;
  private final int ghosts;
  private final boolean deep;
  private final int[] versions;
  private final int[] owned;
  private final int[][] needs;
  private final int[][] routesOf;
  private final int[][] repeatsNear;
  private final int[][] tilesAtGhost;
  private final int[][] tilesUnderRoute;
  private final int[][] tilesUnderRepeat;

  private Parts(Layout layout, StencilApp app, Strategy strategy) {
    this.tiles = layout.tiles().size();
    this.ghosts = layout.ghosts().size();
    this.deep = strategy == Strategy.DEEP_HALO;
    int routes = layout.routes().size();
    this.versions = new int[tiles + ghosts + routes];
    this.needs = new int[tiles][];
    this.routesOf = new int[tiles][];
    this.repeatsNear = new int[tiles][];
    this.tilesAtGhost = new int[ghosts][];
    // Whoever delivers nothing computes for others alone.
    this.owned =
        layout.owned().isEmpty()
            ? under(layout.tiles(), layout.inner())
            : under(layout.tiles(), layout.owned());
    this.tilesUnderRoute = new int[routes][];
    this.tilesUnderRepeat = new int[ghosts][];
    int reach = layout.halo();
    for (int i = 0; i < ghosts; i++) {
      var ghost = layout.ghosts().get(i);
      tilesAtGhost[i] = touching(layout.tiles(), ghost.rect(), reach, app, deep);
      tilesUnderRepeat[i] =
          ghost.source() == layout.rank() ? under(layout.tiles(), ghost.from()) : new int[0];
    }
    for (int i = 0; i < routes; i++) {
      tilesUnderRoute[i] = under(layout.tiles(), layout.routes().get(i).rect());
    }
    for (int i = 0; i < tiles; i++) {
      var tile = layout.tiles().get(i);
      var found = new ArrayList<Integer>();
      for (int other : touching(layout.tiles(), tile, reach, app, deep)) {
        if (other != i) {
          found.add(other);
        }
      }
      var near = new ArrayList<Integer>();
      for (int g = 0; g < ghosts; g++) {
        boolean touches = contains(tilesAtGhost[g], i);
        if (touches) {
          found.add(tiles + g);
        }
        boolean repeats = layout.ghosts().get(g).source() == layout.rank();
        if (repeats && (touches || contains(tilesUnderRepeat[g], i))) {
          near.add(g);
        }
      }
      var sends = new ArrayList<Integer>();
      for (int r = 0; r < routes; r++) {
        if (contains(tilesUnderRoute[r], i)) {
          sends.add(r);
          found.add(tiles + ghosts + r);
        }
      }
      needs[i] = array(found);
      routesOf[i] = array(sends);
      repeatsNear[i] = array(near);
    }
  }

  static Parts of(Layout layout, StencilApp app, Strategy strategy) {
    return new Parts(layout, app, strategy);
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean contains(int[] list, int value) {
    for (int each : list) {
      if (each == value) {
        return true;
      }
    }
    return false;
  }

  /** The tiles that depend on cells of a rectangle. */
  private static int[] touching(
      List<Rect> tiles, Rect rect, int reach, StencilApp app, boolean deep) {
    var found = new ArrayList<Integer>();
    for (int i = 0; i < tiles.size(); i++) {
      var tile = tiles.get(i);
      boolean touches =
          (app.corners() || deep)
              ? !tile.grow(reach, reach).meet(rect).isEmpty()
              : !tile.grow(reach, 0).meet(rect).isEmpty()
                  || !tile.grow(0, reach).meet(rect).isEmpty();
      if (touches) {
        found.add(i);
      }
    }
    return array(found);
  }

  private static int[] under(List<Rect> tiles, Rect rect) {
    var found = new ArrayList<Integer>();
    for (int i = 0; i < tiles.size(); i++) {
      if (!tiles.get(i).meet(rect).isEmpty()) {
        found.add(i);
      }
    }
    return array(found);
  }

  int tiles() {
    return tiles;
  }

  int[] versions() {
    return versions;
  }

  /** The version that all tiles have whose cells this rank delivers. */
  int lowest() {
    int lowest = Integer.MAX_VALUE;
    for (int tile : owned) {
      lowest = Math.min(lowest, versions[tile]);
    }
    return lowest;
  }

  /**
   * Whether others have got all that they may need so that the cells here can have this version.
   */
  boolean isServed(int version) {
    for (int i = tiles + ghosts; i < versions.length; i++) {
      if (versions[i] < version - 1) {
        return false;
      }
    }
    return true;
  }

  /** Whether a tile may advance, as far as these versions tell. */
  boolean isReady(int tile, int[] known) {
    int version = versions[tile];
    for (int need : needs[tile]) {
      if (known[need] < version) {
        return false;
      }
    }
    return true;
  }

  int[] routesOf(int tile) {
    return routesOf[tile];
  }

  boolean isRouteReady(int route) {
    return isAtLeast(tilesUnderRoute[route], versions[tiles + ghosts + route] + 1);
  }

  /** Counts a route's next version and returns it. */
  int routeReached(int route) {
    return ++versions[tiles + ghosts + route];
  }

  int[] repeatsNear(int tile) {
    return repeatsNear[tile];
  }

  boolean isRepeatReady(int ghost) {
    int version = ghostVersion(ghost);
    return isAtLeast(tilesUnderRepeat[ghost], version + 1)
        && isAtLeast(tilesAtGhost[ghost], version + (deep ? 1 : 0));
  }

  /** Whether a ghost may take this version: the next one, when nobody needs the one before it. */
  boolean isGhostReady(int ghost, int version) {
    int now = ghostVersion(ghost);
    if (version != now + 1) {
      throw new IllegalStateException(
          "ghost %d at version %d got version %d".formatted(ghost, now, version));
    }
    return isAtLeast(tilesAtGhost[ghost], now + (deep ? 1 : 0));
  }

  int ghostVersion(int ghost) {
    return versions[tiles + ghost];
  }

  void ghostReached(int ghost) {
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
