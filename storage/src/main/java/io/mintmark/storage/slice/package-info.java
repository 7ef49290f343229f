/** What a node that is cut off from its engine hands out or refuses of ranges, once it owns no other numbers. */
@NullMarked
package io.mintmark.storage.slice;

import org.jspecify.annotations.NullMarked;
