/**
 * What a node does while its engine is not there for it: ranges of its slice, documents that nobody else can make, and
 * their way home.
 */
@NullMarked
package io.mintmark.storage.cutoff;

import org.jspecify.annotations.NullMarked;
