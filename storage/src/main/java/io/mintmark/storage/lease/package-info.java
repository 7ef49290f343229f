/**
 * Holders of numbers: what is on record of leases and of ranges that nodes cut, the form of that log, and what follows
 * from it.
 */
@NullMarked
package io.mintmark.storage.lease;

import org.jspecify.annotations.NullMarked;
