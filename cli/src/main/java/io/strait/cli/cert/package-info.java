/** Commands about certificates: {@link io.strait.cli.cert.CertCommand} has the others below it. */
@NullMarked
package io.strait.cli.cert;

import org.jspecify.annotations.NullMarked;
