/** The server as a library: {@link io.mintmark.server.MintmarkServer} and its settings. */
@NullMarked
package io.mintmark.server;

import org.jspecify.annotations.NullMarked;
