package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Host.Level;
import io.strait.model.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Where those who want to be a parent's children come in: a stranger says hello, and is welcome if
 * its name can be printed, it speaks a version that is spoken here, and {@link Admission} has
 * nothing against it. All others are told why not.
 */
final class Reception {
  private final Host host;
  private final Children.Owner owner;
  private final Admission admission;
  private final Strangers strangers;

  Reception(Host host, Children.Owner owner, Admission admission, Strangers strangers) {
    this.host = host;
    this.owner = owner;
    this.admission = admission;
    this.strangers = strangers;
  }

  /** What to tell a child that may join; null if it may not and was told so. */
  Message.@Nullable Welcome hello(NodeLink link, Message.Hello hello) {
    if (hello.name().isBlank() || !hello.name().codePoints().allMatch(Printable::isShown)) {
      refuse(link, hello, "its name is not valid, expected printable characters", true);
      return null;
    }
    int version = Math.min(hello.newest(), Message.NEWEST);
    if (version < hello.oldest() || version < Message.OLDEST) {
      refuse(
          link,
          hello,
          "it speaks versions %d to %d of the protocol, expected %d to %d"
              .formatted(hello.oldest(), hello.newest(), Message.OLDEST, Message.NEWEST),
          true);
      return null;
    }
    // Where no run goes on, nobody knows who may join the next one.
    Message.@Nullable Welcome welcome = owner.welcome(hello);
    if (welcome == null) {
      refuse(link, hello, "not ready yet", false);
      return null;
    }
    @Nullable String reason = admission.refusal(hello, link.peer());
    if (reason != null) {
      refuse(link, hello, reason, true);
      return null;
    }
    return new Message.Welcome(
        version,
        hello.dial(),
        welcome.run(),
        welcome.tasks(),
        welcome.leaseMillis(),
        welcome.aggregate(),
        welcome.ahead(),
        welcome.mostResultBytes(),
        welcome.spec());
  }

  private void refuse(NodeLink link, Message.Hello hello, String reason, boolean forGood) {
    if (forGood) {
      var from = link.address().isEmpty() ? "" : " (from %s)".formatted(link.address());
      host.note(Level.WARNING, "refused %s: %s%s".formatted(hello.name(), reason, from));
    }
    strangers.remove(link);
    link.send(new Envelope(0, 0, new Message.Refused(reason, forGood)));
    link.close();
  }
}
