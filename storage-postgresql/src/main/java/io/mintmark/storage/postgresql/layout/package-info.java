/** The tables in the engine: made by the first node, brought up to date step by step, whichever node comes first. */
@NullMarked
package io.mintmark.storage.postgresql.layout;

import org.jspecify.annotations.NullMarked;
