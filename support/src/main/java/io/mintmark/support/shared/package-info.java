/**
 * What rooms say to each other that know nothing of each other: for whom work is done, what is on its way, and what
 * all nodes of a store share.
 */
@NullMarked
package io.mintmark.support.shared;

import org.jspecify.annotations.NullMarked;
