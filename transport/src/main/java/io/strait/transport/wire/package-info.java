/**
 * Talking to other processes. Here is how they know each other: {@link
 * io.strait.transport.wire.Authority} issues certificates, {@link io.strait.transport.wire.Tls}
 * makes connections of them on which both sides show theirs, {@link
 * io.strait.transport.wire.Tokens} lets a child join.
 *
 * <h2>The files of an authority</h2>
 *
 * <p>A folder with {@code ca.pem} (a certificate for ten years), {@code ca.key} and {@code
 * join.key}. Keys are EC P-256 as PKCS#8 in PEM; {@code join.key} is 32 random bytes. All are
 * readable by their owner only. A certificate names its owner as CN and its role as OU ({@code
 * master}, {@code gateway} or {@code worker}). Parents, that is masters and gateways, may be
 * servers and clients and have the DNS name {@code parent.strait}, which children ask for wherever
 * the parent runs; workers may be clients only.
 *
 * <h2>Tokens</h2>
 *
 * <p>Base64url without padding of the time at which it expires (8 bytes, seconds since 1970,
 * big-endian), an id (16 random bytes) and HMAC-SHA256 of both with {@code join.key} (32 bytes).
 *
 * <p>Must not know: what is said over a connection.
 */
@NullMarked
package io.strait.transport.wire;

import org.jspecify.annotations.NullMarked;
