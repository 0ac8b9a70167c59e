package io.strait.fuzz;

import io.strait.cli.Kinds;
import io.strait.kind.Kind;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.util.List;

/** App files. */
public final class AppFuzz {
  private AppFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      var document = Document.read(Samples.file(input));
      roundTrip(Kinds.ALL.ofApp(document), document);
    } catch (InputException e) {
      // refused, as it should be
    }
  }

  private static <A extends App, P> void roundTrip(Kind<A, P> kind, Document document) {
    var app = kind.files().read(document);
    for (var text : List.of(kind.files().app(app).yaml(), kind.files().app(app).json())) {
      A again;
      try {
        again = kind.files().read(Document.parse("again", text));
      } catch (InputException e) {
        throw new AssertionError(text, e);
      }
      Samples.same(app, again, text);
    }
  }

  static List<byte[]> seeds() {
    return Samples.examples("{app,ep,povray}.yaml");
  }

  static List<String> words() {
    return Samples.keys("app");
  }
}
