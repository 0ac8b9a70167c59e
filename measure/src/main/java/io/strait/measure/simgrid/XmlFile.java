package io.strait.measure.simgrid;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads an XML file into elements, within bounds. Nothing outside the file is read. A DOCTYPE may
 * name the DTD, which is not loaded, but may declare nothing.
 */
final class XmlFile {
  private static final int LARGEST_FILE = 64 << 20;
  private static final int DEEPEST = 32;
  private static final int LONGEST_DECLARATION = 200;
  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']");
  private static final Pattern UNKNOWN_ENTITY =
      Pattern.compile("&(?!(?:lt|gt|amp|quot|apos);|#)([^;\\s]*);");
  private static final String EXPECTED = "expected a SimGrid platform in XML";

  private final XmlText file;
  private final TagScanner tags;

  private XmlFile(XmlText file) {
    this.file = file;
    this.tags = new TagScanner(file.text());
  }

  /** The root element of a file. */
  static XmlElement read(Path path) {
    var nothing = new XmlText(path.toString(), "");
    try {
      if (!Files.exists(path)) {
        throw nothing.error(0, "no such file, " + EXPECTED);
      }
      if (!Files.isRegularFile(path)) {
        throw nothing.error(0, "not a file, " + EXPECTED);
      }
      if (Files.size(path) > LARGEST_FILE) {
        throw nothing.error(
            0,
            "the file has %d bytes, expected at most %d".formatted(Files.size(path), LARGEST_FILE));
      }
      return parse(path.toString(), decode(path.toString(), Files.readAllBytes(path)));
    } catch (IOException e) {
      throw nothing.error(0, "cannot be read (%s), %s".formatted(e.getMessage(), EXPECTED));
    }
  }

  /** The root element of a text. Messages call it {@code source}. */
  static XmlElement parse(String source, String text) {
    return new XmlFile(new XmlText(source, text)).root();
  }

  private static String decode(String source, byte[] bytes) {
    var start =
        new String(
            bytes, 0, Math.min(bytes.length, LONGEST_DECLARATION), StandardCharsets.ISO_8859_1);
    var encoding = ENCODING.matcher(start);
    var charset = StandardCharsets.UTF_8;
    if (encoding.find()) {
      try {
        charset = Charset.forName(encoding.group(1));
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        throw new XmlText(source, start)
            .error(
                encoding.start(1),
                "unknown encoding '%s', expected UTF-8".formatted(encoding.group(1)));
      }
    }
    var text = CharBuffer.allocate(bytes.length);
    var result =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    var decoded = text.toString();
    if (result.isError()) {
      throw new XmlText(source, decoded)
          .error(decoded.length(), "this byte is not %s text, %s".formatted(charset, EXPECTED));
    }
    return decoded.startsWith("\ufeff") ? decoded.substring(1) : decoded;
  }

  private XmlElement root() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    try {
      return root(factory.createXMLStreamReader(new StringReader(file.text())));
    } catch (XMLStreamException e) {
      var place = e.getLocation();
      var message = String.valueOf(e.getMessage()).replaceFirst("(?s).*\\nMessage: ", "");
      throw file.error(
          Math.max(1, place == null ? 1 : place.getLineNumber()),
          Math.max(1, place == null ? 1 : place.getColumnNumber()),
          "not valid XML: %s, %s".formatted(message.replaceFirst("\\.$", ""), EXPECTED));
    }
  }

  private XmlElement root(XMLStreamReader reader) throws XMLStreamException {
    var open = new ArrayDeque<XmlElement>();
    while (true) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          var element = element(reader);
          if (open.size() == DEEPEST) {
            throw element.error(
                "nested deeper than %d levels, expected a flatter platform".formatted(DEEPEST));
          }
          if (!open.isEmpty()) {
            open.element().children().add(element);
          }
          open.push(element);
        }
        case XMLStreamConstants.END_ELEMENT -> {
          var closed = open.pop();
          if (open.isEmpty()) {
            while (reader.hasNext()) {
              reader.next(); // what follows must be XML too
            }
            return closed;
          }
        }
        case XMLStreamConstants.DTD -> {
          tags.next();
          // An internal subset starts before the first '>' outside quotes.
          if (file.text().substring(tags.start(), tags.end()).indexOf('[') >= 0) {
            throw file.error(
                tags.start(),
                "the DOCTYPE contains declarations, expected only"
                    + " <!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">");
          }
        }
        default -> {
          // texts, comments and processing instructions mean nothing in a platform
        }
      }
    }
  }

  private XmlElement element(XMLStreamReader reader) {
    tags.next();
    var entity = UNKNOWN_ENTITY.matcher(file.text()).region(tags.start(), tags.end());
    if (entity.find()) {
      // The reader skips it, because the DTD might declare it.
      throw file.error(
          entity.start(), "unknown entity '%s', expected plain text".formatted(entity.group(1)));
    }
    var attributes = new LinkedHashMap<String, String>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i).intern(), reader.getAttributeValue(i).strip());
    }
    return new XmlElement(
        file, reader.getLocalName().intern(), attributes, new ArrayList<>(0), tags.start());
  }
}
