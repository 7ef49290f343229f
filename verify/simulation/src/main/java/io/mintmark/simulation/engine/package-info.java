/**
 * Engines at the height of rows: what is stored, what a group of writes is in each shape, and what becomes of a group
 * that is cut off.
 */
@NullMarked
package io.mintmark.simulation.engine;

import org.jspecify.annotations.NullMarked;
