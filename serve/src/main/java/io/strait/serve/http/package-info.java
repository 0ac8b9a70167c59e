/**
 * A web server for a few people who may see a run: {@link io.strait.serve.http.WebServer} takes
 * requests, {@code Gate} decides who may ask, {@link io.strait.serve.http.Call} is one request, and
 * {@link io.strait.serve.http.EventStream} what goes on to a browser as things happen.
 *
 * <p>Must not know: what is shown.
 */
@NullMarked
package io.strait.serve.http;

import org.jspecify.annotations.NullMarked;
