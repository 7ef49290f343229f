/** What a run is made of: time, chance, faults, broken rules, and the account of what happened. */
@NullMarked
package io.mintmark.simulation.plan;

import org.jspecify.annotations.NullMarked;
