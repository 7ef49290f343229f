/** The access list in a store that all nodes share. */
@NullMarked
package io.mintmark.web.access.store;

import org.jspecify.annotations.NullMarked;
