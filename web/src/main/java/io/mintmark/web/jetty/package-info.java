/**
 * Carries HTTP: bytes from sockets become requests, replies become bytes again. The only place that knows Jetty;
 * between the two it asks {@code admission}, and what answers lies behind {@code http}. {@code Exchange} has the order
 * of all that is asked before an endpoint runs.
 */
@NullMarked
package io.mintmark.web.jetty;

import org.jspecify.annotations.NullMarked;
