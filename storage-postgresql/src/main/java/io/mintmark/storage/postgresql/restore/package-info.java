/** A store that was put back from a backup: how a node knows it, and how it is made safe to use. */
@NullMarked
package io.mintmark.storage.postgresql.restore;

import org.jspecify.annotations.NullMarked;
