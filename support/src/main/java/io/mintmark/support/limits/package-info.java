/** {@link io.mintmark.support.limits.Limits}: each limit of a server, named, checked and given its default. */
@NullMarked
package io.mintmark.support.limits;

import org.jspecify.annotations.NullMarked;
