package io.strait.realign.plan;

/**
 * What it costs to send from cluster to cluster: so much for each element, and so much for each
 * message.
 */
public final class LinkCosts {
  private final int clusters;
  private final double[] perElement;
  private final double[] perMessage;

  /** Both row by row: from the first cluster to each, from the second, and so on. */
  public LinkCosts(int clusters, double[] perElement, double[] perMessage) {
    this.clusters = clusters;
    this.perElement = perElement.clone();
    this.perMessage = perMessage.clone();
    if (perElement.length != clusters * clusters || perMessage.length != clusters * clusters) {
      throw new IllegalArgumentException("not one cost for every two clusters");
    }
  }

  public int clusters() {
    return clusters;
  }

  public double perElement(int from, int to) {
    return perElement[from * clusters + to];
  }

  public double perMessage(int from, int to) {
    return perMessage[from * clusters + to];
  }

  public double of(int from, int to, long messages, long elements) {
    return elements * perElement(from, to) + messages * perMessage(from, to);
  }
}
