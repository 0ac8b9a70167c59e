package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The children of a parent: all of them by name and process, in the order in which they joined, and
 * those that have a session by its connection and its slot.
 */
final class ChildIndex {
  private record Key(String name, long instance) {}

  private final Map<Key, Child> children = new LinkedHashMap<>();
  private final Map<NodeLink, Child> byLink = new HashMap<>();
  private final Int2ObjectHashMap<Child> bySlot = new Int2ObjectHashMap<>();
  private int slots;

  boolean isEmpty() {
    return children.isEmpty();
  }

  /** Whether there is a session with any child. */
  boolean isAnyThere() {
    return !byLink.isEmpty();
  }

  Collection<Child> all() {
    return children.values();
  }

  /** The child that says hello, if it is known. */
  @Nullable Child get(Message.Hello hello) {
    return children.get(new Key(hello.name(), hello.instance()));
  }

  /** The child at the other end of a connection. */
  @Nullable Child get(NodeLink link) {
    return byLink.get(link);
  }

  /** The child with a slot, or null if its session is over. */
  @Nullable Child at(int slot) {
    return bySlot.get(slot);
  }

  void add(Child child) {
    children.put(key(child), child);
  }

  /** Forgets a child; says whether it was known. */
  boolean remove(Child child) {
    return children.remove(key(child)) != null;
  }

  private static Key key(Child child) {
    return new Key(child.name, child.instance);
  }

  /** Earlier processes of a child's name that are out of reach. */
  List<Child> namesakes(Child child) {
    return children.values().stream()
        .filter(c -> c != child && c.session == null && c.name.equals(child.name))
        .toList();
  }

  /** A session with a child begins. */
  void sessionBegins(Child child, NodeLink link) {
    child.slot = slots++;
    byLink.put(link, child);
    bySlot.put(child.slot, child);
  }

  /** The session of a child, at the other end of this connection, ends. */
  void sessionEnds(Child child, NodeLink link) {
    byLink.remove(link);
    bySlot.remove(child.slot);
  }

  /** Tasks that those who are there have, or have asked for and may get. */
  int hands() {
    int sum = 0;
    for (var child : children.values()) {
      sum += child.isThere() ? child.holding.size() + (child.isOff ? 0 : child.credits) : 0;
    }
    return sum;
  }

  /** Tasks that children have who are absent. */
  int absentTasks() {
    int sum = 0;
    for (var child : children.values()) {
      sum += child.isThere() ? 0 : child.holding.size();
    }
    return sum;
  }
}
