/** Indexes at work: a thread for each keeps its artificial documents up with what they are computed from. */
@NullMarked
package io.mintmark.server.indexing;

import org.jspecify.annotations.NullMarked;
