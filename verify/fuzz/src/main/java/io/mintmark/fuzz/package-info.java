/**
 * Fuzzing: what must hold of each parser for any bytes, and the search for bytes for which it does not.
 *
 * <p>A {@link io.mintmark.fuzz.FuzzTarget} states the properties, {@link io.mintmark.fuzz.Bounds} adds time and memory,
 * and {@code run} lets Jazzer search. Targets of types that a package keeps to itself lie in packages of the same name.
 */
@NullMarked
package io.mintmark.fuzz;

import org.jspecify.annotations.NullMarked;
