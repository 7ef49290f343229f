/** Databases that come from another engine: written, compared, and put on the list together. */
@NullMarked
package io.mintmark.storage.postgresql.move;

import org.jspecify.annotations.NullMarked;
