/** Judges what clients did and saw, without knowing what the nodes or the engine hold. */
@NullMarked
package io.mintmark.simulation.judge;

import org.jspecify.annotations.NullMarked;
