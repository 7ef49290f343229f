/**
 * A WebSocket while Jetty carries it: frames become messages under a permit, and quiet clients are asked whether they
 * are there.
 */
@NullMarked
package io.mintmark.web.jetty.socket;

import org.jspecify.annotations.NullMarked;
