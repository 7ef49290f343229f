/**
 * What a database answers about its numbers: HiLo ranges, returns and identities, and how many of them clients were
 * given.
 */
@NullMarked
package io.mintmark.server.numbers;

import org.jspecify.annotations.NullMarked;
