/** Decides who may call this server, and by which name. */
@NullMarked
package io.mintmark.server.access;

import org.jspecify.annotations.NullMarked;
