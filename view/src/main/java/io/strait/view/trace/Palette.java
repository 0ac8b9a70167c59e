package io.strait.view.trace;

/**
 * Colours as red, green and blue, eight bits each: those that readers with any kind of colour
 * vision tell apart (M. Okabe and K. Ito, <i>Color Universal Design</i>, 2008).
 */
public final class Palette {
  public static final int BLACK = 0x000000;
  public static final int BLUE = 0x0072b2;
  public static final int ORANGE = 0xe69f00;
  public static final int GREEN = 0x009e73;
  public static final int PURPLE = 0xcc79a7;
  public static final int VERMILION = 0xd55e00;

  private Palette() {}
}
