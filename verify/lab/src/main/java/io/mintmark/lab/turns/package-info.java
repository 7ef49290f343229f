/** Subjects that are measured in turns: windows, what they showed, and the tables and ratios of it. */
@NullMarked
package io.mintmark.lab.turns;

import org.jspecify.annotations.NullMarked;
