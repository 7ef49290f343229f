/** A deterministic simulation: shipped rules within simulated engines, wires, clocks and disks. */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
