/**
 * Streams between processes, and how processes know each other.
 *
 * <p>A parent opens a {@link io.strait.transport.wire.Listener}, and its children connect with a
 * {@link io.strait.transport.wire.Dialler}. Both carry {@link io.strait.transport.wire.Frame}s over
 * gRPC; a {@link io.strait.transport.wire.FrameStream} is one end of a connection, {@link
 * io.strait.transport.wire.RawLink} one for plain bytes. {@link io.strait.transport.wire.Authority}
 * issues certificates, {@link io.strait.transport.wire.Tls} makes connections on which both sides
 * show one, {@link io.strait.transport.wire.SocketTls} does so over plain sockets, and {@link
 * io.strait.transport.wire.Tokens} let a child join. {@link io.strait.transport.wire.Splice} passes
 * on what it cannot read.
 *
 * <h2>The files of an authority</h2>
 *
 * <p>An authority is a folder with {@code ca.pem} (a certificate for ten years), {@code ca.key},
 * {@code join.key} and {@code join.pub}. Keys are EC P-256 in PKCS#8 PEM; {@code join.key} is 32
 * random bytes, the seed of an Ed25519 key, whose public half is {@code join.pub}. {@code
 * issued.txt} lists what was issued, {@code revoked.txt} what is not to be trusted any more: a line
 * with SHA-256 fingerprint and name each. A site needs {@code ca.pem}, {@code join.pub} and {@code
 * revoked.txt} beside its own certificate and key. Only their owner can read these files. A
 * certificate names its owner as CN and the owner's role as OU ({@code master}, {@code gateway} or
 * {@code worker}). Masters and gateways are parents: they may be servers and clients, and they have
 * the DNS name {@code parent.strait}, which children expect wherever the parent runs. Workers may
 * be clients only.
 *
 * <h2>Tokens</h2>
 *
 * <p>A token is, in Base64url without padding, the time at which it expires (8 bytes, seconds since
 * 1970, big-endian), an id (16 random bytes), and the Ed25519 signature of both with {@code
 * join.key} (64 bytes).
 *
 * <p>Must not know: what the frames mean.
 */
@NullMarked
package io.strait.transport.wire;

import org.jspecify.annotations.NullMarked;
