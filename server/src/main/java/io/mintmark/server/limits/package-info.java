/** {@link io.mintmark.server.limits.Limits}: each limit of a server, named, checked and given its default. */
@NullMarked
package io.mintmark.server.limits;

import org.jspecify.annotations.NullMarked;
