/** An engine whose rows live in memory: the smallest one that fulfils the storage contract. */
@NullMarked
package io.mintmark.storage.memory;

import org.jspecify.annotations.NullMarked;
