package io.strait.view;

/** Columns that texts take on a terminal. */
public final class TextWidth {
  private TextWidth() {}

  public static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  public static int of(int character) {
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> Character.isIdeographic(character) || isWide(character) ? 2 : 1;
    };
  }

  /** Letters of East Asia that are no ideographs, and pictures. */
  private static boolean isWide(int character) {
    return (character >= 0x1100 && character <= 0x115f)
        || (character >= 0x3000 && character <= 0x30ff)
        || (character >= 0xac00 && character <= 0xd7a3)
        || (character >= 0xff01 && character <= 0xff60)
        || (character >= 0x1f300 && character <= 0x1faff);
  }
}
