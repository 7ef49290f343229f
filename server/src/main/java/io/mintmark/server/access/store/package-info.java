/** The access list in a store that all nodes share. */
@NullMarked
package io.mintmark.server.access.store;

import org.jspecify.annotations.NullMarked;
