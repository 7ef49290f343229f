/** Storages that are open while they are used: opened by the first verb, closed when idle or when a place is needed. */
@NullMarked
package io.mintmark.storage.ondemand;

import org.jspecify.annotations.NullMarked;
