/**
 * What arrives within an exchange: bodies, read whole or in pieces, inflated on the way, and the rest after an early
 * answer; and frames of a WebSocket, which become messages under a permit, while quiet clients are asked whether they
 * are there. Also which replies wait for the next to share its write.
 */
@NullMarked
package io.mintmark.web.jetty.input;

import org.jspecify.annotations.NullMarked;
